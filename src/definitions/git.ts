// What git knows of a folder: its plumbing commands, run without ever changing the working tree.
import { execFileSync } from "node:child_process";

const LARGEST_OUTPUT = 512 * 1024 * 1024;

/** What git prints, or undefined where it refuses or is not there. */
export function git(folder: string, args: readonly string[], input = ""): Buffer | undefined {
  // A hook sets these for its own repository; the folder says which one is meant.
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
  // A folder that was copied brings its own settings, which may name programs: none of them is run.
  const safely = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false"];
  const plainly = [
    "--literal-pathspecs",
    ...["core.quotepath=off", ...safely].flatMap((each) => ["-c", each]),
  ];
  try {
    return execFileSync("git", ["-C", folder, ...plainly, ...args], {
      // Days are those of UTC, wherever it runs.
      env: { ...env, TZ: "UTC" },
      maxBuffer: LARGEST_OUTPUT,
      stdio: ["pipe", "pipe", "ignore"],
      input,
    });
  } catch {
    return undefined;
  }
}

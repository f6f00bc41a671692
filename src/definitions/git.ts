// Runs read-only git commands in a folder.
import { execFileSync } from "node:child_process";

const LARGEST_OUTPUT = 512 * 1024 * 1024;

/** Returns git's output, or undefined if it fails or is not installed. */
export function git(folder: string, args: readonly string[], input = ""): Buffer | undefined {
  // Git hooks set these variables for another repository.
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
  // Settings of a foreign repository could run programs, so they are overridden.
  const safely = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false"];
  const plainly = [
    "--literal-pathspecs",
    ...["core.quotepath=off", ...safely].flatMap((each) => ["-c", each]),
  ];
  try {
    return execFileSync("git", ["-C", folder, ...plainly, ...args], {
      // Dates are in UTC.
      env: { ...env, TZ: "UTC" },
      maxBuffer: LARGEST_OUTPUT,
      stdio: ["pipe", "pipe", "ignore"],
      input,
    });
  } catch {
    return undefined;
  }
}

// What git knows of a folder: its plumbing commands, run without ever changing the working tree.
import { execFileSync } from "node:child_process";

const LARGEST_OUTPUT = 512 * 1024 * 1024;

/** What git prints, or undefined where it refuses or is not there. */
export function git(folder: string, args: readonly string[], input = ""): Buffer | undefined {
  // A hook sets these for its own repository; the folder says which one is meant.
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
  const plainly = ["--literal-pathspecs", "-c", "core.quotepath=off"];
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

// Runs the built command line as a process.

import { type ChildProcess, type ChildProcessWithoutNullStreams, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "./folders.js";

/** PLUMBLINE_CLI selects another build, to see a test fail before a change. */
export const CLI = process.env.PLUMBLINE_CLI ?? join(ROOT, "dist/src/cli.js");

/** Resolves with the first line of standard output that contains the words. */
export function waitForLine(child: ChildProcessWithoutNullStreams, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = "";
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.stdout.on("data", (chunk: Buffer) => {
      seen += chunk.toString();
      const line = seen.split("\n").find((each) => each.includes(words));
      if (line !== undefined) resolve(line);
    });
    child.once("exit", (code) =>
      reject(new Error(`ended with ${code} before it said ${words}: ${seen}${errors}`)),
    );
  });
}

/** Ends a process if necessary, and waits for its end, so that its files can be removed. */
export async function stopped(
  child: ChildProcess,
  signal: NodeJS.Signals = "SIGKILL",
): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}

export function runCli(
  args: readonly string[],
  input?: string,
  env: Readonly<Record<string, string>> = {},
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
    ...(input === undefined ? {} : { input }),
  });
  return { status, stdout, stderr };
}

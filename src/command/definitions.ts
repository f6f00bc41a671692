// The definition set that a command works on, and the golden cases that belong to it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ServedSet } from "../engine/served.js";
import { DEFAULT_FOLDER } from "../folder.js";
import { keptSet } from "../kept/read.js";
import { takeOption, Usage } from "./usage.js";

/** The folder that was named, or the one that comes with plumbline: for what serves, wherever it was started. */
export function definitionsFolder(args: string[]): string {
  return folder(takeOption(args, "definitions") ?? process.env.DEFINITIONS_DIR ?? DEFAULT_FOLDER);
}

/** The same for who works on definitions: those of the working directory, where it has some, come before ours. */
export function authorsFolder(args: string[]): string {
  const here = existsSync(join("definitions", "common.yaml")) ? "definitions" : DEFAULT_FOLDER;
  return folder(takeOption(args, "definitions") ?? process.env.DEFINITIONS_DIR ?? here);
}

/** The golden cases of a definitions folder, one folder a tool; it need not be there unless it was named. */
export function casesFolder(args: string[], definitions: string): string {
  const named = takeOption(args, "cases");
  return named === undefined ? join(definitions, "../test/golden") : folder(named);
}

function folder(path: string): string {
  if (!existsSync(path)) throw new Usage(`There is no folder ${path}.`);
  return path;
}

/** The set that answers: as it was kept when the program was built, or read and checked anew where that does not fit. */
export async function servedSet(path: string): Promise<ServedSet | undefined> {
  const kept = keptSet(path);
  if (kept !== undefined) return kept;
  return (await import("./whole.js")).loadOrReport(path);
}

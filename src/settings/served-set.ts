// Finds the definitions of a command and their golden cases.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type OpenSetOptions, openSet } from "../build/open.js";
import { DEFAULT_FOLDER } from "../definitions/folder.js";
import type { RuntimeSet } from "../engine/run/tool.js";
import type { Arguments } from "./arguments.js";
import { existingCacheFolder } from "./cache-folder.js";
import { Usage } from "./usage.js";

/** Returns the named folder, or the shipped one, for serving commands. */
export function definitionsFolder(args: Arguments): string {
  return folder(args.text("definitions") ?? process.env.DEFINITIONS_DIR ?? DEFAULT_FOLDER);
}

/** Returns the folder for authoring commands; prefers ./definitions to the shipped one. */
export function authorsFolder(args: Arguments): string {
  const here = existsSync(join("definitions", "common.yaml")) ? "definitions" : DEFAULT_FOLDER;
  return folder(args.text("definitions") ?? process.env.DEFINITIONS_DIR ?? here);
}

/** Returns the folder of golden cases. It need not exist unless it was named. */
export function casesFolder(args: Arguments, definitions: string): string {
  const named = args.text("cases");
  return named === undefined ? join(definitions, "../test/golden") : folder(named);
}

function folder(path: string): string {
  if (!existsSync(path)) throw new Usage(`There is no folder ${path}.`);
  return path;
}

/** Opens the set with one tool or all. Returns undefined after printing errors. */
export async function servedSet(
  path: string,
  {
    dataDir = existingCacheFolder(process.env),
    ...options
  }: Pick<OpenSetOptions, "dataDir" | "only" | "building"> = {},
): Promise<RuntimeSet | undefined> {
  const opened = await openSet(path, {
    dataDir,
    ...options,
    told: (message) => process.stderr.write(`plumbline: ${message}\n`),
  });
  if (opened.set === undefined) (await import("./whole.js")).tellErrors(path, opened.findings);
  return opened.set;
}

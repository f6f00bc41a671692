// The definition set that a command works on, and the golden cases that belong to it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openSet } from "../build/open.js";
import { DEFAULT_FOLDER } from "../definitions/folder.js";
import type { RuntimeSet } from "../engine/run/tool.js";
import type { Arguments } from "./arguments.js";
import { Usage } from "./usage.js";

/** The folder that was named, or the one that comes with plumbline: for what serves, wherever it was started. */
export function definitionsFolder(args: Arguments): string {
  return folder(args.text("definitions") ?? process.env.DEFINITIONS_DIR ?? DEFAULT_FOLDER);
}

/** The same for who works on definitions: those of the working directory, where it has some, come before ours. */
export function authorsFolder(args: Arguments): string {
  const here = existsSync(join("definitions", "common.yaml")) ? "definitions" : DEFAULT_FOLDER;
  return folder(args.text("definitions") ?? process.env.DEFINITIONS_DIR ?? here);
}

/** The golden cases of a definitions folder, one folder a tool; it need not be there unless it was named. */
export function casesFolder(args: Arguments, definitions: string): string {
  const named = args.text("cases");
  return named === undefined ? join(definitions, "../test/golden") : folder(named);
}

function folder(path: string): string {
  if (!existsSync(path)) throw new Usage(`There is no folder ${path}.`);
  return path;
}

/**
 * The data folder, for commands that compute and end: they use one that is there or that DATA_DIR names, and make none in
 * a folder that somebody happens to work in.
 */
export function dataDirOf(env: NodeJS.ProcessEnv): string | undefined {
  const named = env.DATA_DIR?.trim();
  if (named === ":memory:") return undefined;
  if (named !== undefined && named !== "") return named;
  return existsSync("data") ? "data" : undefined;
}

/** The set that answers, with the code of one tool or of all; undefined after its errors have been told. */
export async function servedSet(
  path: string,
  { dataDir = dataDirOf(process.env), only }: { dataDir?: string | undefined; only?: string } = {},
): Promise<RuntimeSet | undefined> {
  const opened = await openSet(path, {
    dataDir,
    ...(only === undefined ? {} : { only }),
    told: (message) => process.stderr.write(`plumbline: ${message}\n`),
  });
  if (opened.set === undefined) (await import("./whole.js")).tellErrors(path, opened.findings);
  return opened.set;
}

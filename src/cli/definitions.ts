// The definition set that a command works on.
import { existsSync } from "node:fs";
import { openSet } from "../build/open.js";
import type { Finding } from "../engine/finding.js";
import type { ServedSet } from "../engine/served.js";
import { DEFAULT_FOLDER } from "../folder.js";
import { takeOption, Usage } from "./usage.js";

export function definitionsFolder(args: string[]): string {
  const folder = takeOption(args, "definitions") ?? process.env.DEFINITIONS_DIR ?? DEFAULT_FOLDER;
  if (!existsSync(folder)) throw new Usage(`There is no folder ${folder}.`);
  return folder;
}

/**
 * The data folder, for commands that compute and end: they use one that is there or that DATA_DIR names, and make none in
 * a folder that somebody happens to work in.
 */
function dataDirOf(env: NodeJS.ProcessEnv): string | undefined {
  const named = env.DATA_DIR?.trim();
  if (named === ":memory:") return undefined;
  if (named !== undefined && named !== "") return named;
  return existsSync("data") ? "data" : undefined;
}

/** The set that answers, with the code of one tool or of all; undefined after its errors have been told. */
export async function servedSet(
  folder: string,
  { dataDir = dataDirOf(process.env), only }: { dataDir?: string | undefined; only?: string } = {},
): Promise<ServedSet | undefined> {
  const opened = await openSet(folder, {
    dataDir,
    ...(only === undefined ? {} : { only }),
    told: (message) => process.stderr.write(`plumbline: ${message}\n`),
  });
  if (opened.set === undefined) await tellErrors(folder, opened.findings);
  return opened.set;
}

async function tellErrors(folder: string, findings: readonly Finding[]): Promise<void> {
  const { formatFinding } = await import("../engine/finding.js");
  const errors = findings.filter((finding) => finding.severity === "error");
  for (const finding of errors) process.stderr.write(`${formatFinding(finding)}\n`);
  process.stderr.write(
    `The definitions in ${folder} have ${errors.length} ${errors.length === 1 ? "error" : "errors"}.\n`,
  );
}

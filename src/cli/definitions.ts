// The definition set that a command works on.
import { existsSync } from "node:fs";
import type { Tiers } from "../access/tiers.js";
import { tiersOf } from "../access/tiers-folder.js";
import { formatFinding } from "../engine/finding.js";
import type { ServedSet } from "../engine/served.js";
import { DEFAULT_FOLDER } from "../folder.js";
import { keptSet } from "../kept/read.js";
import { takeOption, Usage } from "./usage.js";

export function definitionsFolder(args: string[]): string {
  const folder = takeOption(args, "definitions") ?? process.env.DEFINITIONS_DIR ?? DEFAULT_FOLDER;
  if (!existsSync(folder)) throw new Usage(`There is no folder ${folder}.`);
  return folder;
}

/** The set that answers: as it was kept when the program was built, or read and checked anew where that does not fit. */
export async function servedSet(folder: string): Promise<ServedSet | undefined> {
  const kept = keptSet(folder);
  if (kept !== undefined) return kept;
  return (await import("./whole.js")).loadOrReport(folder);
}

/** What callers may subscribe to, where the folder says so; undefined after what is wrong with it has been told. */
export async function tiersOrReport(folder: string): Promise<{ tiers: Tiers | undefined } | undefined> {
  const { findings, tiers } = await tiersOf(folder);
  for (const finding of findings) process.stderr.write(`${formatFinding(finding)}\n`);
  return findings.length > 0 ? undefined : { tiers };
}

// Reads and checks a set from its files, for commands that need more than results.

import { loadFolder } from "../definitions/load.js";
import { type Finding, formatFinding } from "../engine/language/findings.js";
import type { DefinitionSet } from "../engine/set.js";
import { manyOf } from "../wording/wording.js";

/** Returns undefined after printing errors. */
export function loadOrReport(folder: string): DefinitionSet | undefined {
  const { set, findings } = loadFolder(folder, undefined, "results");
  if (set === undefined) tellErrors(folder, findings);
  return set;
}

export function tellErrors(folder: string, findings: readonly Finding[]): void {
  const errors = findings.filter((finding) => finding.severity === "error");
  for (const finding of errors) process.stderr.write(`${formatFinding(finding)}\n`);
  process.stderr.write(`The definitions in ${folder} have ${manyOf(errors.length, "error")}.\n`);
}

// A definition set read and checked from its files, for commands that need more of it than its answers.

import { loadFolder } from "../definitions/load.js";
import { type Finding, formatFinding } from "../engine/language/findings.js";
import type { DefinitionSet } from "../engine/set.js";
import { manyOf } from "../wording/wording.js";

/** The set, or undefined after the report has been printed: a broken set is never used. */
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

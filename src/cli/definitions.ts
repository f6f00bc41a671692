// The definition set that a command works on.
import { existsSync } from "node:fs";
import type { DefinitionSet, Loaded } from "../engine/definitions.js";
import { formatFinding } from "../engine/finding.js";
import { DEFAULT_FOLDER, loadFolder } from "../folder.js";
import { takeOption, Usage } from "./usage.js";

export function definitionsFolder(args: string[]): string {
  const folder = takeOption(args, "definitions") ?? process.env.DEFINITIONS_DIR ?? DEFAULT_FOLDER;
  if (!existsSync(folder)) throw new Usage(`There is no folder ${folder}.`);
  return folder;
}

/** The set, or undefined after the report has been printed: a broken set is never used. */
export function loadOrReport(folder: string): DefinitionSet | undefined {
  const loaded: Loaded = loadFolder(folder, undefined, "results");
  if (loaded.set !== undefined) return loaded.set;
  const errors = loaded.findings.filter((finding) => finding.severity === "error");
  for (const finding of errors) process.stderr.write(`${formatFinding(finding)}\n`);
  process.stderr.write(
    `The definitions in ${folder} have ${errors.length} ${errors.length === 1 ? "error" : "errors"}.\n`,
  );
  return undefined;
}

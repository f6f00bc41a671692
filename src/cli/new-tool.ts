// `plumbline new-tool`: writes a tool template into the definitions.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder, casesFolder } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { draftTool, faultsOf, writeDraft } from "../workbench/new-tool.js";

const LONGEST_NAME = 60;

export function newTool(args: Arguments): number {
  const folder = authorsFolder(args);
  const cases = casesFolder(args, folder);
  const [given, ...more] = args.words;
  if (given === undefined || more.length > 0) throw new Usage("Name one new tool.");
  const name = nameOfTool(given);
  for (const file of ["common.yaml", "sources.yaml"])
    if (!existsSync(join(folder, file)))
      throw new Usage(`${folder} is no definitions folder: ${file} is missing.`);
  const draft = draftTool(folder, cases, name);
  const there = [draft.definition, join(folder, "legacy", `${name}.yaml`), draft.golden].find(existsSync);
  if (there !== undefined) throw new Usage(`There is a ${name} already: ${there}.`);
  const faults = faultsOf(folder, draft);
  if (faults.length > 0) {
    for (const fault of faults) process.stderr.write(`${fault}\n`);
    process.stderr.write("Nothing was written.\n");
    return 1;
  }
  const written = writeDraft(draft);
  if (args.flag("json")) {
    process.stdout.write(`${JSON.stringify({ written })}\n`);
    return 0;
  }
  for (const path of written) process.stdout.write(`${path}\n`);
  process.stdout.write(
    `Next: edit them section by section, with plumbline check and plumbline golden ${name} after each.\n`,
  );
  return 0;
}

/** Throws Usage for an invalid name. */
export function nameOfTool(name: string): string {
  if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) && name.length <= LONGEST_NAME) return name;
  throw new Usage(
    `${JSON.stringify(name)} is no name for a tool: lower case letters, digits and single underscores, ` +
      `a letter first, at most ${LONGEST_NAME}.`,
  );
}

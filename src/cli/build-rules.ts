// The rule book of a set, put into its built form.
import { fileURLToPath } from "node:url";
import { fingerprintOfFolder, hashOf } from "../build/form.js";
import { type MadeRules, writeRules } from "../build/rules.js";
import type { DefinitionSet } from "../engine/set.js";
import { changesOf } from "../pages/rulebook/changes.js";
import type { SiteFile } from "../pages/rulebook/site.js";
import { PAGES_FOLDER } from "../pages/styles.js";
import { makeRuleBook } from "./make-rulebook.js";

const CODE = fileURLToPath(new URL("../pages/", import.meta.url));

/** What the pages depend on: the definitions, their history, and what makes and shows the pages. */
export function fingerprintOfRules(definitions: string, folder: string): string {
  const { state } = changesOf(folder);
  return hashOf([definitions, state, ...[CODE, PAGES_FOLDER].map(fingerprintOfFolder)].join(" "));
}

/** False where it was interrupted: then the built form has no rule book, or the one that it had. */
export async function buildRules(
  set: DefinitionSet,
  folder: string,
  output: string,
  marks: Pick<MadeRules, "definitions" | "made">,
): Promise<boolean> {
  const files: SiteFile[] = [];
  const pages = await makeRuleBook(set, folder, true, (file) => files.push(file));
  if (pages === undefined) return false;
  writeRules(output, { ...marks, pages, files });
  return true;
}

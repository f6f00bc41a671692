// Writes the rule book into a built form.
import { fileURLToPath } from "node:url";
import { fingerprintOfFolder, hashOf } from "../build/form.js";
import { type MadeRules, writeRules } from "../build/rules.js";
import type { DefinitionSet } from "../engine/set.js";
import { changesOf } from "../pages/rulebook/changes.js";
import type { SiteFile } from "../pages/rulebook/site.js";
import { PAGES_FOLDER } from "../pages/styles.js";
import { makeRuleBook } from "./make-rulebook.js";

const CODE = fileURLToPath(new URL("../pages/", import.meta.url));

/** Returns the hash of definitions, history, and the code and styles of the pages. */
export function fingerprintOfRules(definitions: string, folder: string): string {
  const { state } = changesOf(folder);
  return hashOf([definitions, state, ...[CODE, PAGES_FOLDER].map(fingerprintOfFolder)].join(" "));
}

/** Returns false if interrupted; the built form then keeps its previous rule book, if any. */
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

// The rule book of a set, put into its built form: with the history that git knows here, and each promise tried.
import { fileURLToPath } from "node:url";
import { fingerprintOfFolder, hashOf } from "../build/form.js";
import { type MadeRules, writeRules } from "../build/rules.js";
import type { DefinitionSet } from "../engine/set.js";
import { changesOf } from "../pages/rulebook/changes.js";
import { RuleBook, type SiteFile } from "../pages/rulebook/site.js";
import { PAGES_FOLDER } from "../pages/styles.js";
import { workThrough } from "./progress.js";
import { promiseCount, triedPromises } from "./tried-promises.js";

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
  const tried = new Map<string, string>();
  const book = new RuleBook(set, { changes: changesOf(folder), tried, served: true });
  const { pages } = book;
  const files: SiteFile[] = [];
  const isWhole =
    (await workThrough("promises tried:", promiseCount(set), triedPromises(set), (each) =>
      tried.set(...each),
    )) &&
    (await workThrough("files read:", book.files, book.learn(), () => undefined)) &&
    (await workThrough("pages made:", pages.length, book.pageFiles(), (file) => files.push(file)));
  if (isWhole) writeRules(output, { ...marks, pages, files: [...files, ...book.assets()] });
  return isWhole;
}

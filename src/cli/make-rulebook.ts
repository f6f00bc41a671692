// Builds the complete rule book, with git history and tested promises.
import type { DefinitionSet } from "../engine/set.js";
import { changesOf } from "../pages/rulebook/changes.js";
import { RuleBook, type SiteFile } from "../pages/rulebook/site.js";
import { summaryOf } from "../workbench/promises/report.js";
import { tryPromises } from "../workbench/promises/try.js";
import { workThrough } from "./progress.js";

/** Test inputs for each promise; `plumbline promises` and the tests use many more. */
const INPUTS = 20;
const SEED = "plumbline";

/** Passes each file to `write` and returns the list of pages; undefined after Ctrl-C. */
export async function makeRuleBook(
  set: DefinitionSet,
  folder: string,
  served: boolean,
  write: (file: SiteFile) => void,
): Promise<RuleBook["pages"] | undefined> {
  const tried = new Map<string, string>();
  const book = new RuleBook(set, { changes: changesOf(folder), tried, served });
  const { pages } = book;
  const promised = [...set.tools.values()].reduce((sum, { plan }) => sum + plan.def.promises.length, 0);
  const isWhole =
    (await workThrough("promises tried:", promised, triedPromises(set), (each) => tried.set(...each))) &&
    (await workThrough("files read:", book.files, book.learn(), () => undefined)) &&
    (await workThrough("pages made:", pages.length, book.pageFiles(), write));
  if (!isWhole) return undefined;
  for (const file of book.assets()) write(file);
  return pages;
}

/** Yields test results of promises in words, by `tool promise`. */
function* triedPromises(set: DefinitionSet): Generator<[string, string] | undefined> {
  for (const [name, tool] of set.tools)
    for (const tried of tryPromises(tool, { golden: [], count: INPUTS, seed: SEED, others: set.tools }))
      yield tried && [`${name} ${tried.promise}`, summaryOf(tried)];
}

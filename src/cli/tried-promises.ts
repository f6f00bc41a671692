// How far the promises of a set were tried, in words, for the pages of its rule book.

import type { DefinitionSet } from "../engine/set.js";
import { summaryOf } from "../workbench/promises/report.js";
import { tryPromises } from "../workbench/promises/try.js";

/** Inputs that each tool's promises are tried on here; `plumbline promises` and the tests try many more. */
const INPUTS = 20;
const SEED = "plumbline";

export function promiseCount(set: DefinitionSet): number {
  return [...set.tools.values()].reduce((sum, { plan }) => sum + plan.def.promises.length, 0);
}

/** One after the other, by `tool promise`. */
export function* triedPromises(set: DefinitionSet): Generator<[string, string]> {
  for (const [name, tool] of set.tools)
    for (const tried of tryPromises(tool, { golden: [], count: INPUTS, seed: SEED, others: set.tools }))
      if (tried !== undefined) yield [`${name} ${tried.promise}`, summaryOf(tried)];
}

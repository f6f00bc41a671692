// Search over titles, descriptions, inputs, results, sources and clauses. The longer words are loaded when somebody
// begins to type.
import { signal } from "@preact/signals";
import { type Fit, fitOf } from "../wording/tool-words.js";
import { BASE, getJson } from "./open-tool.js";
import type { CatalogueEntry } from "./tool-data.js";

interface Words {
  readonly inputs: readonly string[];
  readonly results: readonly string[];
  /** A source and its clauses each. */
  readonly cited: readonly (readonly string[])[];
}

const words = signal<Readonly<Record<string, Words>> | undefined>(undefined);
let asked = false;

export function loadWords(): void {
  if (asked) return;
  asked = true;
  getJson<Record<string, Words>>(`${BASE}/search.json`).then(
    (found) => {
      words.value = found;
    },
    () => {
      // Titles and descriptions are searched all the same.
      asked = false;
    },
  );
}

export interface Hit extends Fit {
  readonly entry: CatalogueEntry;
}

/** Tools that hold every word, the best first. */
export function search(tools: readonly CatalogueEntry[], query: string): readonly Hit[] {
  const wanted = query.split(/\s+/).filter((each) => each !== "");
  const hits = tools.flatMap((entry): Hit[] => {
    const fit = fitOf(entry, wanted, furtherTexts(words.value?.[entry.name]));
    return fit === undefined ? [] : [{ entry, ...fit }];
  });
  return hits.sort((a, b) => b.rank - a.rank);
}

function furtherTexts(more: Words | undefined): (readonly [kind: string, text: string])[] {
  if (more === undefined) return [];
  return [
    ...more.inputs.map((each) => ["Input", each] as const),
    ...more.results.map((each) => ["Result", each] as const),
    ...more.cited.flatMap(([source = "", ...clauses]) => [
      ["Source", source] as const,
      ...clauses.map((clause) => ["Source", clause === "" ? source : `${source}, ${clause}`] as const),
    ]),
  ];
}

// Search over titles, descriptions, inputs, results, sources and clauses. The longer words are loaded when somebody
// begins to type.
import { signal } from "@preact/signals";
import type { Entry } from "./asked.js";
import { BASE, getJson } from "./open-tool.js";

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

export interface Hit {
  readonly entry: Entry;
  /** What was found, where it is not in the title or the description. */
  readonly where: readonly string[];
  readonly rank: number;
}

/** Tools that hold every word, the best first. */
export function search(tools: readonly Entry[], query: string): readonly Hit[] {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((each) => each !== "");
  if (wanted.length === 0) return tools.map((entry) => ({ entry, where: [], rank: 0 }));
  const hits = tools.flatMap((entry): Hit[] => {
    const { title, description, name, category, standard } = entry;
    const more = words.value?.[entry.name];
    const near = `${title} ${name}`.toLowerCase();
    const about = `${description} ${category.replaceAll("_", " ")} ${standard}`.toLowerCase();
    const far = [
      ...(more?.inputs ?? []).map((each) => ["Input", each] as const),
      ...(more?.results ?? []).map((each) => ["Result", each] as const),
      ...(more?.cited ?? []).flatMap(([source = "", ...clauses]) => [
        ["Source", source] as const,
        ...clauses.map((clause) => ["Source", clause === "" ? source : `${source}, ${clause}`] as const),
      ]),
    ];
    const where = new Set<string>();
    let rank = 0;
    for (const word of wanted) {
      if (near.includes(word)) rank += 10;
      else if (about.includes(word)) rank += 4;
      else {
        const found = far.find(([, text]) => text.toLowerCase().includes(word));
        if (found === undefined) return [];
        rank += 1;
        where.add(`${found[0]}: ${found[1]}`);
      }
    }
    return [{ entry, where: [...where], rank }];
  });
  return hits.sort((a, b) => b.rank - a.rank);
}

// Indexes table rows by their exact keys.
import type { Row, TableDef } from "../language/model.js";
import { keyWords } from "./lookup-cover.js";

type Key = string | number;

/** One level per exact key, then the indexes of matching rows in order. */
export type RowIndex = Map<Key, RowIndex> | readonly number[];

export function rowIndex(def: TableDef): RowIndex {
  const exact = [...def.keys.keys()].filter((at) => isExactKey(def.keys[at]?.kind));
  const into = (rows: readonly number[], depth: number): RowIndex => {
    const key = exact[depth];
    if (key === undefined) return rows;
    const byWord = new Map<Key, number[]>();
    for (const at of rows)
      for (const word of new Set(keyWords(def.rows[at] as Row, def, key))) {
        const those = byWord.get(word);
        if (those === undefined) byWord.set(word, [at]);
        else those.push(at);
      }
    return new Map([...byWord].map(([word, those]) => [word, into(those, depth + 1)]));
  };
  return into([...def.rows.keys()], 0);
}

export function isExactKey(kind: string | undefined): boolean {
  return kind === "equal" || kind === "one_of";
}

/** Returns rows as records; dated ones with their period. */
export function rowRecords(def: TableDef): Row[] {
  if (def.dated === undefined) return [...def.rows];
  return def.rows.map((row, at) => ({ ...row, ...(def.periods[at] ?? { from: null, until: null }) }));
}

/** Returns the words of each row, for similarity search. */
export function wordsOfRows(def: TableDef): readonly (readonly string[])[] {
  const at = def.keys.findIndex((key) => key.kind === "one_of");
  return def.rows.map((row) => keyWords(row, def, at).map(String));
}

// What a definition calls something: its title, its symbol, its unit; and how that stands in a formula.

import { isLetter, stemOf } from "../wording/plain-names.js";
import { lastOf } from "./formulas.js";
import { isGreek, letterTex, nameTex, wordsTex } from "./tex-names.js";

export interface Called {
  readonly title?: string;
  readonly symbol?: string;
  readonly unit?: string;
}

const KEYS = ["title", "symbol", "unit"];

/** As far as a schema, a value, a step or a result says it. */
export function calledOf(of: object): Called {
  return Object.fromEntries(
    Object.entries(of).filter(([key, value]) => KEYS.includes(key) && typeof value === "string"),
  ) as Called;
}

/** Titles that are longer would make a formula a paragraph. */
const LONGEST = 34;

/** A name in a formula: its symbol, its title where that is short, else itself as letters or words. */
export function calledTex(
  path: string,
  { symbol, title }: Called,
  wordsOf: (name: string) => string,
): string {
  const name = lastOf(path);
  const stem = stemOf(name);
  if (symbol !== undefined) return symbol;
  if (title !== undefined && title.length <= LONGEST) return wordsTex(title);
  if (isLetter(stem)) return letterTex(stem);
  return isGreek(stem) ? nameTex(stem) : wordsTex(wordsOf(name));
}

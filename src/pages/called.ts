// Title, symbol and unit of a defined thing, and how it is written in a formula.

import { isLetter, stemOf } from "../wording/plain-names.js";
import { lastOf } from "./formulas.js";
import { isGreek, letterTex, nameTex, wordsTex } from "./tex-names.js";

export interface Called {
  readonly title?: string;
  readonly symbol?: string;
  readonly unit?: string;
}

const KEYS = ["title", "symbol", "unit"];

/** Picks them from a schema, value, step or result. */
export function calledOf(of: object): Called {
  return Object.fromEntries(
    Object.entries(of).filter(([key, value]) => KEYS.includes(key) && typeof value === "string"),
  ) as Called;
}

/** Characters. Longer titles would turn a formula into a paragraph. */
const LONGEST = 34;

/** Writes a name in a formula: its symbol, its short title, or the name itself. */
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

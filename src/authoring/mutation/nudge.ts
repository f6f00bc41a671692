// The small changes that mutation tries on a number, a date, a comparison and a word.
import type { Operator } from "../../engine/language/formula.js";

/**
 * A number a little larger: one hundredth more, at least one for whole numbers, so that it stays whole. What may be a
 * year moves by one.
 */
export function nudged(value: number): number {
  if (!Number.isInteger(value)) return Number((value + Math.abs(value) / 100).toPrecision(12));
  const mayBeYear = value >= 1800 && value <= 2200;
  return value + (mayBeYear ? 1 : Math.max(1, Math.round(Math.abs(value) / 100)));
}

const OPPOSITES: Readonly<Partial<Record<Operator, Operator>>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "==",
};
const EDGES: Readonly<Partial<Record<Operator, Operator>>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };

/** The comparison that holds exactly where this one does not. */
export function opposite(op: Operator): Operator | undefined {
  return OPPOSITES[op];
}

/** The comparison that differs only where both sides are equal. */
export function edge(op: Operator): Operator | undefined {
  return EDGES[op];
}

/** The next word of a closed set that is not among those already named. */
export function otherWord(
  word: string,
  set: ReadonlySet<string | number>,
  named: readonly string[],
): string | undefined {
  const words = [...set].map(String);
  const at = words.indexOf(word);
  return [...words.slice(at + 1), ...words.slice(0, Math.max(0, at))].find((other) => !named.includes(other));
}

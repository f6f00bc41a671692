// How a mutation changes a number, a day, a comparison or a word.
import type { Operator } from "../../engine/language/formula.js";
import { daysLater, isDateText } from "../../engine/language/types.js";

/**
 * A number a little larger: one hundredth more, at least one for whole numbers, so that it stays whole. What may be a
 * year moves by one.
 */
export function perturbed(value: number): number {
  if (!Number.isInteger(value)) return Number((value + Math.abs(value) / 100).toPrecision(12));
  const mayBeYear = value >= 1800 && value <= 2200;
  return value + (mayBeYear ? 1 : Math.max(1, Math.round(Math.abs(value) / 100)));
}

/** A number or a day moved on a little; undefined for anything else. */
export function moved(value: unknown): number | string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? perturbed(value) : undefined;
  return typeof value === "string" && isDateText(value) ? daysLater(value, 1) : undefined;
}

/** The comparison that differs from another only where both sides are equal. */
export const EDGE: Readonly<Partial<Record<Operator, Operator>>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
};

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

// Changes numbers, dates, comparisons and words.
import type { Operator } from "../../engine/language/formula.js";
import { daysLater, isDateText } from "../../engine/language/types.js";

/** Increases a number by one percent; whole numbers by at least one; possible years by exactly one. */
export function perturbed(value: number): number {
  if (!Number.isInteger(value)) return Number((value + Math.abs(value) / 100).toPrecision(12));
  const mayBeYear = value >= 1800 && value <= 2200;
  return value + (mayBeYear ? 1 : Math.max(1, Math.round(Math.abs(value) / 100)));
}

/** Moves a number or date slightly; undefined for other values. */
export function moved(value: unknown): number | string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? perturbed(value) : undefined;
  return typeof value === "string" && isDateText(value) ? daysLater(value, 1) : undefined;
}

/** The comparison that differs only if both sides are equal. */
export const EDGE: Readonly<Partial<Record<Operator, Operator>>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
};

/** Returns another word of a closed set that is not already in the comparison. */
export function otherWord(
  word: string,
  set: ReadonlySet<string | number>,
  named: readonly string[],
): string | undefined {
  const words = [...set].map(String);
  const at = words.indexOf(word);
  return [...words.slice(at + 1), ...words.slice(0, Math.max(0, at))].find((other) => !named.includes(other));
}

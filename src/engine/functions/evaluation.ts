// Implementations shared by the interpreter and compiled code. Written for speed.
import { compare, round } from "../language/numbers.js";
import type { Ranks } from "./builtin.js";

/** A value was infinite or not a number; `site` is its slot. */
export class NonFinite extends Error {
  constructor(readonly site: number) {
    super("non-finite value");
  }
}

/** Returns a finite number; throws for others. */
export function finite(value: number, site: number): number {
  if (value - value !== 0) throw new NonFinite(site);
  return value;
}

export function sum(items: readonly (number | null)[], site: number): number | null {
  let total = 0;
  for (const item of items) {
    if (item === null) return null;
    total += item;
  }
  return finite(total, site);
}

/** Returns the maximum, or with sign -1 the minimum, of numbers, dates or words of a scale. */
export function extreme<T extends number | string>(
  items: readonly (T | null)[],
  sign: number,
  ranks: Ranks | null,
): T | null {
  const rank = (item: T) => (ranks === null ? item : (ranks[item] ?? 0));
  let best: T | null = null;
  for (const item of items) {
    if (item === null) return null;
    if (best === null || (sign > 0 ? rank(item) > rank(best) : rank(item) < rank(best))) best = item;
  }
  return best;
}

export function interpolate(
  x: number,
  xs: readonly (number | null)[],
  ys: readonly (number | null)[],
  site: number,
): number | null {
  const count = Math.min(xs.length, ys.length);
  if (count === 0) return null;
  for (let index = 0; index < count; index++) if (xs[index] === null || ys[index] === null) return null;
  for (let index = 1; index < count; index++) {
    const [x0, x1, y0, y1] = [
      xs[index - 1] as number,
      xs[index] as number,
      ys[index - 1] as number,
      ys[index] as number,
    ];
    if ((x0 <= x && x <= x1) || (x1 <= x && x <= x0)) {
      return x1 === x0 ? y0 : finite(y0 + ((x - x0) / (x1 - x0)) * (y1 - y0), site);
    }
  }
  const [first, last] = [xs[0] as number, xs[count - 1] as number];
  const rising = last >= first;
  return (rising ? x < first : x > first) ? (ys[0] as number) : (ys[count - 1] as number);
}

export function same(a: unknown, b: unknown): boolean {
  return typeof a === "number" && typeof b === "number" ? compare.EQ(a, b) : a === b;
}

export function has(items: readonly unknown[], wanted: unknown): boolean {
  for (const item of items) if (same(item, wanted)) return true;
  return false;
}

/** Returns the time of a day. Date.UTC would read the years 0 to 99 as 1900 to 1999. */
function timeOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

const FIRST_DAY = timeOf(1000, 0, 1);
const LAST_DAY = timeOf(9999, 11, 31);

/** Limits the day to the last day of the month. */
export function later(date: string, months: number, days: number, site: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const wanted = month - 1 + Math.round(months);
  const start = Math.min(timeOf(year, wanted, day), timeOf(year, wanted + 1, 0));
  const time = start + Math.round(days) * 86_400_000;
  // Dates outside of years 0 to 9999 cannot be written, so they count as non-finite.
  if (!(time >= FIRST_DAY && time <= LAST_DAY)) throw new NonFinite(site);
  return new Date(time).toISOString().slice(0, 10);
}

/** Rounds the mantissa and keeps the exponent as text, because powers of ten above 1e22 are inexact. */
export function toFigures(value: number, count: number): number {
  const [digits, exponent] = value.toExponential(11).split("e");
  return Number(`${round(Number(digits), count - 1)}e${exponent}`);
}

export function toNumber(word: string): number | null {
  return /^[+-]?(\d{1,15}(\.\d{1,15})?|\.\d{1,15})$/.test(word.trim()) ? Number(word.trim()) : null;
}

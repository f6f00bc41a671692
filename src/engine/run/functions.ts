// Runtime functions of compiled plans. Written for speed.
import { PLAN_FUNCTIONS } from "../functions/all.js";
import { finite, interpolate, same } from "../functions/evaluation.js";
import { nearestRows } from "../language/nearest.js";
import { compare, fixed, grouped, near, power, round } from "../language/numbers.js";
import { printed } from "../language/printed.js";

function beats(a: number | string, b: number | string, ranks: Record<string, number> | null): boolean {
  if (typeof a === "number" && typeof b === "number") return compare.GT(a, b);
  return ranks === null ? a > b : (ranks[a] ?? 0) > (ranks[b] ?? 0);
}

/** Sorts stably by a key; entries without a key come last. */
function ordered<T>(
  items: T[],
  key: (item: T) => number | string | null,
  descending: boolean,
  ranks: Record<string, number> | null,
): T[] {
  const sign = descending ? -1 : 1;
  return items
    .map((item, index) => ({ item, index, key: key(item) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null)
        return (a.key === null ? 1 : 0) - (b.key === null ? 1 : 0) || a.index - b.index;
      if (beats(a.key, b.key, ranks)) return sign;
      if (beats(b.key, a.key, ranks)) return -sign;
      return a.index - b.index;
    })
    .map((entry) => entry.item);
}

/** Returns entries of a map, in schema order if its keys are fixed. */
function entries(
  map: Record<string, unknown>,
  keys: readonly string[] | null,
): { key: string; value: unknown }[] {
  const names = keys === null ? Object.keys(map) : keys.filter((key) => map[key] !== undefined);
  return names.map((key) => ({ key, value: map[key] }));
}

/** Returns the table rows in force on a date. */
function inForce<T extends { readonly from: string | null; readonly until: string | null }>(
  rows: readonly T[],
  date: string,
): T[] {
  return rows.filter(
    ({ from, until }) => (from === null || from <= date) && (until === null || date <= until),
  );
}

/** Runtime functions besides those of built-in functions. */
export const RUNTIME = {
  ...compare,
  NEAR: near,
  FIN: finite,
  POW: power,
  R: round,
  FX: fixed,
  GR: grouped,
  TX: printed,
  INT: interpolate,
  SAME: same,
  ORDER: ordered,
  ENT: entries,
  DATED: inForce,
  NEAREST: nearestRows,
} as const;

/** All functions that compiled code receives. */
export const GIVEN: Readonly<Record<string, unknown>> = Object.assign(
  {},
  RUNTIME,
  ...Object.values(PLAN_FUNCTIONS).map(({ runtime }) => runtime),
);

// Lookups as JavaScript functions, indexed once at load: words and numbers by a map, bands by the first that fits.
import { keyWords } from "../checks/lookup.js";
import type { Cell, Row, TableDef, TableKey } from "../model.js";
import { nearestOf } from "../nearest.js";
import type { TablePlan } from "../plan.js";
import { compare } from "../runtime.js";

type Key = string | number;
type Found = Row | Cell;
/** Rows of one combination of words, in file order. */
type Index = Map<Key, Index | number[]>;

const FITS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  at_most: compare.LE,
  below: compare.LT,
  at_least: compare.GE,
  above: compare.GT,
};

export function compileLookup(plan: TablePlan): (...keys: Key[]) => Found {
  const { def, cell } = plan;
  const out = rowsOut(def).map((row): Found => (cell === undefined ? row : (row[cell] ?? null)));
  const missing: Found = def.otherwise ?? null;
  const exact = def.keys
    .map((key, index) => ({ key, index }))
    .filter(({ key }) => key.kind === "equal" || key.kind === "one_of");
  const bands = def.keys
    .map((key, index) => ({ key, index }))
    .filter(({ key }) => key.kind !== "equal" && key.kind !== "one_of");
  if (bands[0]?.key.kind === "interpolate") return compileInterpolation(def, cell, bands[0].key);
  const dateAt = def.dated === undefined ? -1 : def.keys.length;
  const [onlyKey] = exact;
  if (exact.length === 1 && onlyKey !== undefined && bands.length === 0 && dateAt < 0) {
    const map = new Map<Key, Found>();
    def.rows.forEach((row, at) => {
      for (const word of keyWords(row, def, onlyKey.index))
        if (!map.has(word)) map.set(word, out[at] as Found);
    });
    return (key) => map.get(key) ?? missing;
  }
  const index = buildIndex(
    def,
    exact.map((each) => each.index),
  );
  const limits = bands.map(({ key, index: at }) => ({
    at,
    fits: FITS[key.kind] as (value: number, limit: number) => boolean,
    limits: def.rows.map((row) => row[key.columns[0] ?? ""] as number),
  }));
  return (...keys) => {
    let node: Index | number[] | undefined = index;
    for (const each of exact) {
      if (!(node instanceof Map)) break;
      node = node.get(keys[each.index] as Key);
    }
    if (!Array.isArray(node)) return missing;
    const date = dateAt < 0 ? "" : (keys[dateAt] as string);
    for (const row of node) {
      if (dateAt >= 0 && !inForce(def, row, date)) continue;
      if (limits.every((band) => band.fits(keys[band.at] as number, band.limits[row] as number)))
        return out[row] as Found;
    }
    return missing;
  };
}

function buildIndex(def: TableDef, keys: readonly number[]): Index | number[] {
  const root: Index = new Map();
  const all: number[] = [];
  def.rows.forEach((row, at) => {
    if (keys.length === 0) all.push(at);
    const place = (node: Index, depth: number): void => {
      for (const word of new Set(keyWords(row, def, keys[depth] as number))) {
        if (depth === keys.length - 1) {
          const rows = (node.get(word) as number[] | undefined) ?? [];
          rows.push(at);
          node.set(word, rows);
        } else {
          const next = (node.get(word) as Index | undefined) ?? new Map();
          node.set(word, next);
          place(next, depth + 1);
        }
      }
    };
    if (keys.length > 0) place(root, 0);
  });
  return keys.length === 0 ? all : root;
}

/** Straight lines between the rows; the ends are held beyond them. */
function compileInterpolation(
  def: TableDef,
  cell: string | undefined,
  key: TableKey,
): (...keys: Key[]) => Found {
  const points = def.rows.map(
    (row) => [row[key.columns[0] ?? ""] as number, row[cell ?? ""] as number] as const,
  );
  return (given) => {
    const x = given as number;
    const [first] = points;
    if (first === undefined) return null;
    if (x <= first[0]) return first[1];
    for (let at = 1; at < points.length; at++) {
      const [x0, y0] = points[at - 1] as readonly [number, number];
      const [x1, y1] = points[at] as readonly [number, number];
      if (x <= x1) return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
    }
    return points[points.length - 1]?.[1] ?? null;
  };
}

function inForce(def: TableDef, row: number, date: string): boolean {
  const { from, until } = def.periods[row] ?? { from: null, until: null };
  return (from === null || from <= date) && (until === null || date <= until);
}

/** Rows as records; dated ones carry their period. */
function rowsOut(def: TableDef): Row[] {
  if (def.dated === undefined) return [...def.rows];
  return def.rows.map((row, at) => ({ ...row, ...(def.periods[at] ?? { from: null, until: null }) }));
}

export function compileRows(plan: TablePlan): readonly Row[] | ((date: string) => readonly Row[]) {
  const rows = rowsOut(plan.def);
  if (plan.def.dated === undefined) return rows;
  return (date) => rows.filter((_, at) => inForce(plan.def, at, date));
}

/** The normal words of the rows whose words are nearest to a given one. */
export function compileNearest(plan: TablePlan): (word: string, count: number) => string[] {
  const at = plan.def.keys.findIndex((key) => key.kind === "one_of");
  const words = plan.def.rows.map((row) => keyWords(row, plan.def, at).map(String));
  return (word, count) => {
    const best = words.map((of) => nearestOf(word, of, 1)[0] ?? "");
    const order = nearestOf(word, [...new Set(best)], count);
    return order.map((near) => words[best.indexOf(near)]?.[0] ?? near);
  };
}

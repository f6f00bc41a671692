// Which rows of a table a lookup can find, given what is known of its keys.
import { keyWords } from "../checks/lookup.js";
import type { Row, TableDef, TableKey } from "../model.js";
import type { TablePlan } from "../plan.js";
import {
  join,
  type Known,
  NOTHING,
  NULL_ONLY,
  notNil,
  ofCell,
  orNil,
  rangeOf,
  setOf,
  type Word,
} from "./known.js";
import { compareRanges, range } from "./ranges.js";

/** Tables with more rows are not gone through row by row. */
const MOST_ROWS = 400;
const FITS: Readonly<Record<string, string>> = { at_most: "<=", below: "<", at_least: ">=", above: ">" };

export interface Found {
  readonly rows: readonly Row[];
  /** No row may fit. */
  readonly miss: boolean;
}

/** The rows that the keys can lead to; undefined where that is not told. */
export function findRows(def: TableDef, keys: readonly Known[]): Found | undefined {
  if (def.rows.length > MOST_ROWS || def.keys.some((key) => key.kind === "interpolate")) return undefined;
  if (keys.every((key) => key.be.kind === "any")) return { rows: def.rows, miss: true };
  const rows: Row[] = [];
  let certain = false;
  for (const row of def.rows) {
    let [can, must] = [true, def.dated === undefined];
    for (let at = 0; at < def.keys.length && can; at++) {
      const [yes, no] = fits(def, at, row, keys[at] as Known);
      can = yes;
      must = must && !no;
    }
    if (!can) continue;
    rows.push(row);
    if (must) {
      certain = true;
      break;
    }
  }
  return { rows, miss: !certain && !coversAll(def, rows, keys) };
}

/** Whether a row can fit a key, and whether it can fail to. */
function fits(def: TableDef, at: number, row: Row, key: Known): [yes: boolean, no: boolean] {
  const kind = def.keys[at] as TableKey;
  const { be } = key;
  if (be.kind === "none") return [false, true];
  const comparison = FITS[kind.kind];
  if (comparison === undefined) {
    if (be.kind !== "set") return [true, true];
    const words = keyWords(row, def, at);
    let [yes, no] = [false, false];
    for (const word of be.set) {
      if (words.includes(word as string | number)) yes = true;
      else no = true;
    }
    return [yes, no];
  }
  const limit = row[kind.columns[0] ?? ""];
  const given = rangeOf(key);
  if (typeof limit !== "number" || given === undefined) return [true, true];
  return compareRanges(comparison, given, range(limit, limit), false);
}

/** With one key of words, every word that can arrive has a row. */
function coversAll(def: TableDef, rows: readonly Row[], keys: readonly Known[]): boolean {
  const [key] = keys;
  if (def.keys.length !== 1 || def.dated !== undefined || key?.be.kind !== "set") return false;
  if (FITS[def.keys[0]?.kind ?? ""] !== undefined) return false;
  const words = new Set<Word>(rows.flatMap((row) => keyWords(row, def, 0)));
  return [...key.be.set].every((word) => words.has(word));
}

/** What a lookup gives. */
export function lookUp(plan: TablePlan, keys: readonly Known[]): Known | undefined {
  const { def, cell } = plan;
  const nil = keys.some((key) => key.nil);
  const found = findRows(def, keys.map(notNil));
  if (found === undefined) return undefined;
  let known: Known = NOTHING;
  if (cell === undefined) {
    if (found.rows.length > 0) known = { nil: false, be: { kind: "rows", table: def, rows: found.rows } };
    if (found.miss && def.otherwise !== undefined) {
      if (def.otherwise !== null) return undefined;
      known = orNil(known);
    }
  } else {
    known = columnOf(found.rows, cell);
    if (found.miss && def.otherwise !== undefined) known = join(known, otherwiseOf(def));
  }
  return nil ? orNil(known) : known;
}

function otherwiseOf(def: TableDef): Known {
  const { otherwise } = def;
  if (otherwise === null || otherwise === undefined) return NULL_ONLY;
  return typeof otherwise === "object" ? ofCell([]) : ofCell(otherwise);
}

const columns = new WeakMap<readonly Row[], Map<string, Known>>();

/** What the cells of a column are in these rows. */
export function columnOf(rows: readonly Row[], name: string): Known {
  const byName = columns.get(rows) ?? new Map<string, Known>();
  columns.set(rows, byName);
  const before = byName.get(name);
  if (before !== undefined) return before;
  const words = new Set<Word>();
  let nil = false;
  let other = false;
  for (const row of rows) {
    const cell = row[name];
    if (cell === null || cell === undefined) nil = true;
    else if (typeof cell === "object") other = true;
    else words.add(cell);
  }
  const found = other ? { nil, be: { kind: "any" } as const } : setOf(words, nil);
  byName.set(name, found);
  return found;
}

// Limits between the bands of a table. Cases cover a limit if they use the row it ends, the next row, and the limit
// itself, which distinguishes "at most" from "below".

import type { Cell, Row, TableDef, ToolDef } from "../engine/language/model.js";
import { compare } from "../engine/language/numbers.js";
import { isBand } from "../engine/read/cells.js";

export interface BandLimit {
  readonly row: Row;
  readonly at: number;
  readonly column: string;
  readonly next: Row;
  /** Marker for a lookup with the limit itself as key. */
  readonly met: object;
}

const kept = new WeakMap<readonly Row[], readonly BandLimit[]>();

/** Returns the limits of a table with a single band key. With several keys there is no next row. */
export function limitsOf(table: TableDef): readonly BandLimit[] {
  const known = kept.get(table.rows) ?? found(table);
  kept.set(table.rows, known);
  return known;
}

function found(table: TableDef): BandLimit[] {
  const [band, ...more] = table.keys.filter(({ kind }) => isBand(kind));
  const [column = ""] = band?.columns ?? [];
  if (column === "" || more.length > 0) return [];
  const exact = table.keys.filter((key) => key !== band).flatMap(({ columns }) => columns);
  const groups = table.rows.map((row, at) =>
    JSON.stringify([exact.map((name) => row[name]), table.periods[at]]),
  );
  return table.rows.flatMap((row, at) => {
    const next = table.rows[groups.indexOf(groups[at] ?? "", at + 1)];
    return next === undefined ? [] : [{ row, at, column, next, met: {} }];
  });
}

/** Returns the limits that equal a lookup's key: at the end of the row found, or of the row before. */
export function limitsMet(def: ToolDef, row: object, keys: readonly unknown[]): object[] {
  const table = tablesOf(def).get(row);
  if (table === undefined) return [];
  const band = table.keys.findIndex(({ kind }) => isBand(kind));
  return limitsOf(table).flatMap((limit) =>
    (limit.row === row || limit.next === row) && isLimit(limit.row[limit.column], keys[band])
      ? [limit.met]
      : [],
  );
}

function isLimit(cell: Cell | undefined, key: unknown): boolean {
  return typeof cell === "number" && typeof key === "number" && compare.EQ(cell, key);
}

const tables = new WeakMap<ToolDef, ReadonlyMap<object, TableDef>>();

function tablesOf(def: ToolDef): ReadonlyMap<object, TableDef> {
  const known =
    tables.get(def) ??
    new Map([...def.tables.values()].flatMap((table) => table.rows.map((row) => [row, table] as const)));
  tables.set(def, known);
  return known;
}

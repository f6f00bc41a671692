// Interprets lookups: the first row that matches all keys, or interpolation between two rows.
import type { KeyKind, TableDef } from "../language/model.js";
import { RUNTIME } from "../run/functions.js";
import type { TablePlan, Typed } from "../typing/plan.js";
import { isExactKey, type RowIndex, rowIndex } from "../typing/table-index.js";
import type { Eval, Value } from "./frames.js";
import type { EvalBuilder } from "./program.js";

type Lookup = Extract<Typed, { op: "table" }>;

export function lookup(formulas: EvalBuilder, { id, table, args }: Lookup): Eval {
  const { program } = formulas;
  const { def, cell } = table;
  const find = finderOf(table);
  const date = dateOf(formulas, table);
  return formulas.guard(args, (keys, frame) => {
    const { rows, value } = find(keys, date(frame) as string | null);
    program.recorder?.detail(id, { found: { table, keys, rows } });
    const [at] = rows;
    if (value !== undefined) return value;
    if (at === undefined) return (def.otherwise ?? null) as Value;
    const row = program.rows(table)[at] ?? {};
    return cell === undefined ? row : (row[cell] ?? null);
  });
}

/** Returns all rows, or for dated tables those in force. */
export function rowsInForce(formulas: EvalBuilder, table: TablePlan): Eval {
  const { program } = formulas;
  if (table.dated === undefined) return () => program.rows(table);
  const date = dateOf(formulas, table);
  return (frame) => RUNTIME.DATED(program.rows(table) as never, date(frame) as string);
}

function dateOf(formulas: EvalBuilder, { dated }: TablePlan): Eval {
  return dated === undefined ? () => null : formulas.value(dated);
}

const FITS: Readonly<Partial<Record<KeyKind, (key: number, limit: number) => boolean>>> = {
  at_most: RUNTIME.LE,
  below: RUNTIME.LT,
  at_least: RUNTIME.GE,
  above: RUNTIME.GT,
};

interface Finding {
  readonly rows: readonly number[];
  /** Of an interpolated point. */
  readonly value?: number | null;
}

function finderOf({
  def,
  cell: column = "",
}: TablePlan): (keys: readonly Value[], date: string | null) => Finding {
  const index = rowIndex(def);
  const places = def.keys.map(({ kind, columns: [column = ""] }, at) => ({ kind, column, at }));
  const exact = places.filter(({ kind }) => isExactKey(kind));
  const bands = places.filter(({ kind }) => !isExactKey(kind));
  const line = bands.find(({ kind }) => kind === "interpolate");
  const cell = (at: number, name: string) => def.rows[at]?.[name] as number;
  return (keys, date) => {
    let node: RowIndex | undefined = index;
    for (const { at } of exact) node = node instanceof Map ? node.get(keys[at] as string) : undefined;
    if (node === undefined || node instanceof Map) return { rows: [] };
    if (line !== undefined) {
      const rows = node;
      const [xs, ys] = [rows.map((at) => cell(at, line.column)), rows.map((at) => cell(at, column))];
      const key = keys[line.at] as number;
      const used = around(key, xs).map((nth) => rows[nth] ?? 0);
      return { rows: used, value: RUNTIME.INT(key, xs, ys, -1) };
    }
    const row = node.find(
      (at) =>
        isInForce(def, at, date) &&
        bands.every((band) => FITS[band.kind]?.(keys[band.at] as number, cell(at, band.column)) === true),
    );
    return { rows: row === undefined ? [] : [row] };
  };
}

function isInForce({ periods, dated }: TableDef, at: number, date: string | null): boolean {
  if (dated === undefined || date === null) return true;
  const { from, until } = periods[at] ?? { from: null, until: null };
  return (from === null || from <= date) && (until === null || date <= until);
}

/** Returns the indexes of the points around a key; beyond the ends, of the last point. */
function around(key: number, xs: readonly number[]): readonly number[] {
  for (let at = 1; at < xs.length; at++) {
    const [a, b] = [xs[at - 1] as number, xs[at] as number];
    if (Math.min(a, b) <= key && key <= Math.max(a, b)) return [at - 1, at];
  }
  const isRising = (xs.at(-1) ?? 0) >= (xs[0] ?? 0);
  return (isRising ? key < (xs[0] ?? 0) : key > (xs[0] ?? 0)) ? [0] : [xs.length - 1];
}

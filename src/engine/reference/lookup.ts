// Table lookups in the reference evaluator: row by row, as a reader would.
import type { Cell, Row, TableDef, ToolDef } from "../language/model.js";
import {
  identify,
  idOfRecord,
  type ReadNotes,
  type ReferenceValue,
  type Trace,
  type Walk,
  WalkFrame,
} from "./frame.js";
import { equal, order } from "./meaning.js";
import { onScale } from "./scale-word.js";

type Value = ReferenceValue;

/** The rows that records were made of. */
const written = new WeakMap<object, Row>();

/** Tells who watches that these records are used, those of them that are rows of tables. */
export function useRows(
  walk: Walk,
  records: readonly Value[],
  how: "found" | "listed",
  keys?: readonly Value[],
): void {
  if (walk.onUse === undefined) return;
  for (const record of records) {
    const item = record instanceof WalkFrame ? record.item : record;
    const row = typeof item === "object" && item !== null ? written.get(item) : undefined;
    if (row !== undefined) walk.onUse(row, how, keys);
  }
}

/** The rows of each table of a tool as records, with words of scales made so. */
const recordsMade = new WeakMap<ToolDef, Map<TableDef, Record<string, Value>[]>>();

/** Rows in force. */
export function rowsOf({ def, root }: Walk, table: TableDef, notes?: ReadNotes): Record<string, Value>[] {
  const tables = recordsMade.get(def) ?? new Map<TableDef, Record<string, Value>[]>();
  recordsMade.set(def, tables);
  const records = tables.get(table) ?? recordsOf(def, table);
  tables.set(table, records);
  if (table.dated === undefined) return records;
  const date = String(root.find(table.dated.it.text, notes));
  return records.filter((_, at) => {
    const { from, until } = table.periods[at] ?? ALWAYS;
    return (from === null || date >= from) && (until === null || date <= until);
  });
}

/** The id of a row: its table and its place there, the first being 0. */
export function rowId({ name }: TableDef, at: number): string {
  return `table:${name}[${at}]`;
}

const ALWAYS = { from: null, until: null };

function recordsOf(def: ToolDef, table: TableDef): Record<string, Value>[] {
  return table.rows.map((row, at) => {
    const cells = scaled(def, table, row);
    const record = table.dated === undefined ? cells : { ...cells, ...(table.periods[at] ?? ALWAYS) };
    written.set(record, row);
    identify(record, rowId(table, at));
    return record;
  });
}

function scaled(def: ToolDef, table: TableDef, row: Row): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [name, cellOf(def, table, name, cell)]),
  );
}

function cellOf(def: ToolDef, table: TableDef, column: string, cell: Cell): Value {
  return onScale(cell as Value, def.scales.get(table.columns.get(column)?.scale ?? "")?.words);
}

export function lookUp(walk: Walk, table: TableDef, keys: readonly Value[], trace: Trace): Value {
  if (keys.some((key) => key === null)) return null;
  const keyColumns = new Set(table.keys.flatMap((key) => key.columns));
  const values = [...table.columns.keys()].filter((name) => !keyColumns.has(name));
  const cell = values.length === 1 ? (values[0] as string) : undefined;
  const { origins: from } = trace;
  const rows = rowsOf(walk, table, { from, aside: from });
  const fitting = (each: Record<string, Value>) =>
    table.keys.every((key, at) => fits(each, key.kind, key.columns, keys[at] ?? null));
  const line = table.keys.findIndex(({ kind }) => kind === "interpolate");
  const points = line < 0 ? [] : rows.filter(fitting);
  if (points.length > 0)
    return between(walk, points, trace, table.keys[line]?.columns[0] ?? "", cell ?? "", keys[line] as number);
  const row = line < 0 ? rows.find(fitting) : undefined;
  const own = row && written.get(row);
  const cites = (own && table.rowCites[table.rows.indexOf(own)]) ?? table.cites;
  trace.tables.push({ table: table.name, keys, row: (row as Row | undefined) ?? null, cites });
  from.add(row === undefined ? `table:${table.name}` : (idOfRecord(row) ?? ""));
  if (row === undefined) return otherwise(walk.def, table, cell);
  useRows(walk, [row], "found", keys);
  return cell === undefined ? row : (row[cell] ?? null);
}

function otherwise(def: ToolDef, table: TableDef, cell: string | undefined): Value {
  const given = table.otherwise ?? null;
  return given === null || typeof given !== "object" || Array.isArray(given)
    ? cellOf(def, table, cell ?? "", given as Cell)
    : scaled(def, table, given as Row);
}

function fits(row: Record<string, Value>, kind: string, columns: readonly string[], key: Value): boolean {
  const cells = columns.flatMap((column) => row[column] ?? null);
  switch (kind) {
    case "equal":
    case "one_of":
      return cells.some((cell) => (typeof cell === "number" ? cell === key : equal(cell, key)));
    case "interpolate":
      return true;
    case "at_most":
      return order(key, cells[0] ?? null) <= 0;
    case "below":
      return order(key, cells[0] ?? null) < 0;
    case "at_least":
      return order(key, cells[0] ?? null) >= 0;
    default:
      return order(key, cells[0] ?? null) > 0;
  }
}

function between(
  walk: Walk,
  rows: readonly Record<string, Value>[],
  { origins: from }: Trace,
  x: string,
  y: string,
  wanted: number,
): Value {
  const points = rows.map((row) => [row[x] as number, row[y] as number] as const);
  const after = points.findIndex(([at]) => wanted <= at);
  const last = after < 0 ? rows.length - 1 : after;
  const used = rows.slice(Math.max(0, last - Number(after > 0)), last + 1);
  for (const row of used) from.add(idOfRecord(row) ?? "");
  useRows(walk, used, "found");
  if (after === 0) return points[0]?.[1] ?? null;
  if (after < 0) return points[points.length - 1]?.[1] ?? null;
  const [[x0, y0], [x1, y1]] = [
    points[after - 1] as readonly [number, number],
    points[after] as readonly [number, number],
  ];
  return y0 + ((wanted - x0) / (x1 - x0)) * (y1 - y0);
}

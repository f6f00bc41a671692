// Lookups in tables for the independent check: row by row, as a reader does it.
import type { Row, TableDef, ToolDef } from "../engine/language/model.js";
import { type Datum, type NamedData, onScale, type ToolNames } from "./frame.js";
import { equal, order } from "./functions.js";

const ALWAYS = { from: null, until: null };
const made = new WeakMap<ToolDef, Map<TableDef, NamedData[]>>();

/** The rows of a table; of a dated one those in force. */
export function rowsOf({ def, root }: ToolNames, table: TableDef): NamedData[] {
  const tables = made.get(def) ?? new Map<TableDef, NamedData[]>();
  made.set(def, tables);
  const rows = tables.get(table) ?? recordsOf(def, table);
  tables.set(table, rows);
  if (table.dated === undefined) return rows;
  const date = String(root.find(table.dated.it.text));
  return rows.filter((_, at) => {
    const { from, until } = table.periods[at] ?? ALWAYS;
    return (from === null || date >= from) && (until === null || date <= until);
  });
}

function recordsOf(def: ToolDef, table: TableDef): NamedData[] {
  return table.rows.map((row, at) => {
    const cells = scaled(def, table, row);
    return table.dated === undefined ? cells : { ...cells, ...(table.periods[at] ?? ALWAYS) };
  });
}

function scaled(def: ToolDef, table: TableDef, row: Row): NamedData {
  const words = (column: string) => def.scales.get(table.columns.get(column)?.scale ?? "")?.words;
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [name, onScale(cell as Datum, words(name))]),
  );
}

export function lookUp(around: ToolNames, table: TableDef, keys: readonly Datum[]): Datum {
  if (keys.some((key) => key === null)) return null;
  const keyColumns = new Set(table.keys.flatMap(({ columns }) => columns));
  const values = [...table.columns.keys()].filter((name) => !keyColumns.has(name));
  const cell = values.length === 1 ? values[0] : undefined;
  const fitting = rowsOf(around, table).filter((row) =>
    table.keys.every(({ kind, columns }, at) => fits(row, kind, columns, keys[at] ?? null)),
  );
  const line = table.keys.findIndex(({ kind }) => kind === "interpolate");
  const x = table.keys[line]?.columns[0];
  if (x !== undefined && cell !== undefined && fitting.length > 0)
    return between(fitting, x, cell, keys[line] as number);
  const [row] = line < 0 ? fitting : [];
  if (row !== undefined) return cell === undefined ? row : (row[cell] ?? null);
  const { otherwise } = table;
  if (
    otherwise === undefined ||
    otherwise === null ||
    typeof otherwise !== "object" ||
    Array.isArray(otherwise)
  )
    return onScale((otherwise ?? null) as Datum, wordsOf(around.def, table, cell));
  return scaled(around.def, table, otherwise as Row);
}

function wordsOf({ scales }: ToolDef, { columns }: TableDef, column = ""): readonly string[] | undefined {
  return scales.get(columns.get(column)?.scale ?? "")?.words;
}

function fits(row: NamedData, kind: string, columns: readonly string[], key: Datum): boolean {
  const cells = columns.flatMap((column) => row[column] ?? null);
  const sign = () => order(key, cells[0] ?? null);
  switch (kind) {
    case "equal":
    case "one_of":
      return cells.some((cell) => (typeof cell === "number" ? cell === key : equal(cell, key)));
    case "interpolate":
      return true;
    case "at_most":
      return sign() <= 0;
    case "below":
      return sign() < 0;
    case "at_least":
      return sign() >= 0;
    default:
      return sign() > 0;
  }
}

function between(rows: readonly NamedData[], x: string, y: string, key: number): Datum {
  const points = rows.map((row) => [row[x] as number, row[y] as number] as const);
  const after = points.findIndex(([at]) => key <= at);
  if (after <= 0) return points.at(after)?.[1] ?? null;
  const [[x0, y0], [x1, y1]] = points.slice(after - 1, after + 1) as [[number, number], [number, number]];
  return y0 + ((key - x0) / (x1 - x0)) * (y1 - y0);
}

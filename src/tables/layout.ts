// The layout of a table, which each worker gets, and the two errors that refuse a table.
import type { CellReading } from "./cell-reader.js";
import type { ResultColumn } from "./columns.js";

/** Rows among which the headings are found. */
export const MOST_ABOVE = 20;

/** It can be written as JSON. */
export interface TableLayout {
  readonly from: "csv" | "jsonl";
  readonly to: "csv" | "jsonl";
  readonly separator: string;
  /** Numbers of the table, results included, are written 1,5. */
  readonly decimalComma: boolean;
  readonly newline: "\n" | "\r\n";
  /** Cells of the results that a spreadsheet would run are marked as texts. */
  readonly guard: boolean;
  /** Columns of the table, which are carried through. */
  readonly header: readonly string[];
  /** The field that each column of the table gives, by its dotted name; null for other columns. */
  readonly fields: readonly (string | null)[];
  /** How the cells of each column are written. */
  readonly readings: readonly CellReading[];
  /** Fields of all rows alike. */
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly results: readonly ResultColumn[];
  /** Names of the result columns, and of the three for notes and for the reason of a refusal. */
  readonly names: readonly string[];
}

/** A table that cannot be computed, with a message for its sender. */
export class BadTable extends Error {
  static readonly CODE = "BAD_TABLE";
  /** Distinguishes this error from others that come from a thread. */
  readonly code = BadTable.CODE;
}

/** Returns how to convert a Parquet file, which the readers of tables refuse. */
export function readsNoParquet(file: string): string {
  return `Plumbline reads no Parquet. Convert it to CSV: ${duckdbCopy(file, file.replace(PARQUET, ".csv"))}`;
}

export const PARQUET = /\.parquet$/i;

function duckdbCopy(from: string, to: string): string {
  const [source, target] = [from, to].map((name) => `'${name.replaceAll("'", "''")}'`);
  return `duckdb -c "COPY (FROM ${source}) TO ${target}"`;
}

/** The same for want of columns, with the nearest ones that might be meant. */
export class MissingColumns extends BadTable {
  constructor(
    message: string,
    /** Input to column, "" where none is near. */
    readonly proposal: Readonly<Record<string, string>>,
    /** The field of each column, as far as it was found. */
    readonly fields: readonly (string | null)[],
  ) {
    super(message);
  }
}

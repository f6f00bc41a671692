// A table that was sent for a job: read, held against the tool, counted and cut into parts, before anything is computed. All of
// it within bounds: of rows, of bytes, of columns, and of what comes out of a file that is compressed.
import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import type { RuntimeTool } from "../../engine/run/tool.js";
import type { ColumnTypes } from "../../tables/column-types.js";
import { sheetToText, type TableForm } from "../../tables/forms.js";
import { HEAD_BYTES } from "../../tables/head.js";
import { BadTable, type TableLayout } from "../../tables/layout.js";
import { type Formulas, openTable } from "../../tables/open-table.js";
import { partsOf, rowsIn } from "../../tables/parts.js";
import type { ReportedReadings } from "../../tables/readings.js";
import { type Job, type JobPart, packed } from "./queue.js";

export interface Sent {
  readonly tool: RuntimeTool;
  readonly definition: string;
  /** The table, or the file that it is in where that is no text. */
  readonly table: Buffer | string;
  readonly from: TableForm;
  readonly form: TableForm;
  readonly mapping?: Readonly<Record<string, string>>;
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly columns?: string;
  readonly readings?: ReportedReadings;
  readonly formulas?: Formulas | undefined;
  /** Rows that may be in it; more are refused before they are read. */
  readonly mostRows?: number;
  readonly callback?: string;
}

/** Bytes of the largest table, as it is sent and as text. */
export const LARGEST_TABLE = 64 * 1024 * 1024;
const PART_BYTES = 128 * 1024;
/** Bytes of the longest row. */
const LONGEST_ROW = 1024 * 1024;
const MOST_COLUMNS = 1000;

/** Mebibytes of memory that a table in another form than text may take. */
const UNPACKING_MIB = 512;

/** Throws BadTable for a table that cannot be worked on. */
export async function takeIn(
  sent: Sent,
  now: number,
  keptMs: number,
): Promise<{ job: Job; parts: JobPart[] }> {
  const { tool, definition, mapping = {}, fixed = {}, columns, readings = {} } = sent;
  const { mostRows = Number.POSITIVE_INFINITY } = sent;
  const { bytes, types } =
    typeof sent.table === "string" && sent.from === "xlsx"
      ? await textOf(sent.table, mostRows)
      : { bytes: Buffer.from(sent.table), types: {} };
  const [from, to] = [sent.from, sent.form].map((form) => (form === "xlsx" ? "csv" : form)) as ["csv", "csv"];
  const wishes = { from, to, mapping, fixed, columns, readings, definition, formulas: sent.formulas };
  const table = openTable(tool, bytes.subarray(0, HEAD_BYTES), wishes);
  const { header, names } = table.layout;
  const width = header.length + names.length;
  if (width > MOST_COLUMNS)
    throw new BadTable(
      `The table with its results has ${width} columns; at most ${MOST_COLUMNS} are computed.`,
    );
  const { parts, rows } = await cut(bytes.subarray(table.start), table.line, table.layout);
  if (rows === 0) throw new BadTable("The table has no rows.");
  const job: Job = {
    id: randomBytes(18).toString("base64url"),
    owner: "",
    tool: tool.name,
    definition,
    layout: table.layout,
    head: Buffer.from(table.head).toString("utf8"),
    form: sent.form,
    types,
    rows,
    carried: table.carried,
    notes: table.notes,
    counted: now,
    created: now,
    expires: now + keptMs,
    ...(sent.callback === undefined ? {} : { callback: sent.callback }),
  };
  return { job, parts };
}

async function cut(
  bytes: Buffer,
  first: number,
  layout: TableLayout,
): Promise<{ parts: JobPart[]; rows: number }> {
  const parts: JobPart[] = [];
  let rows = 0;
  let taken = 0;
  const blocks = function* () {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      if (at - taken > LONGEST_ROW)
        throw new BadTable(
          `A row behind line ${parts.at(-1)?.line ?? first} has more than ${LONGEST_ROW} bytes, or a quote that is never closed.`,
        );
      yield bytes.subarray(at, at + PART_BYTES);
    }
  };
  for await (const part of partsOf(blocks(), layout, first)) {
    taken += part.bytes.length;
    rows += rowsIn(part.bytes, layout);
    parts.push({ bytes: packed(part.bytes), line: part.line });
  }
  return { parts, rows };
}

async function textOf(file: string, rows: number): Promise<{ bytes: Buffer; types: ColumnTypes }> {
  const csv = `${file}.csv`;
  const bounds = { rows, columns: MOST_COLUMNS, bytes: LARGEST_TABLE, memoryMb: UNPACKING_MIB };
  try {
    const types = await sheetToText(file, csv, bounds);
    return { bytes: await readFile(csv), types };
  } finally {
    await rm(csv, { force: true });
  }
}

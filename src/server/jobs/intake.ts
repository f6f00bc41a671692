// A table that was sent for a job: read, held against the tool, counted and cut into parts, before anything is computed. All of
// it within bounds: of rows, of bytes, of columns, and of what comes out of a file that is compressed.
import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import type { RuntimeTool } from "../../engine/run/tool.js";
import { eachRecord, lastRecordEnd, Source } from "../../tables/csv.js";
import { decoded } from "../../tables/encoding.js";
import { HEAD_BYTES } from "../../tables/head.js";
import { BadTable, type Layout } from "../../tables/layout.js";
import { openTable } from "../../tables/open-table.js";
import { type ColumnTypes, parquetToCsv, refuseNames } from "../../tables/parquet.js";
import { type Job, type JobForm, type Part, packed } from "./queue.js";

export interface Sent {
  readonly tool: RuntimeTool;
  readonly definition: string;
  /** The table, or the file that it is in where that is Parquet. */
  readonly table: Buffer | string;
  readonly from: JobForm;
  readonly form: JobForm;
  readonly mapping?: Readonly<Record<string, string>>;
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly columns?: string;
  /** Rows that may be in it; more are refused before they are read. */
  readonly mostRows?: number;
}

/** Bytes of the largest table, as it is sent and as text. */
export const LARGEST_TABLE = 64 * 1024 * 1024;
const PART_BYTES = 128 * 1024;
/** Bytes of the longest row. */
const LONGEST_ROW = 1024 * 1024;
const MOST_COLUMNS = 1000;

/** Throws BadTable for a table that cannot be worked on. */
export async function takeIn(sent: Sent, now: number, keptMs: number): Promise<{ job: Job; parts: Part[] }> {
  const { tool, definition, mapping = {}, fixed = {}, columns, mostRows = Number.POSITIVE_INFINITY } = sent;
  const { bytes, types } =
    typeof sent.table === "string"
      ? await fromParquet(sent.table, mostRows)
      : { bytes: sent.table, types: {} };
  const from = sent.from === "parquet" ? "csv" : sent.from;
  const to = sent.form === "parquet" ? "csv" : sent.form;
  const table = openTable(tool, bytes.subarray(0, HEAD_BYTES), { from, to, mapping, fixed, columns });
  const { header, names } = table.layout;
  if (header.length + names.length > MOST_COLUMNS)
    throw new BadTable(
      `The table with its results has ${header.length + names.length} columns; at most ${MOST_COLUMNS} are computed.`,
    );
  if (sent.form === "parquet") refuseNames([...header, ...names]);
  const { parts, rows } = cut(bytes.subarray(table.start), table.line, table.layout);
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
    counted: now,
    created: now,
    expires: now + keptMs,
  };
  return { job, parts };
}

function cut(bytes: Buffer, first: number, layout: Layout): { parts: Part[]; rows: number } {
  const parts: Part[] = [];
  let rows = 0;
  let line = first;
  for (let at = 0; at < bytes.length; ) {
    let end = 0;
    // A record may be longer than a part.
    for (let size = PART_BYTES; end === 0 && size <= LONGEST_ROW && at + size < bytes.length; size *= 2) {
      const block = bytes.subarray(at, at + size);
      end = layout.from === "csv" ? lastRecordEnd(block, layout.separator) : block.lastIndexOf(10) + 1;
    }
    if (end === 0 && bytes.length - at > LONGEST_ROW)
      throw new BadTable(
        `The row at line ${line} has more than ${LONGEST_ROW} bytes, or a quote that is never closed.`,
      );
    const part = bytes.subarray(at, end === 0 ? bytes.length : at + end);
    const { text } = decoded(part);
    rows += rowsIn(text, layout);
    parts.push({ bytes: packed(part), line });
    line += text.split("\n").length - 1;
    at += part.length;
  }
  return { parts, rows };
}

function rowsIn(text: string, { from, separator, header }: Layout): number {
  if (from === "jsonl") return text.split("\n").filter((line) => line.trim() !== "").length;
  let rows = 0;
  eachRecord(Source.of(text), separator, () => rows++, header.length);
  return rows;
}

async function fromParquet(file: string, rows: number): Promise<{ bytes: Buffer; types: ColumnTypes }> {
  const csv = `${file}.csv`;
  try {
    const types = await parquetToCsv(file, csv, { rows, bytes: LARGEST_TABLE, columns: MOST_COLUMNS });
    return { bytes: await readFile(csv), types };
  } catch (error) {
    if (error instanceof BadTable) throw error;
    throw new BadTable("The body is no Parquet file that can be read.");
  } finally {
    await rm(csv, { force: true });
  }
}

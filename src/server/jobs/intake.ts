// A table that was sent for a job: read, held against the tool, counted and cut into parts, before anything is computed.
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RuntimeTool } from "../../engine/run/tool.js";
import { eachRecord, lastRecordEnd, Source } from "../../tables/csv.js";
import { decoded } from "../../tables/encoding.js";
import { HEAD_BYTES } from "../../tables/head.js";
import { BadTable, type Layout } from "../../tables/layout.js";
import { openTable } from "../../tables/open-table.js";
import type { ColumnTypes } from "../../tables/parquet.js";
import type { Job, JobForm, Part } from "./queue.js";

export interface Sent {
  readonly tool: RuntimeTool;
  readonly definition: string;
  readonly bytes: Buffer;
  readonly from: JobForm;
  readonly form: JobForm;
  readonly mapping?: Readonly<Record<string, string>>;
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly columns?: string;
}

const PART_BYTES = 128 * 1024;

/** Throws BadTable for a table that cannot be worked on. */
export async function takeIn(sent: Sent, now: number, keptMs: number): Promise<{ job: Job; parts: Part[] }> {
  const { bytes, types } =
    sent.from === "parquet" ? await fromParquet(sent.bytes) : { bytes: sent.bytes, types: {} };
  const from = sent.from === "parquet" ? "csv" : sent.from;
  const to = sent.form === "parquet" ? "csv" : sent.form;
  const { tool, definition, mapping = {}, fixed = {}, columns } = sent;
  const wishes = { from, to, mapping, fixed, columns } as const;
  const table = openTable(tool, bytes.subarray(0, HEAD_BYTES), wishes);
  const { parts, rows } = await cut(bytes.subarray(table.start), table.line, table.layout);
  if (rows === 0) throw new BadTable("The table has no rows.");
  const job: Job = {
    id: randomBytes(18).toString("base64url"),
    tool: tool.name,
    definition,
    layout: table.layout,
    head: Buffer.from(table.head).toString("utf8"),
    form: sent.form,
    types,
    rows,
    carried: table.carried,
    created: now,
    expires: now + keptMs,
  };
  return { job, parts };
}

async function cut(bytes: Buffer, first: number, layout: Layout): Promise<{ parts: Part[]; rows: number }> {
  const parts: Part[] = [];
  let rows = 0;
  let line = first;
  for (let at = 0; at < bytes.length; ) {
    let size = PART_BYTES;
    let end = 0;
    // A record may be longer than a part.
    while (end === 0 && at + size / 2 < bytes.length) {
      const block = bytes.subarray(at, at + size);
      end = layout.from === "csv" ? lastRecordEnd(block, layout.separator) : block.lastIndexOf(10) + 1;
      size *= 2;
    }
    const part = bytes.subarray(at, end === 0 ? bytes.length : at + end);
    const { text } = decoded(part);
    rows += rowsIn(text, layout);
    parts.push({ bytes: part, line });
    line += text.split("\n").length - 1;
    at += part.length;
    // Others are answered between two parts.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { parts, rows };
}

function rowsIn(text: string, { from, separator, header }: Layout): number {
  if (from === "jsonl") return text.split("\n").filter((line) => line.trim() !== "").length;
  let rows = 0;
  eachRecord(Source.of(text), separator, () => rows++, header.length);
  return rows;
}

async function fromParquet(bytes: Buffer): Promise<{ bytes: Buffer; types: ColumnTypes }> {
  return inFolder(async (folder) => {
    const { parquetToCsv } = await import("../../tables/parquet.js");
    await writeFile(join(folder, "in.parquet"), bytes);
    try {
      const types = await parquetToCsv(join(folder, "in.parquet"), join(folder, "in.csv"));
      return { bytes: await readFile(join(folder, "in.csv")), types };
    } catch {
      throw new BadTable("The body is no Parquet file that can be read.");
    }
  });
}

/** A folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-job-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// A table that was sent for a job: read, held against the tool, counted and cut into parts, before anything is computed.
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RuntimeTool } from "../../engine/run/tool.js";
import type { TableBounds } from "../../tables/bounds.js";
import type { ColumnTypes } from "../../tables/column-types.js";
import { isPacked, type PackedForm, tableToText } from "../../tables/forms.js";
import { HEAD_BYTES } from "../../tables/head.js";
import { BadTable, type Layout } from "../../tables/layout.js";
import { openTable } from "../../tables/open-table.js";
import { partsOf, rowsIn } from "../../tables/parts.js";
import type { ToldReadings } from "../../tables/readings.js";
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
  readonly readings?: ToldReadings;
}

const PART_BYTES = 128 * 1024;
/** What may come out of a table that is sent packed. */
const BOUNDS: TableBounds = { rows: 5_000_000, columns: 2000, bytes: 512 * 1024 * 1024, memoryMb: 512 };

/** Throws BadTable for a table that cannot be worked on. */
export async function takeIn(sent: Sent, now: number, keptMs: number): Promise<{ job: Job; parts: Part[] }> {
  const { bytes, types } = isPacked(sent.from)
    ? await unpacked(sent.bytes, sent.from)
    : { bytes: sent.bytes, types: {} };
  const [from, to] = [sent.from, sent.form].map((form) => (isPacked(form) ? "csv" : form)) as ["csv", "csv"];
  const { tool, definition, mapping = {}, fixed = {}, columns, readings = {} } = sent;
  const wishes = { from, to, mapping, fixed, columns, readings, definition };
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
    notes: table.notes,
    created: now,
    expires: now + keptMs,
  };
  return { job, parts };
}

async function cut(bytes: Buffer, first: number, layout: Layout): Promise<{ parts: Part[]; rows: number }> {
  const parts: Part[] = [];
  let rows = 0;
  for await (const part of partsOf(blocksOf(bytes), layout, first)) {
    rows += rowsIn(part.bytes, layout);
    parts.push({ bytes: part.bytes, line: part.line });
    // Others are answered between two parts.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { parts, rows };
}

function* blocksOf(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

async function unpacked(bytes: Buffer, form: PackedForm): Promise<{ bytes: Buffer; types: ColumnTypes }> {
  return inFolder(async (folder) => {
    const [file, csv] = [join(folder, `in.${form}`), join(folder, "in.csv")];
    await writeFile(file, bytes);
    const types = await tableToText(form, file, csv, BOUNDS);
    return { bytes: await readFile(csv), types };
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

// Converts spreadsheets to CSV before rows are computed, and CSV with results to a spreadsheet. A thread with bounded memory
// does it, so that a malicious file cannot end the process.
import { ThreadPool, TookTooLong } from "../threads/pool.js";
import { OWN_FILES, type TableBounds, tooLarge, tooSlow } from "./bounds.js";
import type { FormTask, WrittenText } from "./forms-thread.js";
import { BadTable } from "./layout.js";
import type { SheetText, SheetWish } from "./xlsx-read.js";

export type TableForm = "csv" | "jsonl" | "xlsx";

/** The media types of tables. */
export const TABLE_TYPES: Readonly<Record<TableForm, string>> = {
  csv: "text/csv",
  jsonl: "application/x-ndjson",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Returns the sheet with the table as CSV with commas. Throws BadTable if it cannot be read. */
export function sheetToText(
  sheet: Uint8Array,
  wish: SheetWish,
  bounds: TableBounds = OWN_FILES,
  signal?: AbortSignal,
): Promise<SheetText> {
  const { inputSchema, formHints = {} } = wish.inputs;
  const plain = { ...wish, inputs: { inputSchema, formHints } };
  return inThread<SheetText>({ does: "read", sheet, bounds, wish: plain }, bounds, signal);
}

/** Returns a spreadsheet of CSV with results. */
export function textToSheet(
  results: WrittenText,
  bounds: TableBounds = OWN_FILES,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return inThread<Uint8Array>({ does: "write", ...results }, bounds, signal);
}

/** An abort and the end of the time terminate the thread. */
async function inThread<Answer>(task: FormTask, bounds: TableBounds, signal?: AbortSignal): Promise<Answer> {
  signal?.throwIfAborted();
  const { memoryMb, deadlineMs } = bounds;
  const file = new URL("./forms-thread.js", import.meta.url);
  const name = "the thread that converts tables";
  const time = deadlineMs === undefined ? {} : { deadlineMs };
  const pool = new ThreadPool<FormTask, Answer>({ file, data: undefined, name, memoryMb, ...time });
  const stop = () => void pool.close();
  signal?.addEventListener("abort", stop);
  try {
    return await pool.request(task);
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: unknown };
    if (code === "ERR_WORKER_OUT_OF_MEMORY") throw tooLarge(bounds);
    if (error instanceof TookTooLong) throw tooSlow();
    throw code === BadTable.CODE ? new BadTable(message) : error;
  } finally {
    signal?.removeEventListener("abort", stop);
    await pool.close();
  }
}

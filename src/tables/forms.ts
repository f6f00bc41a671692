// Converts spreadsheets to CSV before rows are computed, and CSV with results to a spreadsheet. A thread with bounded memory
// does it, so that a malicious file cannot end the process.
import { ThreadPool } from "../threads/pool.js";
import { OWN_FILES, type TableBounds, tooLarge } from "./bounds.js";
import type { ColumnTypes } from "./column-types.js";
import type { FormTask, WrittenText } from "./forms-thread.js";
import { BadTable } from "./layout.js";

export type TableForm = "csv" | "jsonl" | "xlsx";

/** Writes the first sheet as CSV with commas. Returns the types of its columns; throws BadTable if it cannot be read. */
export function sheetToText(
  file: string,
  csv: string,
  bounds: TableBounds = OWN_FILES,
): Promise<ColumnTypes> {
  return inThread({ does: "read", file, csv, bounds }, bounds);
}

/** Writes CSV with results as a spreadsheet. */
export async function textToSheet(results: WrittenText): Promise<void> {
  await inThread({ does: "write", ...results }, OWN_FILES);
}

async function inThread(task: FormTask, bounds: TableBounds): Promise<ColumnTypes> {
  const file = new URL("./forms-thread.js", import.meta.url);
  const name = "the thread that converts tables";
  const options = { file, data: undefined, name, memoryMb: bounds.memoryMb };
  const pool = new ThreadPool<FormTask, ColumnTypes>(options);
  try {
    return await pool.request(task);
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: unknown };
    if (code === "ERR_WORKER_OUT_OF_MEMORY") throw tooLarge(bounds);
    throw code === BadTable.CODE ? new BadTable(message) : error;
  } finally {
    await pool.close();
  }
}

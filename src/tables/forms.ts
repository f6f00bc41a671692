// Tables in other forms than text: Parquet and spreadsheets become text before rows are computed, and text with results
// becomes one of them. A thread does it whose memory is bounded, so that a table that is made to burst takes nobody along.
import { ThreadPool } from "../threads/pool.js";
import { OWN_FILES, type TableBounds, tooLarge } from "./bounds.js";
import type { ColumnTypes, TypedColumn } from "./column-types.js";
import type { FormTask, PackedForm } from "./forms-thread.js";
import { BadTable } from "./layout.js";

export type TableForm = "csv" | "jsonl" | "parquet" | "xlsx";

export function isPacked(form: TableForm): form is PackedForm {
  return form === "parquet" || form === "xlsx";
}

/** Writes a table as text with commas, and tells the types of its columns; throws BadTable where it cannot be read. */
export function tableToText(
  form: PackedForm,
  file: string,
  csv: string,
  bounds: TableBounds = OWN_FILES,
): Promise<ColumnTypes> {
  return inThread({ does: "read", form, file, csv, bounds }, bounds);
}

/** Writes text with results in another form. */
export async function textToTable(
  form: PackedForm,
  csv: string,
  file: string,
  columns: readonly TypedColumn[],
  separator: string,
): Promise<void> {
  await inThread({ does: "write", form, file, csv, columns, separator }, OWN_FILES);
}

async function inThread(task: FormTask, bounds: TableBounds): Promise<ColumnTypes> {
  const file = new URL("./forms-thread.js", import.meta.url);
  const name = "the thread that converts tables";
  const options = { file, data: undefined, name, memoryMb: bounds.memoryMb, keepsProcess: true };
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

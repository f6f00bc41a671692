// The thread that converts tables. Only who has such a table loads what reads it.
import { createReadStream, createWriteStream } from "node:fs";
import { open, readFile, stat, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { answerRequests } from "../threads/thread.js";
import type { TableBounds } from "./bounds.js";
import type { ColumnTypes, TypedColumn } from "./column-types.js";

/** Forms that are no text. */
export type PackedForm = "parquet" | "xlsx";

export type FormTask = { readonly form: PackedForm; readonly file: string; readonly csv: string } & (
  | { readonly does: "read"; readonly bounds: TableBounds }
  | { readonly does: "write"; readonly columns: readonly TypedColumn[]; readonly separator: string }
);

answerRequests(async (task: FormTask): Promise<ColumnTypes> => {
  const { form, file, csv } = task;
  if (task.does === "read")
    return form === "parquet" ? readParquet(file, csv, task.bounds) : readSpreadsheet(file, csv, task.bounds);
  if (form === "parquet")
    await (await import("./parquet-write.js")).csvToParquet(csv, file, task.columns, task.separator);
  else await writeSpreadsheet(csv, file, task.columns, task.separator);
  return {};
});

async function readParquet(file: string, csv: string, bounds: TableBounds): Promise<ColumnTypes> {
  const { parquetText } = await import("./parquet-read.js");
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const slice = async (start: number, end = size) => {
      const bytes = new ArrayBuffer(end - start);
      await handle.read(new Uint8Array(bytes), 0, end - start, start);
      return bytes;
    };
    const { lines, types } = await parquetText({ byteLength: size, slice }, bounds);
    await pipeline(lines, createWriteStream(csv));
    return types;
  } finally {
    await handle.close();
  }
}

async function readSpreadsheet(file: string, csv: string, bounds: TableBounds): Promise<ColumnTypes> {
  const { refuseLargeSheet, xlsxText } = await import("./xlsx-read.js");
  refuseLargeSheet((await stat(file)).size);
  const { readSheet } = await import("read-excel-file/node");
  const { text, types } = await xlsxText(await readFile(file), bounds, (bytes) =>
    readSheet(Buffer.from(bytes)),
  );
  await writeFile(csv, text);
  return types;
}

async function writeSpreadsheet(
  csv: string,
  file: string,
  columns: readonly TypedColumn[],
  separator: string,
): Promise<void> {
  const { resultsSheet } = await import("./xlsx-write.js");
  const sheet = await resultsSheet(createReadStream(csv), columns, separator);
  const { default: write } = await import("write-excel-file/node");
  await write([sheet]).toFile(file);
}

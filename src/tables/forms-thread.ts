// The thread that converts spreadsheets. It alone loads the packages that read and write them.
import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { answerRequests } from "../threads/thread.js";
import type { TableBounds } from "./bounds.js";
import type { ColumnTypes, TypedColumn } from "./column-types.js";

export type FormTask = { readonly file: string; readonly csv: string } & (
  | { readonly does: "read"; readonly bounds: TableBounds }
  | { readonly does: "write"; readonly columns: readonly TypedColumn[]; readonly separator: string }
);

answerRequests(async (task: FormTask): Promise<ColumnTypes> => {
  const { file, csv } = task;
  if (task.does === "read") return readSpreadsheet(file, csv, task.bounds);
  await writeSpreadsheet(csv, file, task.columns, task.separator);
  return {};
});

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

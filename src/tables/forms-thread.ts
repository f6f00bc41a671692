// The thread that converts spreadsheets. It alone loads the packages that read and write them.
import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { answerRequests } from "../threads/thread.js";
import type { TableBounds } from "./bounds.js";
import type { ColumnTypes, TypedColumn } from "./column-types.js";

interface ReadSheet {
  readonly file: string;
  readonly csv: string;
  readonly bounds: TableBounds;
}

export interface WrittenText {
  readonly csv: string;
  /** The first byte after the line with the names. */
  readonly start: number;
  readonly file: string;
  readonly columns: readonly TypedColumn[];
  readonly separator: string;
}

export type FormTask = ({ readonly does: "read" } & ReadSheet) | ({ readonly does: "write" } & WrittenText);

answerRequests(async (task: FormTask): Promise<ColumnTypes> => {
  if (task.does === "read") return readSpreadsheet(task);
  await writeSpreadsheet(task);
  return {};
});

async function readSpreadsheet({ file, csv, bounds }: ReadSheet): Promise<ColumnTypes> {
  const { refuseLargeSheet, xlsxText } = await import("./xlsx-read.js");
  refuseLargeSheet((await stat(file)).size);
  const { readSheet } = await import("read-excel-file/node");
  const { text, types } = await xlsxText(await readFile(file), bounds, (bytes) =>
    readSheet(Buffer.from(bytes)),
  );
  await writeFile(csv, text);
  return types;
}

async function writeSpreadsheet({ csv, start, file, columns, separator }: WrittenText): Promise<void> {
  const { resultsSheet } = await import("./xlsx-write.js");
  const sheet = await resultsSheet(createReadStream(csv, { start }), columns, separator);
  const { default: write } = await import("write-excel-file/node");
  await write([sheet]).toFile(file);
}

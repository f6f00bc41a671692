// The thread that converts spreadsheets. It alone loads the packages that read and write them.
import { createReadStream } from "node:fs";
import { answerRequests } from "../threads/thread.js";
import type { TableBounds } from "./bounds.js";
import type { TypedColumn } from "./column-types.js";
import type { SheetText, SheetWish } from "./xlsx-read.js";

export interface WrittenText {
  /** Rows of CSV: a file from its first row on, or bytes. */
  readonly rows: { readonly file: string; readonly start: number } | readonly Uint8Array[];
  readonly columns: readonly TypedColumn[];
  readonly separator: string;
}

export type FormTask =
  | {
      readonly does: "read";
      readonly sheet: Uint8Array;
      readonly bounds: TableBounds;
      readonly wish: SheetWish;
    }
  | ({ readonly does: "write" } & WrittenText);

answerRequests<FormTask, SheetText | Uint8Array>((task) =>
  task.does === "read" ? read(task.sheet, task.bounds, task.wish) : write(task),
);

async function read(sheet: Uint8Array, bounds: TableBounds, wish: SheetWish): Promise<SheetText> {
  const { xlsxText } = await import("./xlsx-read.js");
  const { default: readSheets } = await import("read-excel-file/node");
  return xlsxText(sheet, bounds, wish, (bytes) => readSheets(Buffer.from(bytes)));
}

async function write({ rows, columns, separator }: WrittenText): Promise<Uint8Array> {
  const { FILTERS, resultsSheet } = await import("./xlsx-write.js");
  const bytes = "file" in rows ? createReadStream(rows.file, { start: rows.start }) : rows;
  const sheet = await resultsSheet(bytes, columns, separator);
  const { default: writeSheets } = await import("write-excel-file/node");
  return writeSheets([sheet], { features: [FILTERS] }).toBuffer();
}

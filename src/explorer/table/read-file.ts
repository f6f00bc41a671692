// Reads a dropped file as text. It does not leave the browser.
import type { TableBounds } from "../../tables/bounds.js";
import type { ColumnTypes } from "../../tables/column-types.js";
import { asUtf8, utf16In } from "../../tables/encoding.js";
import { BadTable, PARQUET, readsNoParquet } from "../../tables/layout.js";
import type { SheetWish } from "../../tables/xlsx-read.js";

/** Rows that fit into memory with their results. */
export const MOST_ROWS = 200_000;
const MOST_BYTES = 64 * 1024 * 1024;
const BOUNDS: TableBounds = { rows: MOST_ROWS, columns: 2000, bytes: MOST_BYTES, memoryMb: 512 };
const ELSEWHERE = "The command line takes longer ones: see the API tab.";

export interface FileText {
  readonly bytes: Uint8Array;
  readonly types: ColumnTypes;
  /** The sheet that was read, and the names of all; a text has none. */
  readonly sheet: string;
  readonly sheets: readonly string[];
}

export async function readFile(file: File, wish: SheetWish): Promise<FileText> {
  const ending = /\.[^.]*$/.exec(file.name.toLowerCase())?.[0];
  if (file.size > MOST_BYTES)
    throw new BadTable(
      `${file.name} has ${Math.ceil(file.size / 2 ** 20)} MiB; this page reads at most ${MOST_BYTES / 2 ** 20}. ${ELSEWHERE}`,
    );
  switch (ending) {
    case ".csv":
    case ".tsv":
    case ".txt":
      return { bytes: await textIn(file), types: {}, sheet: "", sheets: [] };
    case ".xlsx":
      return spreadsheet(file, wish);
    default:
      if (PARQUET.test(file.name)) throw new BadTable(readsNoParquet(file.name));
      throw new BadTable(`${file.name} is not a table that this page reads. Save it as .csv or .xlsx.`);
  }
}

async function textIn(file: File): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = utf16In(bytes);
  if (kind === undefined) return bytes;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of asUtf8([bytes], kind)) parts.push(new Uint8Array(part));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function spreadsheet(file: File, wish: SheetWish): Promise<FileText> {
  const [{ xlsxText }, { default: readSheets }] = await Promise.all([
    import("../../tables/xlsx-read.js"),
    import("read-excel-file/universal"),
  ]);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { text, ...found } = await xlsxText(bytes, BOUNDS, wish, () => readSheets(file));
  return { ...found, bytes: new TextEncoder().encode(text) };
}

// Reads a dropped file as text. It does not leave the browser.
import type { TableBounds } from "../../tables/bounds.js";
import type { ColumnTypes } from "../../tables/column-types.js";
import { BadTable, PARQUET, readsNoParquet } from "../../tables/layout.js";

/** Rows that fit into memory with their results. */
export const MOST_ROWS = 200_000;
const MOST_BYTES = 64 * 1024 * 1024;
const BOUNDS: TableBounds = { rows: MOST_ROWS, columns: 2000, bytes: MOST_BYTES, memoryMb: 512 };
const ELSEWHERE = "The command line takes longer ones: see the API tab.";

export interface FileText {
  readonly bytes: Uint8Array;
  readonly types: ColumnTypes;
}

export async function readFile(file: File): Promise<FileText> {
  const ending = /\.[^.]*$/.exec(file.name.toLowerCase())?.[0];
  if (file.size > MOST_BYTES)
    throw new BadTable(
      `${file.name} has ${Math.ceil(file.size / 2 ** 20)} MiB; this page reads at most ${MOST_BYTES / 2 ** 20}. ${ELSEWHERE}`,
    );
  switch (ending) {
    case ".csv":
    case ".tsv":
    case ".txt":
      return { bytes: new Uint8Array(await file.arrayBuffer()), types: {} };
    case ".xlsx":
      return spreadsheet(file);
    default:
      if (PARQUET.test(file.name)) throw new BadTable(readsNoParquet(file.name));
      throw new BadTable(`${file.name} is not a table that this page reads. Save it as .csv or .xlsx.`);
  }
}

async function spreadsheet(file: File): Promise<FileText> {
  const [{ xlsxText }, { readSheet }] = await Promise.all([
    import("../../tables/xlsx-read.js"),
    import("read-excel-file/universal"),
  ]);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { text, types } = await xlsxText(bytes, BOUNDS, () => readSheet(file));
  return { bytes: new TextEncoder().encode(text), types };
}

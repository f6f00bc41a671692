// A spreadsheet (.xlsx) as text that rows are computed from: its first sheet, which is read whole and therefore bounded.
import { readFile, stat, writeFile } from "node:fs/promises";
import { messageOf } from "../wording/wording.js";
import { refuseBeyond, type TableBounds, tooLarge } from "./bounds.js";
import type { ColumnTypes } from "./column-types.js";
import { csvCell } from "./csv.js";
import { BadTable } from "./layout.js";
import { unpackedSize } from "./zip.js";

const LARGEST_FILE = 10 * 1024 * 1024;
const ELSE = "Save it as CSV UTF-8: text is read and written whatever its length.";

type Value = string | number | boolean | Date | null | undefined;

/** Writes the first sheet as text with commas, and tells which columns hold numbers, or yes and no, alone. */
export async function xlsxToCsv(file: string, csv: string, bounds: TableBounds): Promise<ColumnTypes> {
  const { size } = await stat(file);
  if (size > LARGEST_FILE)
    throw new BadTable(
      `The spreadsheet has ${Math.ceil(size / 2 ** 20)} MiB; at most ${LARGEST_FILE / 2 ** 20} are read. ${ELSE}`,
    );
  const rows = await sheetIn(await readFile(file), bounds);
  const [header = [], ...rest] = rows;
  refuseBeyond(bounds, { rows: rest.length, columns: header.length });
  let bytes = 0;
  // A line is empty where a row is: the numbers of lines stay those of rows.
  const lines = rows.map((row) => {
    const empty = row.every((cell) => textOf(cell) === "");
    const line = empty ? "" : header.map((_, at) => csvCell(textOf(row[at]), ",")).join(",");
    bytes += Buffer.byteLength(line) + 1;
    refuseBeyond(bounds, { bytes });
    return line;
  });
  await writeFile(csv, `${lines.join("\n")}\n`);
  return Object.fromEntries(
    header.flatMap((name, at) => {
      const given = rest.map((row) => row[at]).filter((cell) => textOf(cell) !== "");
      const [kind, ...others] = new Set(given.map((cell) => typeof cell));
      const single = others.length === 0 && (kind === "number" || kind === "boolean");
      return single ? [[textOf(name).trim(), kind]] : [];
    }),
  );
}

async function sheetIn(bytes: Buffer, bounds: TableBounds): Promise<Value[][]> {
  const { readSheet } = await import("read-excel-file/node");
  try {
    // What is unpacked becomes text of two bytes a sign, and cells beside it.
    if (unpackedSize(bytes, (bounds.memoryMb * 2 ** 20) / 4) === undefined) throw tooLarge(bounds);
    return (await readSheet(bytes)) as Value[][];
  } catch (error) {
    if (error instanceof BadTable) throw error;
    throw new BadTable(`The spreadsheet cannot be read (${messageOf(error)}). ${ELSE}`);
  }
}

/** Dates without a time are days, as tools take them. */
function textOf(value: Value): string {
  if (value === null || value === undefined) return "";
  if (!(value instanceof Date)) return String(value);
  return value.toISOString().replace(/T00:00:00\.000Z$/, "");
}

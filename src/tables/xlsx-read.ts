// A spreadsheet (.xlsx) as text that rows are computed from: its first sheet, which is read whole and therefore bounded.
// Nothing here needs Node: who asks brings the reader of cells that belongs to where it runs.
import { messageOf } from "../wording/wording.js";
import { refuseBeyond, type TableBounds, tooLarge } from "./bounds.js";
import type { ColumnTypes } from "./column-types.js";
import { csvCell } from "./csv.js";
import { BadTable } from "./layout.js";
import { unpackedSize } from "./zip.js";

/** Bytes of a spreadsheet. */
export const LARGEST_SHEET = 10 * 1024 * 1024;
const ELSE = "Save it as CSV UTF-8: text is read and written whatever its length.";

type Value = string | number | boolean | Date | null | undefined;
/** The cells of the first sheet. */
export type SheetReader = (bytes: Uint8Array) => Promise<unknown[][]>;

export function refuseLargeSheet(size: number): void {
  if (size > LARGEST_SHEET)
    throw new BadTable(
      `The spreadsheet has ${Math.ceil(size / 2 ** 20)} MiB; at most ${LARGEST_SHEET / 2 ** 20} are read. ${ELSE}`,
    );
}

/** The first sheet as text with commas, and which columns hold numbers, or yes and no, alone. */
export async function xlsxText(
  bytes: Uint8Array,
  bounds: TableBounds,
  read: SheetReader,
): Promise<{ readonly text: string; readonly types: ColumnTypes }> {
  refuseLargeSheet(bytes.length);
  const rows = await sheetIn(bytes, bounds, read);
  const [header = [], ...rest] = rows;
  refuseBeyond(bounds, { rows: rest.length, columns: header.length });
  const encoder = new TextEncoder();
  let size = 0;
  // A line is empty where a row is: the numbers of lines stay those of rows.
  const lines = rows.map((row) => {
    const empty = row.every((cell) => textOf(cell) === "");
    const line = empty ? "" : header.map((_, at) => csvCell(textOf(row[at]), ",")).join(",");
    size += encoder.encode(line).length + 1;
    refuseBeyond(bounds, { bytes: size });
    return line;
  });
  const types = header.flatMap((name, at) => {
    const given = rest.map((row) => row[at]).filter((cell) => textOf(cell) !== "");
    const [kind, ...others] = new Set(given.map((cell) => typeof cell));
    const single = others.length === 0 && (kind === "number" || kind === "boolean");
    return single ? [[textOf(name).trim(), kind] as const] : [];
  });
  return { text: `${lines.join("\n")}\n`, types: Object.fromEntries(types) };
}

async function sheetIn(bytes: Uint8Array, bounds: TableBounds, read: SheetReader): Promise<Value[][]> {
  try {
    // What is unpacked becomes text of two bytes a sign, and cells beside it.
    if ((await unpackedSize(bytes, (bounds.memoryMb * 2 ** 20) / 4)) === undefined) throw tooLarge(bounds);
    return (await read(bytes)) as Value[][];
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

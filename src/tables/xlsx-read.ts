// Reads the sheet of a spreadsheet (.xlsx) that looks like a table, as CSV. It is read whole, so it is bounded. Nothing here
// needs Node: the caller passes the reader of cells.
import { messageOf, noSuch } from "../wording/wording.js";
import { refuseBeyond, type TableBounds, tooLarge } from "./bounds.js";
import type { ColumnTypes } from "./column-types.js";
import { csvCell } from "./csv.js";
import type { HasInputs } from "./fields.js";
import { type CountInputs, headerRowIn } from "./header-row.js";
import { BadTable, MOST_ABOVE } from "./layout.js";
import { distinctNames, headingsCounter } from "./matching.js";
import { unpackedSize } from "./zip.js";

/** Bytes of a spreadsheet. */
export const LARGEST_SHEET = 10 * 1024 * 1024;
const ELSE = "Save it as CSV UTF-8: text is read and written whatever its length.";

type Value = string | number | boolean | Date | null | undefined;
/** Reads the cells of all sheets. */
export type SheetsReader = (
  bytes: Uint8Array,
) => Promise<readonly { readonly sheet: string; readonly data: unknown[][] }[]>;

/** Which sheet is read, and which of its rows has the headings. */
export interface SheetWish {
  /** The tool with the inputs of the headings. */
  readonly inputs: HasInputs;
  readonly mapping?: Readonly<Record<string, string>>;
  /** Name or number of the sheet. */
  readonly sheet?: string | undefined;
  readonly headerLine?: number | undefined;
}

export interface SheetText {
  readonly text: string;
  /** Types of the columns, by their names. */
  readonly types: ColumnTypes;
  /** The sheet that was read, and the names of all. */
  readonly sheet: string;
  readonly sheets: readonly string[];
}

export function refuseLargeSheet(size: number): void {
  if (size > LARGEST_SHEET)
    throw new BadTable(
      `The spreadsheet has ${Math.ceil(size / 2 ** 20)} MiB; at most ${LARGEST_SHEET / 2 ** 20} are read. ${ELSE}`,
    );
}

/** Returns one sheet as text with commas, and the columns of numbers alone, or of yes and no. */
export async function xlsxText(
  bytes: Uint8Array,
  bounds: TableBounds,
  wish: SheetWish,
  read: SheetsReader,
): Promise<SheetText> {
  refuseLargeSheet(bytes.length);
  const sheets = await sheetsIn(bytes, bounds, read);
  const count = headingsCounter(wish.inputs, wish.mapping);
  const { name, rows } = chosenSheet(sheets, count, wish.sheet);
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== "") + 1), 0);
  refuseBeyond(bounds, { rows: rows.length - 1, columns: width });
  const encoder = new TextEncoder();
  let size = 0;
  // A line is empty where a row is: the numbers of lines stay those of rows.
  const lines = rows.map((row) => {
    const empty = row.every((cell) => cell === "");
    const line = empty ? "" : Array.from({ length: width }, (_, at) => csvCell(row[at] ?? "", ",")).join(",");
    size += encoder.encode(line).length + 1;
    refuseBeyond(bounds, { bytes: size });
    return line;
  });
  const top = rows.slice(0, MOST_ABOVE);
  const at = wish.headerLine === undefined ? undefined : Math.min(wish.headerLine, top.length) - 1;
  const header = headerRowIn(top, count, at);
  const found = sheets.find((each) => each.name === name)?.cells ?? [];
  return {
    text: `${lines.join("\n")}\n`,
    types: typesOf(found.slice(header.at + header.height), distinctNames(header.names)),
    sheet: name,
    sheets: sheets.map((each) => each.name),
  };
}

interface Sheet {
  readonly name: string;
  readonly cells: readonly (readonly Value[])[];
}

/** Returns the named sheet, or the first one with the most inputs in its headings. */
function chosenSheet(
  sheets: readonly Sheet[],
  count: CountInputs,
  wished: string | undefined,
): { readonly name: string; readonly rows: readonly (readonly string[])[] } {
  const asRows = ({ name, cells }: Sheet) => ({ name, rows: cells.map((row) => row.map(textOf)) });
  const names = sheets.map(({ name }) => name);
  if (wished !== undefined) {
    const found = sheets.find(({ name }) => name === wished) ?? sheets[Number(wished) - 1];
    if (found !== undefined) return asRows(found);
    throw new BadTable(`${noSuch("sheet", wished, names).message} Sheets: ${names.join(", ")}.`);
  }
  let best: { readonly sheet: Sheet; readonly score: number } | undefined;
  for (const sheet of sheets) {
    const top = sheet.cells.slice(0, MOST_ABOVE + 2).map((row) => row.map(textOf));
    if (top.length < 2) continue;
    const score = count(headerRowIn(top, count).names);
    if (score > (best?.score ?? -1)) best = { sheet, score };
  }
  const found = best?.sheet ?? sheets[0];
  return found === undefined ? { name: "", rows: [] } : asRows(found);
}

function typesOf(rows: readonly (readonly Value[])[], header: readonly string[]): ColumnTypes {
  const types = header.flatMap((name, at) => {
    const given = rows.map((row) => row[at]).filter((cell) => textOf(cell) !== "");
    const [kind, ...others] = new Set(given.map((cell) => typeof cell));
    const single = others.length === 0 && (kind === "number" || kind === "boolean");
    return single ? [[name, kind] as const] : [];
  });
  return Object.fromEntries(types);
}

async function sheetsIn(bytes: Uint8Array, bounds: TableBounds, read: SheetsReader): Promise<Sheet[]> {
  try {
    // The unpacked file becomes text of two bytes a character, and also cells.
    if ((await unpackedSize(bytes, (bounds.memoryMb * 2 ** 20) / 4)) === undefined) throw tooLarge(bounds);
    return (await read(bytes)).map(({ sheet, data }) => ({ name: sheet, cells: data as Value[][] }));
  } catch (error) {
    if (error instanceof BadTable) throw error;
    throw new BadTable(`The spreadsheet cannot be read (${messageOf(error)}). ${ELSE}`);
  }
}

/** Dates without a time are days. A number with three decimals gets a fourth, so that 1.234 cannot be 1234. */
function textOf(value: Value): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value).replace(/^(-?[1-9]\d{0,2}\.\d{3})$/, "$10");
  if (!(value instanceof Date))
    return String(value)
      .replace(/\s*[\r\n]+\s*/g, " ")
      .trim();
  return value.toISOString().replace(/T00:00:00\.000Z$/, "");
}

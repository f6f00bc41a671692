// Converts text with results to a spreadsheet (.xlsx). A sheet is written whole, so it is bounded; longer tables are written as
// CSV. Nothing here needs Node: the caller passes the writer.
import type { TypedColumn } from "./column-types.js";
import { recordsOf } from "./csv.js";
import { decoded } from "./encoding.js";
import { BadTable } from "./layout.js";
import { partsOf } from "./parts.js";

export const MOST_CELLS = 1_500_000;
/** Characters that a column is wide. */
const [NARROWEST, WIDEST] = [8, 60];

export type SheetCell = { value: string | number | boolean; fontWeight?: "bold"; wrap?: boolean } | null;

/** A sheet as write-excel-file takes it. */
export interface WrittenSheet {
  readonly sheet: string;
  readonly data: SheetCell[][];
  readonly columns: { width: number }[];
  readonly stickyRowsCount: number;
  /** The cells of a filter, from A1 on. */
  readonly filter?: string;
}

/** Writes the filters of sheets. */
export const FILTERS = {
  files: {
    transform: {
      "xl/worksheets/sheet{id}.xml": {
        transform: (xml: string, { filter }: { readonly filter?: string; readonly sheet?: string }) =>
          filter === undefined
            ? xml
            : xml.replace("</sheetData>", `</sheetData><autoFilter ref="${filter}"/>`),
      },
    },
  },
};

/** Returns the sheet with a filter over all of its rows. */
export function withFilter(sheet: WrittenSheet): WrittenSheet {
  const { data, columns } = sheet;
  return { ...sheet, filter: `A1:${letters(columns.length)}${data.length}` };
}

/** Returns the letters of a column: A to Z, then AA. */
function letters(column: number): string {
  if (column === 0) return "";
  return letters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));
}

/** Returns rows below their names. Columns are as wide as their cells, and the names stay visible. */
export function sheetOf(sheet: string, names: readonly string[], rows: readonly SheetCell[][]): WrittenSheet {
  const widths = names.map((name) => name.length);
  for (const row of rows)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, String(cell?.value ?? "").length);
    });
  const bold = names.map((name): SheetCell => (name === "" ? null : { value: name, fontWeight: "bold" }));
  return {
    sheet,
    data: [bold, ...rows],
    columns: widths.map((width) => ({ width: Math.min(WIDEST, Math.max(NARROWEST, width + 2)) })),
    stickyRowsCount: 1,
  };
}

/** Returns the sheet of rows of CSV with results, without the first line. */
export async function resultsSheet(
  text: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  columns: readonly TypedColumn[],
  separator: string,
): Promise<WrittenSheet> {
  const rows: SheetCell[][] = [];
  const layout = { from: "csv", separator, header: columns.map(({ name }) => name) } as const;
  for await (const { bytes } of partsOf(text, layout, 0))
    for (const { cells } of recordsOf(decoded(bytes).text, separator, columns.length)) {
      if ((rows.length + 2) * columns.length > MOST_CELLS)
        throw new BadTable(
          `The results have more than ${MOST_CELLS} cells, too many for a spreadsheet. Write them as CSV.`,
        );
      rows.push(columns.map((column, at) => cellOf(cells[at] ?? "", column)));
    }
  return withFilter(sheetOf("Results", layout.header, rows));
}

/** Another text in a column of numbers stays unchanged. */
function cellOf(text: string, { type, decimalComma, words }: TypedColumn): SheetCell {
  if (text === "") return null;
  if (type === "boolean" && (text === "true" || text === "false")) return { value: text === "true" };
  if (type !== "number" && type !== "integer") return { value: words?.[text] ?? text };
  const number = Number(decimalComma ? text.replace(",", ".") : text);
  return { value: Number.isFinite(number) ? number : text };
}

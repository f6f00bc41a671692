// Text with results as a spreadsheet (.xlsx). A sheet is written whole, so it is bounded; longer tables travel as CSV or
// Parquet.
import { createReadStream } from "node:fs";
import type { TypedColumn } from "./column-types.js";
import { recordsOf } from "./csv.js";
import { BadTable } from "./layout.js";
import { blocksBehindHead } from "./results-text.js";

const MOST_CELLS = 1_500_000;
/** Characters that a column is wide. */
const [NARROWEST, WIDEST] = [8, 60];

type Cell = { value: string | number | boolean; fontWeight?: "bold" } | null;

export async function csvToXlsx(
  csv: string,
  file: string,
  columns: readonly TypedColumn[],
  separator: string,
): Promise<void> {
  const widths = columns.map(({ name }) => name.length);
  const rows: Cell[][] = [
    columns.map(({ name }) => (name === "" ? null : { value: name, fontWeight: "bold" })),
  ];
  for await (const text of blocksBehindHead(createReadStream(csv), separator, columns.length))
    for (const { cells } of recordsOf(text, separator, columns.length)) {
      if ((rows.length + 1) * columns.length > MOST_CELLS)
        throw new BadTable(
          `The results have more than ${MOST_CELLS} cells, too many for a spreadsheet. Take them as CSV or Parquet.`,
        );
      rows.push(columns.map((column, at) => cellOf(cells[at] ?? "", column)));
      cells.forEach((cell, at) => {
        widths[at] = Math.max(widths[at] ?? 0, cell.length);
      });
    }
  const { default: write } = await import("write-excel-file/node");
  const widened = widths.map((width) => ({ width: Math.min(WIDEST, Math.max(NARROWEST, width + 2)) }));
  await write(rows, { stickyRowsCount: 1, columns: widened }).toFile(file);
}

/** What is no number in a column of numbers stays as it was written. */
function cellOf(text: string, { type, decimalComma }: TypedColumn): Cell {
  if (text === "") return null;
  if (type === "boolean" && (text === "true" || text === "false")) return { value: text === "true" };
  if (!/^(number|integer|decimal)/.test(type)) return { value: text };
  const number = Number(decimalComma ? text.replace(",", ".") : text);
  return { value: Number.isFinite(number) ? number : text };
}

// Spreadsheets (.xlsx): the first sheet becomes text that rows are computed from, and text with results becomes a sheet.
// A sheet is read and written whole, so it is bounded; longer tables travel as CSV or Parquet.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import type { RuntimeTool } from "../engine/run/tool.js";
import { messageOf } from "../wording/wording.js";
import { csvCell, eachRecord, Source } from "./csv.js";
import { fieldsByName } from "./fields.js";
import { BadTable, type Layout } from "./layout.js";
import type { ColumnTypes } from "./parquet.js";

/** Bytes of a file, and cells of a sheet: some hundred MB of memory. */
const LARGEST_FILE = 10 * 1024 * 1024;
const MOST_CELLS = 1_500_000;
const ELSE = "Save it as CSV UTF-8: text is read and written whatever its length.";

type Value = string | number | boolean | Date | null | undefined;

/** Writes the first sheet as text with commas, and tells which columns hold numbers, or yes and no, alone. */
export async function xlsxToCsv(file: string, csv: string): Promise<ColumnTypes> {
  const { size } = statSync(file);
  if (size > LARGEST_FILE)
    throw new BadTable(
      `The spreadsheet has ${Math.ceil(size / 2 ** 20)} MiB; at most ${LARGEST_FILE / 2 ** 20} are read. ${ELSE}`,
    );
  const rows = await sheetIn(file);
  const [header = [], ...rest] = rows;
  // A line is empty where a row is: the numbers of lines stay those of rows.
  const lines = rows.map((row) =>
    row.every((cell) => textOf(cell) === "")
      ? ""
      : header.map((_, at) => csvCell(textOf(row[at]), ",")).join(","),
  );
  writeFileSync(csv, `${lines.join("\n")}\n`);
  return Object.fromEntries(
    header.flatMap((name, at) => {
      const given = rest.map((row) => row[at]).filter((cell) => textOf(cell) !== "");
      const [kind, ...others] = new Set(given.map((cell) => typeof cell));
      const type = others.length > 0 || kind === undefined ? undefined : TYPES[kind];
      return type === undefined ? [] : [[textOf(name).trim(), type]];
    }),
  );
}

const TYPES: Readonly<Partial<Record<string, string>>> = { number: "DOUBLE", boolean: "BOOLEAN" };

/** The kind of cells that a column of a known type has. */
function kindOf(type: string): string {
  if (type === "BOOLEAN") return "boolean";
  return /INT|FLOAT|DOUBLE|DECIMAL/.test(type) ? "number" : "text";
}

async function sheetIn(file: string): Promise<Value[][]> {
  const { readSheet } = await import("read-excel-file/node");
  try {
    return (await readSheet(file)) as Value[][];
  } catch (error) {
    throw new BadTable(`The spreadsheet cannot be read (${messageOf(error)}). ${ELSE}`);
  }
}

/** Dates without a time are days, as tools take them. */
function textOf(value: Value): string {
  if (value === null || value === undefined) return "";
  if (!(value instanceof Date)) return String(value);
  return value.toISOString().replace(/T00:00:00\.000Z$/, "");
}

/** Writes text with results as a sheet. */
export async function csvToXlsx(
  csv: string,
  file: string,
  tool: RuntimeTool,
  layout: Layout,
  known: ColumnTypes,
): Promise<void> {
  const { header, names, results, separator, decimalComma } = layout;
  const inputs = fieldsByName(tool);
  const kinds = [
    ...header.map((name, at) => {
      const type = known[name];
      return type === undefined ? String(inputs.get(layout.fields[at] ?? "")?.schema.type) : kindOf(type);
    }),
    ...results.map(({ kind }): string => kind),
  ];
  const rows: Cell[][] = [];
  const width = header.length + names.length;
  eachRecord(Source.of(readFileSync(csv, "utf8").replace(/^\uFEFF/, "")), separator, ({ cells }) => {
    if ((rows.length + 1) * width > MOST_CELLS)
      throw new BadTable(
        `The results have more than ${MOST_CELLS} cells, too many for a spreadsheet. Name an --output that ends in .csv or .parquet.`,
      );
    const first = rows.length === 0;
    rows.push(cells.map((cell, at) => cellOf(cell, first ? "" : kinds[at], decimalComma, first)));
  });
  const { default: write } = await import("write-excel-file/node");
  await write(rows, { stickyRowsCount: 1 }).toFile(file);
}

type Cell = { value: string | number | boolean; fontWeight?: "bold" } | null;

/** What is no number in a column of numbers stays as it was written. */
function cellOf(text: string, kind: string | undefined, decimalComma: boolean, bold: boolean): Cell {
  if (text === "") return null;
  if (bold) return { value: text, fontWeight: "bold" };
  if (kind === "boolean" && (text === "true" || text === "false")) return { value: text === "true" };
  if (kind !== "number" && kind !== "integer") return { value: text };
  const number = Number(decimalComma ? text.replace(",", ".") : text);
  return { value: Number.isFinite(number) ? number : text };
}

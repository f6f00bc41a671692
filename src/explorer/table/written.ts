// Downloadable tables: results with titles, assumptions, and an empty template.
import type { RuntimeTool } from "../../engine/run/tool.js";
import { numberText, unitText } from "../../pages/show.js";
import { type ColumnTypes, type TypedColumn, typedColumns } from "../../tables/column-types.js";
import { csvCell, recordsOf } from "../../tables/csv.js";
import { type Field, type FieldSchema, fieldsOf } from "../../tables/fields.js";
import { verdictsOf } from "../../tables/figures.js";
import type { TableLayout } from "../../tables/layout.js";
import { matchColumns } from "../../tables/matching.js";
import type { Tally } from "../../tables/tally.js";
import {
  FILTERS,
  MOST_CELLS,
  resultsSheet,
  type SheetCell,
  sheetOf,
  type WrittenSheet,
  withFilter,
} from "../../tables/xlsx-write.js";
import { boundsOf, choiceOf, fieldAt } from "../../wording/field-words.js";
import { unguarded } from "../../wording/formulas.js";
import { pathTitle } from "../columns.js";
import type { CatalogueEntry } from "../tool-data.js";
import type { ToDo } from "./to-do.js";

export interface Computed {
  readonly entry: CatalogueEntry;
  readonly tool: RuntimeTool;
  readonly layout: TableLayout;
  readonly types: ColumnTypes;
  readonly file: string;
  /** The header line, then rows with their results. */
  readonly parts: readonly Uint8Array[];
  readonly tally: Tally;
  readonly notes: readonly string[];
  /** Assumptions with the number of rows that they apply to. */
  readonly assumed: ReadonlyMap<string, number>;
  /** Columns that identify a row for a person. */
  readonly labels: readonly number[];
  readonly toDo: ToDo[];
}

/** Columns under their titles. The table's own columns keep their names. */
function titledColumns({ tool, layout, types }: Computed): TypedColumn[] {
  const own = layout.header.length;
  return typedColumns(tool, layout, types).map((column, at) => {
    const path = layout.results[at - own]?.path;
    if (path === undefined)
      return at < own ? column : { ...column, name: ERRORS[column.name] ?? column.name };
    const { schema, unit } = fieldAt(tool.outputSchema, path);
    const title = [pathTitle(tool.outputSchema, path), unitText(unit)]
      .filter((each) => each !== "")
      .join(", ");
    return { ...column, name: path === HASH ? column.name : title, words: wordsIn(schema) };
  });
}

const HASH = "definition_sha256";
const ERRORS: Readonly<Record<string, string>> = {
  error: "Refused because",
  error_fields: "Inputs at fault",
};

function wordsIn(schema: FieldSchema): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (schema.enum ?? []).flatMap((word) => {
      const title = choiceOf(schema, word)?.title;
      return title === undefined ? [] : [[String(word), title]];
    }),
  );
}

export function resultsCsv(computed: Computed): Blob {
  const { layout, parts } = computed;
  const { separator, newline } = layout;
  const columns = titledColumns(computed);
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => csvCell(cell, separator)).join(separator)}${newline}`;
  const texts = [line(columns.map(({ name }) => name))];
  for (const part of parts.slice(1))
    for (const { cells } of recordsOf(new TextDecoder().decode(part), separator, columns.length))
      texts.push(line(cells.map((cell, at) => columns[at]?.words?.[cell] ?? cell)));
  // The byte order mark makes spreadsheets read UTF-8.
  return new Blob(["\uFEFF", ...texts], { type: "text/csv" });
}

export async function resultsXlsx(computed: Computed): Promise<Blob> {
  const { tool, layout, parts, assumed, tally } = computed;
  const columns = titledColumns(computed);
  // Checked first, because writing takes long.
  if ((tally.rows + 1) * columns.length > MOST_CELLS)
    throw new Error(
      `A spreadsheet of ${numberText(tally.rows)} rows with ${columns.length} columns is too large to write here: download CSV instead.`,
    );
  const results = await resultsSheet(parts.slice(1), columns, layout.separator);
  const kept = columns.flatMap(({ name }, at) => (name === HASH ? [] : [at]));
  const found = layout.results.findIndex(({ path }) => path === tool.facts.headline?.verdict);
  const verdict = found < 0 ? -1 : layout.header.length + found;
  const error = columns.findIndex(({ name }) => name === ERRORS.error);
  const order = verdict < 0 ? kept : [verdict, ...kept.filter((at) => at !== verdict)];
  const inOrder = <T>(row: readonly T[]): T[] => order.flatMap((at) => row.slice(at, at + 1));
  const data = results.data.map((row) =>
    inOrder(
      row.map((each, at) =>
        at === verdict && row[error] !== null && each === null ? cell("Refused") : each,
      ),
    ),
  );
  const sentences = [...assumed].map(([text, count]) => [cell(text), cell(count)]);
  return written([
    withFilter({
      ...results,
      data: data.map((row) => row.map(plainCell)),
      columns: inOrder(results.columns),
    }),
    withFilter(toDoSheet(computed)),
    sheetOf("Assumptions", ["Assumed for empty cells", "Rows"], sentences),
    sheetOf("About", ["About these results", ""], about(computed)),
  ]);
}

function toDoSheet({ toDo, labels, layout }: Computed): WrittenSheet {
  const names = [
    "Line",
    ...labels.map((at) => layout.header[at] ?? ""),
    "Status",
    "To do",
    "What would settle it",
  ];
  const rows = toDo.map(({ line, cells, status, task, settle, day, clause }) =>
    [line, ...cells, status, task, settle, day, clause].map(cell),
  );
  return sheetOf("To do", [...names, "Day", "Clause"], rows);
}

/** Text in a workbook is never a formula, so it needs no escape. */
function plainCell(given: SheetCell): SheetCell {
  return typeof given?.value === "string" ? { ...given, value: unguarded(given.value) } : given;
}

function about({ entry, tool, tally, file, notes }: Computed): SheetCell[][] {
  const { rows, refused } = tally;
  const pairs: readonly (readonly [string, string | number])[] = [
    ["Tool", `${entry.title} (${entry.name})`],
    ["Version", entry.version],
    ["Law and data as at", entry.edition],
    ["Standard", entry.standard],
    ["Definition, SHA-256", entry.hash],
    ["Table", file],
    ["Rows", rows],
    ["Rows computed", rows - refused],
    ["Rows refused", refused],
    ...verdictsOf(tool, tally).map(({ title, count }) => [title, count] as const),
    ...notes.map((note) => ["Read as", note] as const),
  ];
  return pairs.map((pair) => pair.map(cell));
}

function cell(value: string | number): SheetCell {
  return value === "" ? null : { value };
}

async function written(sheets: readonly WrittenSheet[]): Promise<Blob> {
  const { default: write } = await import("write-excel-file/universal");
  return write([...sheets], { features: [FILTERS] }).toBlob();
}

/** A workbook with a column for each input, and a sheet that lists allowed values. */
export function template(tool: RuntimeTool): Promise<Blob> {
  const fields = fieldsOf(tool).filter(({ schema }) => schema.properties === undefined);
  const names = namesFor(tool, fields);
  const explained = fields.map(({ schema, required }, at) =>
    [names[at] ?? "", required ? "needed" : "optional", takes(schema), schema.description ?? ""].map(cell),
  );
  return written([
    sheetOf("Table", names, []),
    sheetOf("What to enter", ["Column", "", "Allowed values", "Meaning"], explained),
  ]);
}

/** Returns the title with its unit if it is unique, else the name. */
function namesFor(tool: RuntimeTool, fields: readonly Field[]): string[] {
  const titles = fields.map(({ name, schema: { title = name, unit } }) => {
    const shown = unitText(unit === "1" ? undefined : unit);
    return shown === "" ? title : `${title} (${unit})`;
  });
  const single = titles.map((title, at) =>
    titles.indexOf(title) === titles.lastIndexOf(title) ? title : (fields[at]?.name ?? title),
  );
  const found = matchColumns(tool, single, {}, {}).fields;
  return single.map((title, at) => (found[at] === fields[at]?.name ? title : (fields[at]?.name ?? title)));
}

function takes(schema: FieldSchema): string {
  const words = schema.enum ?? schema.items?.enum;
  if (words !== undefined)
    return words
      .filter((word) => word !== null)
      .map((word) => choiceOf(schema.enum === undefined ? schema.items : schema, word)?.title ?? String(word))
      .join(", ");
  if (schema.type === "boolean") return "yes or no";
  const bounds = boundsOf(schema, numberText);
  if (schema.format === "date") return ["a date such as 2026-04-01", ...bounds].join(", ");
  const kind = schema.type === "number" ? "a number" : schema.type === "integer" ? "a whole number" : "text";
  return [kind, ...bounds].join(", ");
}

// The rows of a part of a table as inputs of a tool: lines of separated cells, or lines of JSON.
import { findFault } from "../json/fault.js";
import { isRecord } from "../json/objects.js";
import { guarded, unguarded } from "../wording/formulas.js";
import { manyOf, messageOf, quoted } from "../wording/wording.js";
import { monthIn } from "./cell-dates.js";
import { cellReader, isRead, type TableCellReader } from "./cell-reader.js";
import { type CsvRecord, csvCell, recordsOf } from "./csv.js";
import { type Field, fieldsByName, type HasInputs, place, withSums } from "./fields.js";
import type { TableLayout } from "./layout.js";
import { type Aside, kindOfRow } from "./row-kinds.js";

export interface TableRow {
  readonly line: number;
  /** Undefined where the line is broken. */
  readonly input: Record<string, unknown> | undefined;
  /** The fault of the line. */
  readonly fault: string | undefined;
  /** The columns of the table as they leave again: cells, or the fields of a JSON object. */
  readonly carried: string;
  /** What kind of row it is, if it is no case. */
  readonly aside?: Aside;
  /** Cells that were interpreted or left out, in sentences. */
  readonly notes?: readonly string[];
  /** Words of cells that no choice of their field has. */
  readonly unknown?: readonly UnknownWord[];
}

export interface UnknownWord {
  readonly field: string;
  readonly word: string;
}

/** The rows of a text; `line` is the number of its first line in the table. */
export type Rows = (text: string, line: number) => Generator<TableRow>;

export function rowsOf(tool: HasInputs, layout: TableLayout): Rows {
  const rows = layout.from === "csv" ? csvRows(tool, layout) : jsonRows(tool, layout);
  const hints = Object.entries(tool.formHints ?? {}).filter(([, { sumOf }]) => sumOf !== undefined);
  if (hints.length === 0) return rows;
  const sums = Object.fromEntries(hints);
  return function* added(text, line) {
    for (const row of rows(text, line))
      yield row.input === undefined ? row : { ...row, input: withSums(row.input, sums) };
  };
}

interface InputCell {
  readonly at: number;
  readonly field: Field;
  readonly read: TableCellReader;
}

function csvRows(tool: HasInputs, layout: TableLayout): Rows {
  const { separator, header, readings } = layout;
  const known = fieldsByName(tool);
  const fixed = fixedFields(layout, known);
  const inputs = layout.fields.flatMap((name, at): InputCell[] => {
    const field = name === null ? undefined : known.get(name);
    return field === undefined ? [] : [{ at, field, read: cellReader(field.schema, readings[at]) }];
  });
  const asFields = fieldsWriter(header, inputs);
  const asCells = (cells: readonly string[]) => cells.map((cell) => cellText(cell, layout)).join(separator);
  // A row without such cells leaves byte for byte as it came.
  const carriedOf = ({ cells, text }: Pick<CsvRecord, "cells" | "text">) => {
    if (layout.to === "jsonl") return asFields(cells);
    return layout.guard && cells.some((cell) => guarded(cell) !== cell) ? asCells(cells) : text;
  };
  const kindOf = kindOfRow(layout, inputs);
  return function* rows(text, first) {
    for (const record of recordsOf(text, separator, header.length)) {
      const line = first + record.line;
      const cells = fitted(record.cells, header);
      const aside = record.fault === undefined ? kindOf(cells) : undefined;
      const isWide = cells.length > header.length;
      const isShort = record.cells.length < header.length && aside === undefined;
      const fault = record.fault ?? (isWide || isShort ? wrongWidth(record.cells, header.length) : undefined);
      const isWhole = record.cells.length === header.length && record.fault === undefined;
      const own = isWhole ? cells : header.map((_, at) => cells[at] ?? "");
      const carried = carriedOf(isWhole ? record : { cells: own, text: asCells(own) });
      if (fault !== undefined) yield { line, input: undefined, fault, carried };
      else if (aside !== undefined) yield { line, input: undefined, fault, carried, aside };
      else yield { line, fault, carried, ...inputIn(own, inputs, fixed) };
    }
  };
}

/** Drops blank cells beyond the columns, and adds blank cells if some are missing. */
function fitted(cells: readonly string[], { length }: readonly string[]): readonly string[] {
  if (cells.length === length) return cells;
  if (cells.length < length) return [...cells, ...Array<string>(length - cells.length).fill("")];
  return cells.slice(length).every((cell) => cell.trim() === "") ? cells.slice(0, length) : cells;
}

type RowInput = Pick<TableRow, "notes" | "unknown"> & { readonly input: Record<string, unknown> };

function inputIn(
  cells: readonly string[],
  inputs: readonly InputCell[],
  fixed: readonly (readonly [Field, unknown])[],
): RowInput {
  const input: Record<string, unknown> = {};
  const notes: string[] = [];
  const unknown: UnknownWord[] = [];
  for (const { at, field, read } of inputs) {
    const cell = unguarded(cells[at] ?? "");
    // An empty cell is an input that is not given.
    if (cell === "") continue;
    const value = read(cell);
    if (value === undefined) continue;
    const { schema, name } = field;
    if (isRead(schema, value)) {
      if (schema.format === "date" && monthIn(cell.trim()) !== undefined)
        notes.push(`${titleOf(field)}: ${shown(cell)} is read as ${String(value)}.`);
      place(input, field, value);
      continue;
    }
    for (const word of [value].flat())
      if ((schema.enum ?? schema.items?.enum) !== undefined && !isRead(schema.items ?? schema, word))
        unknown.push({ field: name, word: String(word).trim().slice(0, LONGEST_WORD) });
    // A word that no choice has, or digits that cannot be read, may change the result: the tool refuses them by name.
    const isChoice = (schema.enum ?? schema.items?.enum) !== undefined;
    if (field.required || isChoice || /\d/.test(cell)) place(input, field, value);
    else notes.push(`${titleOf(field)}: ${shown(cell)} cannot be read and is left out.`);
  }
  for (const [field, value] of fixed) place(input, field, value);
  return { input, notes, unknown };
}

const LONGEST_WORD = 60;

function titleOf({ name, schema: { title } }: Field): string {
  return title ?? name;
}

function shown(cell: string): string {
  const text = cell.trim();
  return quoted(text.length > LONGEST_WORD ? `${text.slice(0, LONGEST_WORD)}...` : text);
}

const LONGEST_TOLD = 200;

/** Cells beyond the columns are in the results only here. */
function wrongWidth(cells: readonly string[], width: number): string {
  const wrong = `${manyOf(cells.length, "cell")} where the first line has ${width}`;
  const beyond = cells.slice(width).filter((cell) => cell !== "");
  if (beyond.length === 0) return wrong;
  const told = beyond.join(" | ");
  return `${wrong}; beyond them: ${told.length > LONGEST_TOLD ? `${told.slice(0, LONGEST_TOLD)}...` : told}`;
}

/** Writes cells as the fields of a JSON object, inputs with their types. */
function fieldsWriter(
  header: readonly string[],
  inputs: readonly InputCell[],
): (cells: readonly string[]) => string {
  const readers = new Map(inputs.map(({ at, read }) => [at, read]));
  const keys = header.map((name) => JSON.stringify(name));
  return (cells) =>
    keys
      .map((key, at) => {
        const cell = cells[at] ?? "";
        const read = readers.get(at);
        const value = read === undefined ? cell : cell === "" ? null : (read(unguarded(cell)) ?? null);
        return `${key}:${JSON.stringify(value)}`;
      })
      .join(",");
}

function fixedFields(layout: TableLayout, known: ReadonlyMap<string, Field>): (readonly [Field, unknown])[] {
  return Object.entries(layout.fixed).flatMap(([name, value]) => {
    const field = known.get(name);
    return field === undefined ? [] : [[field, value] as const];
  });
}

function jsonRows(tool: HasInputs, layout: TableLayout): Rows {
  const known = fieldsByName(tool);
  const fields = new Map(
    layout.header.map((column, at) => [column, known.get(layout.fields[at] ?? "")] as const),
  );
  const factors = new Map(layout.header.map((column, at) => [column, layout.readings[at]?.factor] as const));
  const fixed = fixedFields(layout, known);
  const carry = (row: Readonly<Record<string, unknown>>) =>
    layout.to === "jsonl"
      ? JSON.stringify(row).slice(1, -1)
      : layout.header.map((name) => cellText(row[name], layout)).join(layout.separator);
  return function* rows(text, first) {
    let line = first - 1;
    for (const raw of text.split("\n")) {
      line++;
      if (raw.trim() === "") continue;
      const row = parsed(raw);
      if (typeof row === "string") {
        yield { line, input: undefined, fault: row, carried: carry({}) };
        continue;
      }
      const input: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(row)) {
        const field = fields.has(name) ? fields.get(name) : known.get(name);
        // A null is not given.
        const factor = factors.get(name);
        if (field !== undefined && value !== null)
          place(input, field, factor !== undefined && typeof value === "number" ? value * factor : value);
      }
      for (const [field, value] of fixed) place(input, field, value);
      yield { line, input, fault: undefined, carried: carry(row) };
    }
  };
}

/** Returns the object of a line, or its fault. */
function parsed(line: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : "no JSON object";
  } catch (error) {
    return `no JSON: ${findFault(line)?.message ?? messageOf(error)}`;
  }
}

/** A value as the text of a cell. */
export function cellText(value: unknown, { separator, decimalComma, guard }: TableLayout): string {
  switch (typeof value) {
    case "string":
      return csvCell(guard ? guarded(value) : value, separator);
    case "number":
      return decimalComma ? String(value).replace(".", ",") : String(value);
    case "boolean":
      return value ? "true" : "false";
    default:
      return value === null || value === undefined ? "" : csvCell(JSON.stringify(value), separator);
  }
}

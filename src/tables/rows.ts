// The rows of a part of a table as inputs of a tool: lines of separated cells, or lines of JSON.
import { findFault } from "../json/fault.js";
import { isRecord } from "../json/objects.js";
import { guarded, unguarded } from "../wording/formulas.js";
import { manyOf, messageOf } from "../wording/wording.js";
import { cellReader, type TableCellReader } from "./cell-reader.js";
import { type CsvRecord, csvCell, recordsOf } from "./csv.js";
import { type Field, fieldsByName, type HasInputs, place } from "./fields.js";
import type { TableLayout } from "./layout.js";

export interface TableRow {
  readonly line: number;
  /** Undefined where the line is broken. */
  readonly input: Record<string, unknown> | undefined;
  /** What is wrong with the line. */
  readonly fault: string | undefined;
  /** The columns of the table as they leave again: cells, or the fields of a JSON object. */
  readonly carried: string;
}

/** The rows of a text; `line` is the number of its first line in the table. */
export type Rows = (text: string, line: number) => Generator<TableRow>;

export function rowsOf(tool: HasInputs, layout: TableLayout): Rows {
  return layout.from === "csv" ? csvRows(tool, layout) : jsonRows(tool, layout);
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
  return function* rows(text, first) {
    for (const record of recordsOf(text, separator, header.length)) {
      const { cells } = record;
      const line = first + record.line;
      const fault =
        record.fault ?? (cells.length === header.length ? undefined : wrongWidth(cells, header.length));
      if (fault !== undefined) {
        const own = header.map((_, at) => cells[at] ?? "");
        yield { line, input: undefined, fault, carried: carriedOf({ cells: own, text: asCells(own) }) };
        continue;
      }
      const input: Record<string, unknown> = {};
      for (const { at, field, read } of inputs) {
        const cell = cells[at] ?? "";
        // An empty cell is an input that is not given.
        if (cell !== "") place(input, field, read(unguarded(cell)));
      }
      for (const [field, value] of fixed) place(input, field, value);
      yield { line, input, fault, carried: carriedOf(record) };
    }
  };
}

const LONGEST_TOLD = 200;

/** What stands beyond the columns has no place in the results but here. */
function wrongWidth(cells: readonly string[], width: number): string {
  const wrong = `${manyOf(cells.length, "cell")} where the first line has ${width}`;
  const beyond = cells.slice(width).filter((cell) => cell !== "");
  if (beyond.length === 0) return wrong;
  const told = beyond.join(" | ");
  return `${wrong}; beyond them: ${told.length > LONGEST_TOLD ? `${told.slice(0, LONGEST_TOLD)}...` : told}`;
}

/** Cells as the fields of a JSON object, inputs as what they mean. */
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
        const value = read === undefined ? cell : cell === "" ? null : read(unguarded(cell));
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
        // What is null is not given.
        if (field !== undefined && value !== null) place(input, field, value);
      }
      for (const [field, value] of fixed) place(input, field, value);
      yield { line, input, fault: undefined, carried: carry(row) };
    }
  };
}

/** The object of a line, or what is wrong with it. */
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

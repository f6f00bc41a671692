// The rows of a part of a table as inputs of a tool: lines of separated cells, or lines of JSON.
import type { RuntimeTool } from "../engine/run/tool.js";
import { isRecord } from "../objects.js";
import { manyOf, messageOf } from "../wording.js";
import { type CsvRecord, csvCell, eachRecord } from "./csv.js";
import { type Field, fieldsOf, place, readerOf } from "./fields.js";
import type { Layout } from "./layout.js";

export interface Row {
  readonly line: number;
  /** The columns of the table as they leave again: text of cells, or of the fields of a JSON object. */
  readonly carried: string;
  /** Undefined where the line is broken. */
  readonly input: Record<string, unknown> | undefined;
  readonly fault: string | undefined;
}
/** Tells each row of a text whose first line has this number in the table. */
export type Rows = (text: string, first: number, told: (row: Row) => void) => void;

export function rowsOf(tool: RuntimeTool, layout: Layout): Rows {
  return layout.from === "csv" ? csvRows(tool, layout) : jsonRows(tool, layout);
}

function csvRows(tool: RuntimeTool, layout: Layout): Rows {
  const { separator, header, decimalComma } = layout;
  const known = new Map(fieldsOf(tool).map((field) => [field.name, field]));
  const cells = layout.fields.flatMap((name, at) => {
    const field = name === null ? undefined : known.get(name);
    return field === undefined ? [] : [{ at, field, read: cellReader(field, decimalComma) }];
  });
  const fixed = fixedFields(layout, known);
  const width = header.length;
  const carry = carrier(layout, new Map(cells.map(({ at, read }) => [at, read])));
  return (text, first, told) =>
    eachRecord(
      text,
      separator,
      (record) => {
        const line = first + record.line;
        const found = record.cells.length;
        if (record.fault !== undefined || found !== width) {
          const fault = record.fault ?? `${manyOf(found, "cell")} where the first line has ${width}`;
          const whole = header.map((_, at) => record.cells[at] ?? "");
          const text = whole.map((cell) => csvCell(cell, separator)).join(separator);
          told({ line, carried: carry({ text, cells: whole }), input: undefined, fault });
          return;
        }
        const input: Record<string, unknown> = {};
        for (const { at, field, read } of cells) {
          const cell = record.cells[at];
          // An empty cell is an input that is not given.
          if (cell === undefined || cell === "") continue;
          if (field.inner === undefined) input[field.input] = read(cell);
          else place(input, field, read(cell));
        }
        for (const [field, value] of fixed) place(input, field, value);
        told({ line, carried: carry(record), input, fault: undefined });
      },
      width,
    );
}

/** The columns of the table as they leave: as they came, or as the fields of a JSON object, inputs as what they mean. */
function carrier(
  { to, header }: Layout,
  readers: ReadonlyMap<number, (cell: string) => unknown>,
): (record: Pick<CsvRecord, "text" | "cells">) => string {
  if (to === "csv") return (record) => record.text;
  const keys = header.map((name) => JSON.stringify(name));
  return ({ cells }) =>
    keys
      .map((key, at) => {
        const cell = cells[at] ?? "";
        const read = readers.get(at);
        return `${key}:${JSON.stringify(read === undefined ? cell : cell === "" ? null : read(cell))}`;
      })
      .join(",");
}

function cellReader({ schema }: Field, decimalComma: boolean): (cell: string) => unknown {
  const read = readerOf(schema);
  const numeric = schema.type === "number" || schema.type === "integer";
  if (!numeric || !decimalComma) return read;
  // In a table with decimal commas a point may part thousands: it is not guessed at.
  return (cell) => (cell.includes(".") ? cell : read(cell.replace(",", ".")));
}

function fixedFields(layout: Layout, known: ReadonlyMap<string, Field>): (readonly [Field, unknown])[] {
  return Object.entries(layout.fixed).flatMap(([name, value]) => {
    const field = known.get(name);
    return field === undefined ? [] : [[field, value] as const];
  });
}

function jsonRows(tool: RuntimeTool, layout: Layout): Rows {
  const known = new Map(fieldsOf(tool).map((field) => [field.name, field]));
  const fields = new Map(
    layout.header.map((column, at) => [column, known.get(layout.fields[at] ?? "")] as const),
  );
  const fixed = fixedFields(layout, known);
  const carry = (row: Readonly<Record<string, unknown>>) =>
    layout.to === "jsonl"
      ? JSON.stringify(row).slice(1, -1)
      : layout.header.map((name) => cellText(row[name], layout)).join(layout.separator);
  return (text, first, told) => {
    let line = first - 1;
    for (const raw of text.split("\n")) {
      line++;
      if (raw.trim() === "") continue;
      const row = parsed(raw);
      if (typeof row === "string") {
        told({ line, carried: carry({}), input: undefined, fault: row });
        continue;
      }
      const input: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(row)) {
        const field = fields.has(name) ? fields.get(name) : known.get(name);
        // What is null is not given.
        if (field !== undefined && value !== null) place(input, field, value);
      }
      for (const [field, value] of fixed) place(input, field, value);
      told({ line, carried: carry(row), input, fault: undefined });
    }
  };
}

/** The object of a line, or what is wrong with it. */
function parsed(line: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : "no JSON object";
  } catch (error) {
    return `no JSON: ${messageOf(error)}`;
  }
}

/** A value as the text of a cell. */
export function cellText(value: unknown, { separator, decimalComma }: Layout): string {
  if (typeof value === "string") return csvCell(value, separator);
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return decimalComma ? String(value).replace(".", ",") : String(value);
  return typeof value === "boolean" ? String(value) : csvCell(JSON.stringify(value), separator);
}

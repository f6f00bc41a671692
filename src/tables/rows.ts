// The rows of a part of a table as inputs of a tool: lines of separated cells, or lines of JSON.
import type { RuntimeTool } from "../engine/run/tool.js";
import { findFault } from "../json/fault.js";
import { isRecord } from "../json/objects.js";
import { manyOf, messageOf } from "../wording/wording.js";
import type { Bytes } from "./bytes.js";
import { type CellReader, cellReader, Doubt } from "./cell-readers.js";
import { type CsvRecord, csvCell, eachRecord, type Source } from "./csv.js";
import { type Field, fieldsByName, place } from "./fields.js";
import type { Layout } from "./layout.js";

/** A row, while it is told. */
export interface Row {
  readonly line: number;
  /** Undefined where the line is broken. */
  readonly input: Record<string, unknown> | undefined;
  readonly fault: string | undefined;
  /** Whether reading it has shown that the input fits: then nobody need look at it again. */
  readonly fits: boolean;
  /** Hears that it does, where that was not shown. */
  learn(): void;
  /** Writes the columns of the table as they leave again: cells, or the fields of a JSON object. */
  carry(out: Bytes): void;
}
/** A part of a table. */
export interface Block {
  readonly source: Source;
  /** Its bytes, where each of them is a sign of the text. */
  readonly bytes: DataView | undefined;
  /** Number of its first line in the table. */
  readonly line: number;
}
export type Rows = (block: Block, told: (row: Row) => void) => void;

export function rowsOf(tool: RuntimeTool, layout: Layout): Rows {
  return layout.from === "csv" ? csvRows(tool, layout) : jsonRows(tool, layout);
}

interface InputCell {
  readonly at: number;
  readonly field: Field;
  readonly read: CellReader;
}

function csvRows(tool: RuntimeTool, layout: Layout): Rows {
  const { separator, header, decimalComma } = layout;
  const known = fieldsByName(tool);
  const fixed = fixedFields(layout, known);
  const nested = layout.fields.some((name) => known.get(name ?? "")?.inner !== undefined);
  const doubt = new Doubt(tool.inputSchema, nested || fixed.length > 0);
  const cells = layout.fields.flatMap((name, at): InputCell[] => {
    const field = name === null ? undefined : known.get(name);
    return field === undefined ? [] : [{ at, field, read: cellReader(field, decimalComma, doubt) }];
  });
  const width = header.length;
  const carrier = layout.to === "csv" ? undefined : asFields(header, cells);
  const read = plainReader(cells, doubt);
  // What is called for each row is made once: functions made anew for each part would be compiled anew.
  let block: Block;
  let told: (row: Row) => void;
  let record: CsvRecord;
  const row = {
    line: 0,
    input: undefined as Record<string, unknown> | undefined,
    fault: undefined as string | undefined,
    fits: false,
    learn: () => doubt.learn(),
    carry(out: Bytes): void {
      if (carrier !== undefined || row.fault !== undefined) {
        const own = header.map((_, at) => record.cells[at] ?? "");
        out.text(carrier?.(own) ?? own.map((cell) => csvCell(cell, separator)).join(separator));
      } else if (block.bytes === undefined) out.text(record.text);
      else out.copy(block.bytes, record.start, record.end);
    },
  };
  const tell = (found: CsvRecord) => {
    record = found;
    row.line = block.line + found.line;
    if (found.fault !== undefined || found.count !== width) {
      row.fault = found.fault ?? `${manyOf(found.count, "cell")} where the first line has ${width}`;
      row.input = undefined;
    } else {
      row.fault = undefined;
      doubt.clear();
      if (found.quoted === undefined) {
        row.input = read(block.source, found);
        row.fits = !doubt.any;
      } else {
        row.input = quotedInput(found.quoted, cells);
        row.fits = false;
      }
      for (const [field, value] of fixed) place(row.input, field, value);
    }
    told(row);
  };
  return (given, hears) => {
    block = given;
    told = hears;
    eachRecord(given.source, separator, tell, width);
  };
}

/** An empty cell is an input that is not given. */
function quotedInput(found: readonly string[], cells: readonly InputCell[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { at, field, read } of cells) {
    const cell = found[at] ?? "";
    if (cell !== "") place(input, field, read.text(cell));
  }
  return input;
}

/**
 * The same for a record without quotes, where the code is written out for the columns that there are. All inputs have the
 * same names, undefined where a cell is empty: who reads them then knows where each stands.
 */
function plainReader(
  cells: readonly InputCell[],
  doubt: Doubt,
): (source: Source, record: CsvRecord) => Record<string, unknown> {
  const names = [...new Set(cells.map(({ field }) => JSON.stringify(field.input)))];
  const lines = cells.map(({ at, field }, own) => {
    const value = `read${own}(source, from, to)`;
    const placed =
      field.inner === undefined
        ? `input[${JSON.stringify(field.input)}] = ${value}`
        : `place(input, cells[${own}].field, ${value})`;
    const from = at === 0 ? "record.start" : `ends[${at - 1}] + 1`;
    return `from = ${from}; to = ends[${at}]; if (from !== to) ${placed};${field.required ? " else doubt.any = true;" : ""}`;
  });
  const body = `"use strict"; ${cells.map((_, own) => `const read${own} = cells[${own}].read.at;`).join(" ")}
function Input() { ${names.map((name) => `this[${name}] = undefined;`).join(" ")} }
Input.prototype = Object.prototype;
return (source, record) => { const input = new Input(), { ends } = record; let from, to;
${lines.join("\n")}
return input; };`;
  const make = new Function("cells", "place", "doubt", body) as (
    ...given: readonly unknown[]
  ) => ReturnType<typeof plainReader>;
  return make(cells, place, doubt);
}

/** Cells as the fields of a JSON object, inputs as what they mean. */
function asFields(
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
        const value = read === undefined ? cell : cell === "" ? null : read.text(cell);
        return `${key}:${JSON.stringify(value)}`;
      })
      .join(",");
}

function fixedFields(layout: Layout, known: ReadonlyMap<string, Field>): (readonly [Field, unknown])[] {
  return Object.entries(layout.fixed).flatMap(([name, value]) => {
    const field = known.get(name);
    return field === undefined ? [] : [[field, value] as const];
  });
}

function jsonRows(tool: RuntimeTool, layout: Layout): Rows {
  const known = fieldsByName(tool);
  const fields = new Map(
    layout.header.map((column, at) => [column, known.get(layout.fields[at] ?? "")] as const),
  );
  const fixed = fixedFields(layout, known);
  const carry = (row: Readonly<Record<string, unknown>>) =>
    layout.to === "jsonl"
      ? JSON.stringify(row).slice(1, -1)
      : layout.header.map((name) => cellText(row[name], layout)).join(layout.separator);
  return ({ source: { text }, line: first }, told) => {
    let line = first - 1;
    for (const raw of text.split("\n")) {
      line++;
      if (raw.trim() === "") continue;
      const row = parsed(raw);
      if (typeof row === "string") {
        told({ line, input: undefined, fault: row, ...UNREAD, carry: (out) => out.text(carry({})) });
        continue;
      }
      const input: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(row)) {
        const field = fields.has(name) ? fields.get(name) : known.get(name);
        // What is null is not given.
        if (field !== undefined && value !== null) place(input, field, value);
      }
      for (const [field, value] of fixed) place(input, field, value);
      told({ line, input, fault: undefined, ...UNREAD, carry: (out) => out.text(carry(row)) });
    }
  };
}

const UNREAD = { fits: false, learn: () => undefined };

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
export function cellText(value: unknown, { separator, decimalComma }: Layout): string {
  if (typeof value === "string") return csvCell(value, separator);
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return decimalComma ? String(value).replace(".", ",") : String(value);
  return typeof value === "boolean" ? String(value) : csvCell(JSON.stringify(value), separator);
}

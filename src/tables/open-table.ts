// A table before the work on it: its kind, its columns against the inputs of a tool, and what the results will look like.
import type { RuntimeTool } from "../engine/run/tool.js";
import { chosenColumns } from "./columns.js";
import { fieldsByName } from "./fields.js";
import { csvHead, jsonHead } from "./head.js";
import { BadTable, type TableLayout } from "./layout.js";
import { addedNames, matchColumns } from "./matching.js";
import { type ReportedReadings, readingsOf } from "./readings.js";
import { cellText } from "./rows.js";

export const FORMULAS = ["guard", "keep"] as const;
export type Formulas = (typeof FORMULAS)[number];

export interface Wishes {
  readonly from: "csv" | "jsonl";
  readonly to: "csv" | "jsonl";
  /** Field to column, where their names differ. */
  readonly mapping?: Readonly<Record<string, string>>;
  /** Fields of all rows alike. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Result columns, as `chosenColumns` takes them. */
  readonly columns?: string | undefined;
  /** How numbers and dates are written, where the table does not show it. */
  readonly readings?: ReportedReadings;
  /** Cells that a spreadsheet would run are marked as texts in CSV, or kept as they are. */
  readonly formulas?: Formulas | undefined;
  /** The hash of the tool's definition, for the column that has it. */
  readonly definition?: string | undefined;
  /** Names of JSON lines beyond the first ones. */
  readonly names?: readonly string[];
}

export interface OpenTable {
  readonly layout: TableLayout;
  /** What stands before the first row of the results. */
  readonly head: Uint8Array;
  readonly start: number;
  readonly line: number;
  /** Columns that are no inputs. */
  readonly carried: readonly string[];
  /** What was understood of the table beyond what it says, in sentences. */
  readonly notes: readonly string[];
}

/** Reads the beginning of a table; throws BadTable where there is no use in working on it. */
export function openTable(tool: RuntimeTool, beginning: Uint8Array, wishes: Wishes): OpenTable {
  const { from, to, mapping = {}, fixed = {} } = wishes;
  const results = chosenColumns(tool, wishes.columns, wishes.definition);
  if ("fault" in results) throw new BadTable(results.fault);
  const head = from === "csv" ? csvHead(beginning) : headOfJson(beginning, wishes.names);
  const { header, separator, newline, start, line } = head;
  const { fields, carried, notes } = matchColumns(tool, header, mapping, fixed);
  const known = fieldsByName(tool);
  const inputs = fields.map((name) => (name === null ? undefined : known.get(name)));
  const readings = readingsOf(inputs, head, wishes.readings ?? {});
  const layout: TableLayout = {
    ...{ from, to, separator, decimalComma: readings.decimalComma, newline },
    guard: to === "csv" && wishes.formulas !== "keep",
    ...{ header, fields, readings: readings.columns, fixed, results, names: addedNames(header, results) },
  };
  return {
    ...{ layout, start, line, carried },
    head: new TextEncoder().encode(firstLine(layout, head.before)),
    notes: [...notes, ...readings.notes],
  };
}

/** The values of JSON lines are what they are: there is no sample to learn from. */
function headOfJson(beginning: Uint8Array, names: readonly string[] = []) {
  const header = [...new Set([...jsonHead(beginning), ...names])];
  return { header, separator: ",", newline: "\n", before: "", start: 0, line: 1, sample: [] } as const;
}

function firstLine(layout: TableLayout, before: string): string {
  const { to, header, names, separator, newline } = layout;
  if (to === "jsonl") return "";
  const line = [...header, ...names].map((name) => cellText(name, layout)).join(separator);
  return `${before}${line}${newline}`;
}

// A table before the work on it: its kind, its columns against the inputs of a tool, and what the results will look like.
import type { RuntimeTool } from "../engine/run/tool.js";
import { chosenColumns } from "./columns.js";
import { csvCell } from "./csv.js";
import { csvHead, hasDecimalCommas, jsonHead } from "./head.js";
import { addedNames, BadTable, type Layout, matchColumns } from "./layout.js";

export interface Wishes {
  readonly from: "csv" | "jsonl";
  readonly to: "csv" | "jsonl";
  /** Field to column, where their names differ. */
  readonly mapping?: Readonly<Record<string, string>>;
  /** Fields of all rows alike. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Result columns: none for the usual ones, `all`, or a list with commas. */
  readonly columns?: string | undefined;
  /** Names of JSON lines beyond the first ones. */
  readonly names?: readonly string[];
}

export interface OpenTable {
  readonly layout: Layout;
  /** What stands before the first row of the results. */
  readonly head: Uint8Array;
  readonly start: number;
  readonly line: number;
  /** Columns that are no inputs. */
  readonly carried: readonly string[];
}

/** Reads the beginning of a table; throws BadTable where there is no use in working on it. */
export function openTable(tool: RuntimeTool, beginning: Buffer, wishes: Wishes): OpenTable {
  const { from, to, mapping = {}, fixed = {} } = wishes;
  const results = chosenColumns(tool, wishes.columns);
  if ("fault" in results) throw new BadTable(results.fault);
  if (from === "jsonl") {
    const header = [...new Set([...jsonHead(beginning), ...(wishes.names ?? [])])];
    const { fields, carried } = matchColumns(tool, header, mapping, fixed);
    const names = addedNames(header, results);
    const layout: Layout = {
      ...{ from, to, separator: ",", decimalComma: false, newline: "\n" },
      ...{ header, fields, fixed, results, names },
    };
    return { layout, head: headOf(layout, false), start: 0, line: 1, carried };
  }
  const head = csvHead(beginning);
  const { header, separator, newline } = head;
  const { fields, carried } = matchColumns(tool, header, mapping, fixed);
  const decimalComma = hasDecimalCommas(tool, fields, head);
  const names = addedNames(header, results);
  const layout: Layout = {
    from,
    to,
    separator,
    decimalComma,
    newline,
    header,
    fields,
    fixed,
    results,
    names,
  };
  return { layout, head: headOf(layout, head.mark), start: head.start, line: head.line, carried };
}

function headOf({ to, header, names, separator, newline }: Layout, mark: boolean): Uint8Array {
  if (to === "jsonl") return Buffer.alloc(0);
  const line = [...header, ...names].map((name) => csvCell(name, separator)).join(separator);
  return Buffer.from(`${mark ? "\uFEFF" : ""}${line}${newline}`);
}

// The results of a row as cells. The columns are known before the first row, so the code that reads and writes them is
// written out for them: a million rows are then read without looking a name up.
import type { Bytes } from "./bytes.js";
import { type CellKind, type ResultColumn, readerAt } from "./columns.js";
import { csvCell } from "./csv.js";
import type { Layout } from "./layout.js";

type Cells = (result: unknown) => void;

/** How a value that is there is written. */
const WRITTEN: Readonly<Record<CellKind, string>> = {
  number: "out.number(v, comma)",
  integer: "out.number(v, comma)",
  boolean: "out.raw(v ? yes : no)",
  text: "text(v)",
  list: "text(v)",
};

export function cellsWriter({ results, separator, decimalComma }: Layout, out: Bytes): Cells {
  const lists = results.map((column) => (column.kind === "list" ? readerAt(column) : undefined));
  const lines = results.map(
    (column, at) => `out.byte(sep); v = ${valueAt(column, at)}; if (v != null) ${WRITTEN[column.kind]};`,
  );
  const body = `"use strict"; return (r) => { let v; ${lines.join("\n")} };`;
  const make = new Function("out", "text", "lists", "sep", "comma", "yes", "no", body) as (
    ...given: readonly unknown[]
  ) => Cells;
  const [yes, no] = [Buffer.from("true"), Buffer.from("false")];
  return make(out, textWriter(separator, out), lists, separator.charCodeAt(0), decimalComma, yes, no);
}

function valueAt({ path, kind }: ResultColumn, at: number): string {
  if (kind === "list") return `lists[${at}](r)`;
  const [first = "", ...rest] = path.split(".").map((name) => JSON.stringify(name));
  return `r[${first}]${rest.map((name) => `?.[${name}]`).join("")}`;
}

const MOST_REMEMBERED = 10_000;
const LONGEST_REMEMBERED = 100;

/** Most short texts of results come again and again. */
function textWriter(separator: string, out: Bytes): (text: string) => void {
  const known = new Map<string, Uint8Array>();
  return (text) => {
    if (text.length > LONGEST_REMEMBERED) {
      out.text(csvCell(text, separator));
      return;
    }
    const cell = known.get(text);
    if (cell !== undefined) {
      out.raw(cell);
      return;
    }
    const written = csvCell(text, separator);
    if (known.size < MOST_REMEMBERED) known.set(text, Buffer.from(written));
    out.text(written);
  };
}

// A table cut into parts that end where records do, so that each can be computed by itself.
import { LONGEST_RECORD, lastRecordEnd, linesIn, recordsOf } from "./csv.js";
import { decoded } from "./encoding.js";
import type { TableLayout } from "./layout.js";

export interface TablePart {
  readonly bytes: Uint8Array;
  /** Number of its first line in the table. */
  readonly line: number;
  /** How many lines it has. */
  readonly lines: number;
}

/** The properties of a table that decide where a record ends. */
export type RecordForm = Pick<TableLayout, "from" | "separator" | "header">;

/** Bytes after which a record that does not end is cut. */
const MOST_GATHERED = 64 * LONGEST_RECORD;

/** One part for each block, as a rule; `line` is the number of the first block's first line. */
export async function* partsOf(
  blocks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  layout: RecordForm,
  line: number,
): AsyncGenerator<TablePart> {
  let rest: Uint8Array = new Uint8Array();
  let next = line;
  const partOf = (bytes: Uint8Array): TablePart => {
    const lines = linesIn(signsOf(bytes));
    next += lines;
    return { bytes, line: next - lines, lines };
  };
  for await (const block of blocks) {
    const bytes = joined(rest, block);
    const end = lastEnd(bytes, layout);
    const cut = end === 0 && bytes.length > MOST_GATHERED ? bytes.length : end;
    if (cut > 0) yield partOf(bytes.subarray(0, cut));
    rest = bytes.subarray(cut);
  }
  if (rest.length > 0) yield partOf(rest);
}

function lastEnd(bytes: Uint8Array, { from, separator, header }: RecordForm): number {
  return from === "csv"
    ? lastRecordEnd(signsOf(bytes), separator, header.length)
    : bytes.lastIndexOf(0x0a) + 1;
}

/** A sign for each byte: line ends, quotes and separators are where they are in the text, whatever its encoding. */
function signsOf(bytes: Uint8Array): string {
  return SIGNS.decode(bytes);
}

const SIGNS = new TextDecoder("latin1");

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** How many rows a part has. */
export function rowsIn(bytes: Uint8Array, { from, separator, header }: RecordForm): number {
  const { text } = decoded(bytes);
  if (from === "jsonl") return text.split("\n").filter((line) => line.trim() !== "").length;
  let rows = 0;
  for (const _ of recordsOf(text, separator, header.length)) rows++;
  return rows;
}

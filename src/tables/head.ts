// The beginning of a table: what kind of text it is, its separator and the names of its columns. What cannot be read is
// refused in words before any work is done.
import { isRecord } from "../json/objects.js";
import { type CsvRecord, linesIn, recordsOf } from "./csv.js";
import { decoded } from "./encoding.js";
import { BadTable, readsNoParquet } from "./layout.js";

export interface Head {
  readonly header: readonly string[];
  readonly separator: string;
  readonly newline: "\n" | "\r\n";
  /** What stands before the names, and leaves before them again: a byte order mark, a line that names the separator. */
  readonly before: string;
  /** Bytes before the first row, and the number of its line. */
  readonly start: number;
  readonly line: number;
  /** Some of the first rows. */
  readonly sample: readonly (readonly string[])[];
}

/** Bytes of the beginning that are looked at. */
export const HEAD_BYTES = 256 * 1024;
const SEPARATORS = [",", ";", "\t", "|"] as const;
const MOST_COLUMNS = 2000;
const MOST_SAMPLES = 1000;
/** The byte order mark of UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];

export function csvHead(bytes: Uint8Array): Head {
  const marked = MARK.every((byte, at) => bytes[at] === byte);
  const { text, foreign } = textOf(marked ? bytes.subarray(MARK.length) : bytes);
  if (text.trim() === "") throw new BadTable("The table is empty.");
  // Excel's own line for readers of other countries.
  const hint = /^sep=(.)\r?\n/i.exec(text);
  const separator = hint?.[1] ?? separatorOf(/[^\r\n].*/.exec(text)?.[0] ?? "");
  const skipped = hint?.[0] ?? "";
  const records: CsvRecord[] = [];
  for (const record of recordsOf(text.slice(skipped.length), separator)) {
    records.push(record);
    if (records.length > MOST_SAMPLES) break;
  }
  const [names, ...rows] = records;
  if (names === undefined) throw new BadTable("The table is empty.");
  if (names.fault !== undefined)
    throw new BadTable(`The first line of the table cannot be read: ${names.fault}.`);
  const header = names.cells.map((name) => name.trim());
  if (header.length > MOST_COLUMNS)
    throw new BadTable(`The table has ${header.length} columns; at most ${MOST_COLUMNS} are read.`);
  const end = skipped.length + names.end;
  const head = text.slice(0, end);
  const length = foreign ? head.length : new TextEncoder().encode(head).length;
  return {
    header,
    separator,
    newline: head.endsWith("\r\n") ? "\r\n" : "\n",
    before: `${marked ? "\uFEFF" : ""}${skipped}`,
    start: length + (marked ? MARK.length : 0),
    line: 1 + linesIn(head),
    // The last may be cut.
    sample: rows.slice(0, bytes.length < HEAD_BYTES ? undefined : -1).map(({ cells }) => cells),
  };
}

/** A text in UTF-8 or Windows-1252; what is neither is named. */
function textOf(bytes: Uint8Array): { readonly text: string; readonly foreign: boolean } {
  const [a, b, c, d] = bytes;
  if (a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04)
    throw new BadTable("This is a spreadsheet or an archive, not text: save it as CSV UTF-8 first.");
  if (a === 0x50 && b === 0x41 && c === 0x52 && d === 0x31)
    throw new BadTable(readsNoParquet("table.parquet"));
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    throw new BadTable("The table is written in UTF-16: save it as CSV UTF-8.");
  if (bytes.includes(0)) throw new BadTable("The table is no text that can be read: save it as CSV UTF-8.");
  // The last sign may be cut where more follows.
  return decoded(bytes.length < HEAD_BYTES - 3 ? bytes : bytes.subarray(0, bytes.lastIndexOf(10) + 1));
}

function separatorOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, "");
  const counts = SEPARATORS.map((separator) => bare.split(separator).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? "," : (SEPARATORS[counts.indexOf(most)] ?? ",");
}

/** The names that the first lines of JSON have. */
export function jsonHead(bytes: Uint8Array): string[] {
  const { text } = textOf(bytes);
  if (text.trim() === "") throw new BadTable("The table is empty.");
  const names = new Set<string>();
  let rows = 0;
  for (const line of text.split("\n").slice(0, bytes.length < HEAD_BYTES ? undefined : -1)) {
    if (line.trim() === "") continue;
    try {
      const row: unknown = JSON.parse(line);
      if (!isRecord(row)) continue;
      rows++;
      for (const name of Object.keys(row)) names.add(name);
    } catch {
      // A broken line is told when its turn comes.
    }
  }
  if (rows === 0)
    throw new BadTable("None of the first lines is a JSON object; JSON lines have one object in each line.");
  return [...names];
}

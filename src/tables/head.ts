// The beginning of a table: what kind of text it is, its separator and the names of its columns. What cannot be read is
// refused in words before any work is done.
import { isRecord } from "../json/objects.js";
import { type CsvRecord, linesIn, recordsOf } from "./csv.js";
import { decoded } from "./encoding.js";
import { type CountInputs, type HeaderRow, headerRowIn } from "./header-row.js";
import { BadTable, MOST_ABOVE, readsNoParquet } from "./layout.js";
import { distinctNames } from "./matching.js";

export interface Head {
  /** Names of the columns; each differs from the others. */
  readonly header: readonly string[];
  /** Cells of the rows of headings, by column. */
  readonly own: readonly (readonly string[])[];
  readonly separator: string;
  readonly newline: "\n" | "\r\n";
  /** Text before the names, which the results keep: a byte order mark, a line that names the separator. */
  readonly before: string;
  /** Bytes before the first row, and the number of its line. */
  readonly start: number;
  readonly line: number;
  /** Some of the first rows. */
  readonly sample: readonly (readonly string[])[];
  /** The line of the headings, and how many rows above them have text. */
  readonly headerLine: number;
  readonly above: number;
  /** The rows among which the user can choose the headings. */
  readonly top: readonly TopRow[];
}

export interface TopRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Which row has the headings. */
export interface HeaderWish {
  readonly count: CountInputs;
  /** The line that the sender names. */
  readonly line?: number | undefined;
}

/** Bytes of the beginning that are looked at. */
export const HEAD_BYTES = 256 * 1024;
const SEPARATORS = [",", ";", "\t", "|"] as const;
const MOST_COLUMNS = 2000;
const MOST_SAMPLES = 1000;
const LINES_LOOKED_AT = 50;
/** The byte order mark of UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];

/** Reads the beginning of a table. Without a wish its first row has the headings. */
export function csvHead(bytes: Uint8Array, wish?: HeaderWish): Head {
  const marked = MARK.every((byte, at) => bytes[at] === byte);
  const { text, foreign } = textOf(marked ? bytes.subarray(MARK.length) : bytes);
  if (text.trim() === "") throw new BadTable("The table is empty.");
  // Excel's own line for readers of other countries.
  const hint = /^sep=(.)\r?\n/i.exec(text);
  const separator = hint?.[1] ?? separatorOf(text);
  const skipped = hint?.[0] ?? "";
  const records: CsvRecord[] = [];
  for (const record of recordsOf(text.slice(skipped.length), separator)) {
    records.push(record);
    if (records.length > MOST_SAMPLES) break;
  }
  const first = 1 + linesIn(skipped);
  const top = records.slice(0, MOST_ABOVE).map(({ line, cells }) => ({ line: first + line, cells }));
  const found = headerOf(top, wish);
  const last = records[found.at + found.height - 1];
  if (last === undefined) throw new BadTable("The table is empty.");
  if (last.fault !== undefined)
    throw new BadTable(`The first line of the table cannot be read: ${last.fault}.`);
  if (found.names.length > MOST_COLUMNS)
    throw new BadTable(`The table has ${found.names.length} columns; at most ${MOST_COLUMNS} are read.`);
  const head = text.slice(0, skipped.length + last.end);
  const length = foreign ? head.length : new TextEncoder().encode(head).length;
  const rows = records.slice(found.at + found.height);
  return {
    header: distinctNames(found.names.map((name) => name.trim())),
    own: found.names.map((_, at) =>
      top.slice(found.at, found.at + found.height).flatMap(({ cells }) => cells[at] ?? []),
    ),
    separator,
    newline: head.endsWith("\r\n") ? "\r\n" : "\n",
    before: `${marked ? "\uFEFF" : ""}${skipped}`,
    start: length + (marked ? MARK.length : 0),
    line: 1 + linesIn(head),
    // The last may be cut.
    sample: rows.slice(0, bytes.length < HEAD_BYTES ? undefined : -1).map(({ cells }) => cells),
    headerLine: top[found.at]?.line ?? 1,
    above: top.slice(0, found.at).filter(({ cells }) => cells.some((cell) => cell.trim() !== "")).length,
    top,
  };
}

function headerOf(top: readonly TopRow[], wish: HeaderWish | undefined): HeaderRow {
  const rows = top.map(({ cells }) => cells);
  if (wish === undefined) return { at: 0, height: 1, names: rows[0] ?? [] };
  const { count, line } = wish;
  if (line === undefined) return headerRowIn(rows, count);
  const at = top.findIndex((row) => row.line === line);
  if (at < 0)
    throw new BadTable(`Line ${line} cannot have the headings: they are among the first ${MOST_ABOVE} rows.`);
  return headerRowIn(rows, count, at);
}

/** Decodes UTF-8 or Windows-1252, and refuses other files by their kind. */
function textOf(bytes: Uint8Array): { readonly text: string; readonly foreign: boolean } {
  const [a, b, c, d] = bytes;
  if (a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04)
    throw new BadTable("This is a spreadsheet or an archive, not text: save it as CSV UTF-8 first.");
  if (a === 0x50 && b === 0x41 && c === 0x52 && d === 0x31)
    throw new BadTable(readsNoParquet("table.parquet"));
  if (bytes.includes(0)) throw new BadTable("The table is no text that can be read: save it as CSV UTF-8.");
  // The last sign may be cut where more follows.
  return decoded(bytes.length < HEAD_BYTES - 3 ? bytes : bytes.subarray(0, bytes.lastIndexOf(10) + 1));
}

/** The sign that most of the first lines have equally often. */
function separatorOf(text: string): string {
  const lines = text.split(/\r?\n/, LINES_LOOKED_AT).map((line) => line.replace(/"[^"]*"/g, ""));
  let best: { readonly separator: string; readonly score: number } = { separator: ",", score: 0 };
  for (const separator of SEPARATORS) {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
    const [most = 0, alike = 0] = usual(counts);
    const score = alike * 1000 + Math.min(most, 999);
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** The most frequent of some numbers, and how often it occurs. */
function usual(counts: readonly number[]): readonly number[] {
  const often = new Map<number, number>();
  for (const count of counts) often.set(count, (often.get(count) ?? 0) + 1);
  return [...often].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [];
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
      // The row of a broken line reports it.
    }
  }
  if (rows === 0)
    throw new BadTable("None of the first lines is a JSON object; JSON lines have one object in each line.");
  return [...names];
}

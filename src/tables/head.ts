// The beginning of a table: what kind of text it is, its separator and the names of its columns. What cannot be read is
// refused in words before any work is done.
import type { RuntimeTool } from "../engine/run/tool.js";
import { isRecord } from "../json/objects.js";
import { eachRecord, Source } from "./csv.js";
import { decoded } from "./encoding.js";
import { fieldsOf } from "./fields.js";
import { BadTable } from "./layout.js";

export interface Head {
  readonly header: readonly string[];
  readonly separator: string;
  readonly newline: "\n" | "\r\n";
  /** Bytes before the first row, and the number of its line. */
  readonly start: number;
  readonly line: number;
  readonly mark: boolean;
  /** Some of the first rows. */
  readonly sample: readonly (readonly string[])[];
}

/** Bytes of the beginning that are looked at. */
export const HEAD_BYTES = 256 * 1024;
const SEPARATORS = [",", ";", "\t", "|"] as const;
const MOST_COLUMNS = 2000;

export function csvHead(bytes: Buffer): Head {
  const mark = bytes.subarray(0, 3).equals(MARK);
  const text = textOf(bytes.subarray(mark ? 3 : 0));
  const [first = ""] = text.split("\n", 1);
  if (text.trim() === "") throw new BadTable("The table is empty.");
  const separator = separatorOf(first);
  const records: { cells: readonly string[]; text: string; line: number; fault: string | undefined }[] = [];
  eachRecord(Source.of(text), separator, (record) => {
    if (records.length >= 1000) return;
    const { cells, text: own, line, fault } = record;
    records.push({ cells, text: own, line, fault });
  });
  const [names, ...rows] = records;
  if (names === undefined) throw new BadTable("The table is empty.");
  if (names.fault !== undefined)
    throw new BadTable(`The first line of the table cannot be read: ${names.fault}.`);
  const header = names.cells.map((name) => name.trim());
  if (header.length > MOST_COLUMNS)
    throw new BadTable(`The table has ${header.length} columns; at most ${MOST_COLUMNS} are read.`);
  const end = endOfFirst(bytes, names.text, mark ? 3 : 0);
  const head = bytes.subarray(0, end);
  return {
    header,
    separator,
    newline: head.at(-2) === 13 ? "\r\n" : "\n",
    start: end,
    line: 1 + (rows[0]?.line ?? names.text.split("\n").length),
    mark,
    // The last may be cut.
    sample: rows.slice(0, bytes.length < HEAD_BYTES ? undefined : -1).map(({ cells }) => cells),
  };
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Where the first row begins: behind the line end of the names, and behind empty lines. */
function endOfFirst(bytes: Buffer, names: string, from: number): number {
  const lines = names.split("\n").length;
  let at = from;
  while (bytes[at] === 10 || bytes[at] === 13) at++;
  for (let line = 0; line < lines; line++) {
    const end = bytes.indexOf(10, at);
    if (end < 0) return bytes.length;
    at = end + 1;
  }
  return at;
}

/** A text in UTF-8 or Windows-1252; what is neither is named. */
function textOf(bytes: Buffer): string {
  const [a, b, c, d] = bytes;
  if (a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04)
    throw new BadTable("This is a spreadsheet or an archive, not text: save it as CSV UTF-8 first.");
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    throw new BadTable("The table is written in UTF-16: save it as CSV UTF-8.");
  if (bytes.includes(0)) throw new BadTable("The table is no text that can be read: save it as CSV UTF-8.");
  // The last sign may be cut where more follows.
  const whole = bytes.length < HEAD_BYTES - 3 ? bytes : bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  return decoded(whole).text;
}

function separatorOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, "");
  const counts = SEPARATORS.map((separator) => bare.split(separator).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? "," : (SEPARATORS[counts.indexOf(most)] ?? ",");
}

/** Whether the numbers of the first rows are written 1,5; with commas between cells they cannot be. */
export function hasDecimalCommas(
  tool: RuntimeTool,
  fields: readonly (string | null)[],
  { separator, sample }: Head,
): boolean {
  if (separator === ",") return false;
  const numeric = new Set(
    fieldsOf(tool)
      .filter(({ schema }) => schema.type === "number" || schema.type === "integer")
      .map(({ name }) => name),
  );
  const columns = fields.flatMap((field, at) => (field !== null && numeric.has(field) ? [at] : []));
  return sample.some((cells) => columns.some((at) => /^\s*-?\d+,\d+\s*$/.test(cells[at] ?? "")));
}

/** The names that the first lines of JSON have. */
export function jsonHead(bytes: Buffer): string[] {
  const text = textOf(bytes);
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

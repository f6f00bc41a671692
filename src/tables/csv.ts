// Comma-separated text: its records with their cells, and where its last whole record ends. A quote opens a cell only at its
// beginning. A quote that is never closed breaks its own line and no other. csv-parse and Papa Parse would read such a cell to
// the end of the table.

/** Characters after which an open quoted cell counts as never closed. */
export const LONGEST_RECORD = 64 * 1024;

export interface CsvRecord {
  /** Line of its beginning, counted from 0 in this text. */
  readonly line: number;
  /** Where the text goes on after it. */
  readonly end: number;
  /** As in the text, without its line end. */
  readonly text: string;
  readonly cells: readonly string[];
  /** The fault of its quotes. */
  readonly fault: string | undefined;
  /** Whether it stays as it is, whatever text may follow. */
  readonly whole: boolean;
}

const FAULT = "a quote is not closed, or is followed by more text";

/**
 * Returns the records of a text, without empty lines. If a quoted line break would change the number of cells, the
 * quotes do not pair: the first line is invalid, and the next line starts a new record.
 */
export function* recordsOf(text: string, separator: string, width?: number): Generator<CsvRecord> {
  const plain = !text.includes('"');
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const { end, cells, fault, open } = plain
      ? { end: endOf(text, "\n", start) }
      : recordAt(text, start, separator, width);
    const own = withoutReturn(text, start, end);
    const whole = open !== true && end < text.length;
    start = end + 1;
    if (own !== "") yield { line, end: start, text: own, cells: cells ?? own.split(separator), fault, whole };
    line += 1 + (cells === undefined ? 0 : linesIn(own));
  }
}

/** Returns the end of the last complete record; 0 without one. */
export function lastRecordEnd(text: string, separator: string, width?: number): number {
  if (!text.includes('"')) return text.lastIndexOf("\n") + 1;
  for (let start = 0; ; ) {
    const { end, open } = recordAt(text, start, separator, width);
    if (open || end >= text.length) return start;
    start = end + 1;
  }
}

interface Found {
  /** Position of its line end. */
  readonly end: number;
  /** Left out where the record has no quotes, or broken ones. */
  readonly cells?: readonly string[] | undefined;
  readonly fault?: string | undefined;
  /** Whether more text might close its quotes. */
  readonly open?: boolean;
}

function recordAt(text: string, start: number, separator: string, width: number | undefined): Found {
  const end = endOf(text, "\n", start);
  if (!text.slice(start, end).includes('"')) return { end };
  const found = quotedCells(text, start, separator);
  if (found === "open" || found === "broken") return { end, fault: FAULT, open: found === "open" };
  // A record that the text ends with may go on in the next block.
  if (found.end > end && width !== undefined && found.cells.length !== width)
    return { end, fault: FAULT, open: found.end >= text.length };
  return found;
}

/** The cells of a record with quotes: "open" where the text ends within one, "broken" where quotes do not pair. */
function quotedCells(
  text: string,
  start: number,
  separator: string,
): { readonly cells: string[]; readonly end: number } | "open" | "broken" {
  const cells: string[] = [];
  let line = endOf(text, "\n", start);
  for (let at = start; ; at++) {
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close < 0 || close > start + LONGEST_RECORD)
        return text.length > start + LONGEST_RECORD ? "broken" : "open";
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
      if (at > line) line = endOf(text, "\n", at);
      if (at + 1 === line && text[at] === "\r") at++;
    } else {
      const end = Math.min(endOf(text, separator, at), line);
      cells.push(end === line ? withoutReturn(text, at, end) : text.slice(at, end));
      at = end;
    }
    if (at === line) return { cells, end: at };
    if (text[at] !== separator) return "broken";
  }
}

/** Returns the next position of a sign, or the end of the text. */
function endOf(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function withoutReturn(text: string, start: number, end: number): string {
  return text.slice(start, end > start && text[end - 1] === "\r" ? end - 1 : end);
}

export function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** A text as a cell: in quotes where it must. */
export function csvCell(text: string, separator: string): string {
  if (!text.includes('"') && !text.includes(separator) && !text.includes("\n") && !text.includes("\r"))
    return text;
  return `"${text.replaceAll('"', '""')}"`;
}

// Comma-separated text: where records end in bytes, and the cells of each record, quoted cells and broken ones included.
// A quote opens a cell only at its beginning; one that is never closed breaks its own line and no other.

const [QUOTE, LF, CR] = [0x22, 0x0a, 0x0d];
/** A quoted cell that runs on for longer was never closed. */
export const LONGEST_RECORD = 64 * 1024;

/** The end of the last whole record in a block that begins with a record; 0 where it holds none. */
export function lastRecordEnd(block: Uint8Array, separator: string): number {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  if (!bytes.includes(QUOTE)) return bytes.lastIndexOf(LF) + 1;
  const sep = separator.charCodeAt(0);
  let end = 0;
  for (let at = 0; at < bytes.length; ) {
    const next = recordEnd(bytes, at, sep);
    if (next < 0) break;
    end = next;
    at = next;
  }
  return end;
}

/** The end of one record; -1 where the block ends before it does. */
function recordEnd(bytes: Buffer, start: number, sep: number): number {
  let opens = true;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === LF) return at + 1;
    if (byte === QUOTE && opens) {
      const close = closing(bytes, at + 1, start + LONGEST_RECORD);
      if (close === -1) return -1;
      if (close === -2) {
        const line = bytes.indexOf(LF, start);
        return line < 0 ? -1 : line + 1;
      }
      at = close;
    }
    opens = byte === sep;
  }
  return -1;
}

/** The quote that closes a cell; -1 where the block ends first, -2 where the cell is too long to be one. */
function closing(bytes: Buffer, from: number, limit: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0 && at <= limit; at = bytes.indexOf(QUOTE, at + 2))
    if (bytes[at + 1] !== QUOTE) return at;
  return bytes.length > limit ? -2 : -1;
}

/** The codes of a text's signs, each where its sign stands. */
export type Codes = Uint8Array | Uint16Array;

/** A text that is read by its codes. It is made only where somebody asks for a piece of it. */
export class Source {
  private made: string | undefined;

  private constructor(
    readonly codes: Codes,
    private readonly make: () => string,
  ) {}

  get text(): string {
    this.made ??= this.make();
    return this.made;
  }

  /** Of bytes that are a sign each. */
  static ofAscii({ buffer, byteOffset, length }: Uint8Array): Source {
    return new Source(new Uint8Array(buffer, byteOffset, length), () =>
      Buffer.from(buffer, byteOffset, length).toString("latin1"),
    );
  }

  static of(text: string): Source {
    if (Buffer.byteLength(text) === text.length) return Source.ofAscii(Buffer.from(text));
    const bytes = Buffer.allocUnsafeSlow(2 * text.length);
    bytes.write(text, "utf16le");
    return new Source(new Uint16Array(bytes.buffer), () => text);
  }
}

/** A record of a text, while it is told; the next one takes its place. */
export class CsvRecord {
  /** Line of its beginning, counted from 0 in this text. */
  line = 0;
  /** What is wrong with its quotes. */
  fault: string | undefined;
  /** Where it stands in the text, without its line end. */
  start = 0;
  end = 0;
  /** How many cells it has. */
  count = 0;
  /** Where its first cells end, as far as this was asked for and it has no quotes. */
  readonly ends: Int32Array;
  /** What its cells hold, where it has quotes. */
  quoted: readonly string[] | undefined;

  constructor(
    readonly source: Source,
    private readonly separator: string,
    width: number,
  ) {
    this.ends = new Int32Array(width);
  }

  get text(): string {
    return this.source.text.slice(this.start, this.end);
  }

  get cells(): readonly string[] {
    return this.quoted ?? this.text.split(this.separator);
  }
}

/**
 * Tells each record of a source; empty lines are none. Where records are known to have so many cells, quotes that would
 * make one of several lines with another number of cells do not pair: its first line is broken, and the next is read anew.
 */
export function eachRecord(
  source: Source,
  separator: string,
  told: (record: CsvRecord) => void,
  width?: number,
): void {
  const sep = separator.charCodeAt(0);
  const { codes } = source;
  const { length } = codes;
  const record = new CsvRecord(source, separator, width ?? 0);
  const { ends } = record;
  let count = 0;
  let start = 0;
  for (let at = 0; at <= length; at++) {
    const code = at === length ? LF : codes[at];
    if (code === sep) {
      // What lies beyond the width is not written: arrays of bytes have their size.
      ends[count++] = at;
    } else if (code === LF) {
      const end = at > start && codes[at - 1] === CR ? at - 1 : at;
      if (end > start) {
        ends[count++] = end;
        record.start = start;
        record.end = end;
        record.count = count;
        told(record);
      }
      record.line++;
      start = at + 1;
      count = 0;
    } else if (code === QUOTE) {
      // A record with quotes is read by itself, from its beginning.
      const end = readQuoted(record, start, separator, width);
      told(record);
      record.line += countLines(source.text, start, end) + 1;
      record.quoted = undefined;
      record.fault = undefined;
      start = end + 1;
      count = 0;
      at = end;
    }
  }
}

/** Reads a record with quotes, and tells where its line ends. */
function readQuoted(record: CsvRecord, start: number, separator: string, width: number | undefined): number {
  const { text } = record.source;
  const next = text.indexOf("\n", start);
  const tried = quoted(text, start, separator);
  const strange = tried !== undefined && tried.end > next && next >= 0 && width !== undefined;
  const read = strange && tried.cells.length !== width ? undefined : tried;
  const end = read?.end ?? (next < 0 ? text.length : next);
  record.start = start;
  record.end = end > start && text.charCodeAt(end - 1) === CR ? end - 1 : end;
  record.quoted = read?.cells ?? record.text.split(separator);
  record.count = record.quoted.length;
  record.fault = read === undefined ? FAULT : undefined;
  return end;
}

const FAULT = "a quote is not closed, or is followed by more text";

/** The cells of a record with quotes; undefined where they do not pair. */
function quoted(
  text: string,
  start: number,
  separator: string,
): { readonly cells: string[]; readonly end: number } | undefined {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    let cell: string;
    if (text[at] === '"') {
      const close = closingIn(text, at + 1, start + LONGEST_RECORD);
      if (close < 0) return undefined;
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    } else {
      const from = at;
      while (at < text.length && text[at] !== separator && text[at] !== "\n") at++;
      cell = text.slice(from, at);
      if (text[at] !== separator) cell = cell.replace(/\r$/, "");
    }
    cells.push(cell);
    if (text[at] === "\r" && (text[at + 1] === "\n" || at + 1 === text.length)) at++;
    if (at >= text.length || text[at] === "\n") return { cells, end: at };
    if (text[at] !== separator) return undefined;
    at++;
  }
}

function closingIn(text: string, from: number, limit: number): number {
  for (let at = text.indexOf('"', from); at >= 0 && at <= limit; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** A text as a cell: in quotes where it must. */
export function csvCell(text: string, separator: string): string {
  if (!text.includes('"') && !text.includes(separator) && !text.includes("\n") && !text.includes("\r"))
    return text;
  return `"${text.replaceAll('"', '""')}"`;
}

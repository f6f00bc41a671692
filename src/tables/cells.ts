// The results of a row as cells. The columns are known before the first row, so the code that reads and writes them is
// written out for them: a million rows are then read without looking a name up.
import { type Bytes, NUMBER_BYTES, writeNumber } from "./bytes.js";
import { type CellKind, pathCode, type ResultColumn, readerAt } from "./columns.js";
import { csvCell } from "./csv.js";
import type { Layout } from "./layout.js";

type Cells = (result: unknown) => void;

/** How a value that is there is written. */
const WRITTEN: Readonly<Record<CellKind, (at: number) => string>> = {
  number: () => "at = number(view, at, v, comma)",
  integer: () => "at = number(view, at, v, comma)",
  boolean: () => `if (v) { ${spelled("true")} } else { ${spelled("false")} }`,
  text: (at) => `{ at = text${at}(v, at); view = out.view; }`,
  list: (at) => `{ at = text${at}(v, at); view = out.view; }`,
};

function spelled(text: string): string {
  return [...Buffer.from(text)].map((byte) => `view.setInt8(at++, ${byte});`).join(" ");
}

/** Writes the results of a row, an empty cell for each error, and the end of the line. */
export function cellsWriter({ results, separator, decimalComma, newline }: Layout, out: Bytes): Cells {
  // Room for all cells of a row but long texts, which make room for themselves and for this again.
  const room = (results.length + 4) * (1 + Math.max(NUMBER_BYTES, LONGEST_REMEMBERED));
  const lists = results.map((column) => (column.kind === "list" ? readerAt(column) : undefined));
  const cached = new Map<string, Written>();
  const texts = results.map(({ kind }) =>
    kind === "text" || kind === "list" ? textWriter(separator, out, { room, cached }) : undefined,
  );
  const lines = results.map(
    (column, at) =>
      `${spelled(separator)} v = ${valueAt(column, at)}; if (v != null) ${WRITTEN[column.kind](at)};`,
  );
  const body = `"use strict"; const [${results.map((_, at) => `text${at}`)}] = texts;
return (r) => { out.reserve(${room}); let { view, at } = out, v;
${lines.join("\n")} ${spelled(`${separator}${separator}${newline}`)}
out.at = at; };`;
  const make = new Function("out", "number", "texts", "lists", "comma", body) as (
    ...given: readonly unknown[]
  ) => Cells;
  return make(out, writeNumber, texts, lists, decimalComma);
}

function valueAt({ path, kind }: ResultColumn, at: number): string {
  if (kind === "list") return `lists[${at}](r)`;
  return pathCode(path);
}

const MOST_REMEMBERED = 10_000;
/** In bytes. */
const LONGEST_REMEMBERED = 120;

/** Texts of a column that are remembered beside it, each in the place that its length gives it. */
const PLACES = 16;

/** A text as it is written, eight bytes at a time as in Bytes.copy; what the last ones have too much is written over. */
interface Written {
  readonly words: Float64Array;
  readonly length: number;
}

/** Writes a text at a place. Most texts of results come again and again, and there are few in one column. */
function textWriter(
  separator: string,
  out: Bytes,
  { room, cached }: { readonly room: number; readonly cached: Map<string, Written> },
): (text: string, at: number) => number {
  const nothing: Written = { words: new Float64Array(0), length: 0 };
  const last = Array.from({ length: PLACES }, () => "");
  const lastWritten = Array.from({ length: PLACES }, () => nothing);
  return (text, at) => {
    const place = text.length % PLACES;
    if (text !== last[place]) {
      const known = cached.get(text) ?? remembered(text);
      if (known === undefined) {
        out.at = at;
        out.text(csvCell(text, separator));
        out.reserve(room);
        return out.at;
      }
      last[place] = text;
      lastWritten[place] = known;
    }
    const { view } = out;
    const { words, length } = lastWritten[place] ?? nothing;
    for (let i = 0; i < words.length; i++) view.setFloat64(at + 8 * i, words[i] ?? 0, true);
    return at + length;
  };

  function remembered(text: string): Written | undefined {
    if (text.length > LONGEST_REMEMBERED || cached.size >= MOST_REMEMBERED) return undefined;
    const bytes = Buffer.from(csvCell(text, separator));
    const { length } = bytes;
    if (length > LONGEST_REMEMBERED) return undefined;
    const whole = Buffer.concat([bytes, Buffer.alloc(7)]);
    const words = Float64Array.from({ length: Math.ceil(length / 8) }, (_, at) => whole.readDoubleLE(8 * at));
    const written = { words, length };
    cached.set(text, written);
    return written;
  }
}

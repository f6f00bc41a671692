// What the text of a cell means as the value of a field, read where it stands: numbers digit by digit, words of a list of
// choices without a copy.
import type { Codes } from "./csv.js";
import { type Field, readerOf } from "./fields.js";

export interface CellReader {
  /** The value of a cell by itself. */
  readonly text: (cell: string) => unknown;
  /** The value of the cell from one place of a text to another. */
  readonly at: (text: string, codes: Codes, from: number, to: number) => unknown;
}

export function cellReader({ schema }: Field, decimalComma: boolean): CellReader {
  const read = readerOf(schema);
  if (schema.type === "number" || schema.type === "integer") return numberReader(read, decimalComma);
  const words =
    schema.type === "string" ? schema.enum?.filter((word) => typeof word === "string") : undefined;
  if (words === undefined) return { text: read, at: (text, _, from, to) => read(text.slice(from, to)) };
  return {
    text: read,
    at: (text, codes, from, to) => wordAt(words, codes, from, to) ?? text.slice(from, to),
  };
}

const [MINUS, POINT, COMMA, ZERO] = [0x2d, 0x2e, 0x2c, 0x30];
/** So many digits are less than 2 to the power of 53. */
const MOST_DIGITS = 15;
const POWERS = Array.from({ length: MOST_DIGITS + 1 }, (_, zeros) => 10 ** zeros);

/**
 * Plain decimals are read here: their digits are a whole number that is exact, so is the power of ten below them, and a
 * division rounds right, so the number is the one that Number(text) gives. Anything else is left to that.
 */
function numberReader(read: (text: string) => unknown, decimalComma: boolean): CellReader {
  const point = decimalComma ? COMMA : POINT;
  const other = (cell: string) => {
    if (!decimalComma) return read(cell);
    // In a table with decimal commas a point may part thousands: it is not guessed at.
    return cell.includes(".") ? cell : read(cell.replace(",", "."));
  };
  const at: CellReader["at"] = (text, codes, from, to) => {
    const negative = codes[from] === MINUS;
    const first = negative ? from + 1 : from;
    if (to === first || to - first > MOST_DIGITS) return other(text.slice(from, to));
    let digits = 0;
    let decimals = -1;
    for (let at = first; at < to; at++) {
      const code = codes[at] ?? 0;
      const digit = code - ZERO;
      if (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
        if (decimals >= 0) decimals++;
      } else if (code === point && decimals < 0 && at > first) decimals = 0;
      else return other(text.slice(from, to));
    }
    if (decimals === 0) return other(text.slice(from, to));
    const value = decimals > 0 ? digits / (POWERS[decimals] ?? 1) : digits;
    return negative ? -value : value;
  };
  return { text: other, at };
}

function wordAt(words: readonly string[], codes: Codes, from: number, to: number): string | undefined {
  const length = to - from;
  const first = codes[from];
  for (const word of words) {
    if (word.length !== length || word.charCodeAt(0) !== first) continue;
    let at = 1;
    while (at < length && word.charCodeAt(at) === codes[from + at]) at++;
    if (at === length) return word;
  }
  return undefined;
}

// What the text of a cell means as the value of a field, read where it stands: numbers digit by digit, words of a list of
// choices without a copy.
import type { Codes, Source } from "./csv.js";
import { type Field, type FieldSchema, readerOf } from "./fields.js";

export interface CellReader {
  /** The value of a cell by itself. */
  readonly text: (cell: string) => unknown;
  /** The value of the cell from one place of a text to another. */
  readonly at: (source: Source, from: number, to: number) => unknown;
}

/** Whether a row must be held against the schema of the input, because reading it has not shown that it fits. */
export class Doubt {
  any = false;
  private readonly cells: { readonly known: Known; readonly text: string; readonly value: unknown }[] = [];
  private readonly always: boolean;

  /** `more` tells that inputs hold more than single values that are read here. */
  constructor(inputSchema: object, more: boolean) {
    this.always = more || !holdsOnly(inputSchema, "type additionalProperties required properties");
  }

  clear(): void {
    this.any = this.always;
    this.cells.length = 0;
  }

  about(known: Known, text: string, value: unknown): void {
    this.any = true;
    if (known.words.length < MOST_LEARNED && typeof value !== "object")
      this.cells.push({ known, text, value });
  }

  /** The row was found to fit, and so do its words wherever they come again: a column holds few different days, yes and no. */
  learn(): void {
    for (const { known, text, value } of this.cells) {
      // A copy: a piece of a text keeps the whole of it.
      const word = Buffer.from(text).toString();
      known.words.push(word);
      known.values.push(value === text ? word : value);
    }
    this.cells.length = 0;
  }
}

/** Words of a column that are known to fit, and what they mean. */
interface Known {
  readonly words: string[];
  readonly values: unknown[];
}

const MOST_LEARNED = 16;

/** Words of a schema that ask nothing of a value. */
const SILENT = "title description unit symbol scale label choices assumed x-applies";

function holdsOnly(schema: object, words: string): boolean {
  const known = words.split(" ");
  return Object.keys(schema).every((word) => known.includes(word));
}

export function cellReader({ schema }: Field, decimalComma: boolean, doubt: Doubt): CellReader {
  const read = readerOf(schema);
  if (schema.type === "number" || schema.type === "integer")
    return numberReader(schema, read, decimalComma, doubt);
  // The schema of a list of choices that says no more is met by each of them.
  const fits = schema.type === "string" && holdsOnly(schema, `type enum ${SILENT}`) ? schema.enum : undefined;
  const words = (fits ?? []).filter((word) => typeof word === "string");
  const known: Known = { words, values: [...words] };
  return {
    text: read,
    at: (source, from, to) => {
      const place = placeOf(known.words, source.codes, from, to);
      if (place >= 0) return known.values[place];
      const text = source.text.slice(from, to);
      const value = read(text);
      doubt.about(known, text, value);
      return value;
    },
  };
}

const [LEAST, MOST] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const [MINUS, POINT, COMMA, ZERO] = [0x2d, 0x2e, 0x2c, 0x30];
/** So many digits are less than 2 to the power of 53. */
const MOST_DIGITS = 15;
const POWERS = Array.from({ length: MOST_DIGITS + 1 }, (_, zeros) => 10 ** zeros);

/**
 * Plain decimals are read here: their digits are a whole number that is exact, so is the power of ten below them, and a
 * division rounds right, so the number is the one that Number(text) gives. Anything else is left to that.
 */
function numberReader(
  schema: FieldSchema,
  read: (text: string) => unknown,
  decimalComma: boolean,
  doubt: Doubt,
): CellReader {
  const point = decimalComma ? COMMA : POINT;
  const other = (cell: string) => {
    if (!decimalComma) return read(cell);
    // In a table with decimal commas a point may part thousands: it is not guessed at.
    return cell.includes(".") ? cell : read(cell.replace(",", "."));
  };
  const { minimum = LEAST, maximum = MOST, exclusiveMinimum = LEAST, exclusiveMaximum = MOST } = schema;
  const shows = holdsOnly(schema, `type minimum maximum exclusiveMinimum exclusiveMaximum ${SILENT}`);
  const integer = schema.type === "integer";
  const doubted = (source: Source, from: number, to: number) => {
    doubt.any = true;
    return other(source.text.slice(from, to));
  };
  const at: CellReader["at"] = (source, from, to) => {
    const { codes } = source;
    const negative = codes[from] === MINUS;
    const first = negative ? from + 1 : from;
    if (to === first || to - first > MOST_DIGITS) return doubted(source, from, to);
    let digits = 0;
    let decimals = -1;
    for (let at = first; at < to; at++) {
      const code = codes[at] ?? 0;
      const digit = code - ZERO;
      if (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
        if (decimals >= 0) decimals++;
      } else if (code === point && decimals < 0 && at > first) decimals = 0;
      else return doubted(source, from, to);
    }
    if (decimals === 0) return doubted(source, from, to);
    const size = decimals > 0 ? digits / (POWERS[decimals] ?? 1) : digits;
    const value = negative ? -size : size;
    const within =
      value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
    if (!within || !shows || (integer && value % 1 !== 0)) doubt.any = true;
    return value;
  };
  return { text: other, at };
}

function placeOf(words: readonly string[], codes: Codes, from: number, to: number): number {
  const length = to - from;
  const first = codes[from];
  for (let place = 0; place < words.length; place++) {
    const word = words[place] ?? "";
    if (word.length !== length || word.charCodeAt(0) !== first) continue;
    let at = 1;
    while (at < length && word.charCodeAt(at) === codes[from + at]) at++;
    if (at === length) return place;
  }
  return -1;
}

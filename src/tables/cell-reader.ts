// What the text of a cell means as the value of a field: a number, a choice by its code or its title, yes or no, a date, a
// list. A text that cannot be read stays as it is, and the tool then refuses it by name.
import { jsonOr } from "../json/objects.js";
import { choiceOf } from "../wording/field-words.js";
import type { FieldSchema } from "./fields.js";

export type DateOrder = "day-first" | "month-first";

/** How the cells of a column are written, where that does not follow from one cell alone. */
export interface CellReading {
  /** 3,5 is three and a half. */
  readonly decimalComma?: boolean;
  /** What 03/04/2026 means; left out, such dates are not read. */
  readonly dates?: DateOrder;
}

export type TableCellReader = (text: string) => unknown;

export function cellReader(schema: FieldSchema, reading: CellReading = {}): TableCellReader {
  switch (schema.type) {
    case "number":
    case "integer":
      return reading.decimalComma ? commaNumber : numberOf;
    case "boolean":
      return (text) => YES_NO.get(text) ?? YES_NO.get(text.trim().toLowerCase()) ?? text;
    case "array": {
      const item = cellReader(schema.items ?? {}, reading);
      return (text) => (text.trimStart().startsWith("[") ? jsonOr(text) : listOf(text).map(item));
    }
    case "object":
      return jsonOr;
    default:
      if (schema.enum !== undefined) return choiceReader(schema);
      return schema.format === "date" ? (text) => dayOf(text, reading.dates) : (text) => text;
  }
}

function numberOf(text: string): unknown {
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== "" ? number : text;
}

/** A point may part thousands where commas part decimals: it is not guessed at. */
function commaNumber(text: string): unknown {
  if (text.includes(".")) return text;
  const number = numberOf(text.replace(",", "."));
  return typeof number === "number" ? number : text;
}

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

function listOf(text: string): string[] {
  return text
    .split(/[,;|]/)
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

/** A choice by its code, or by its code or title in either case; a title that two choices share names neither. */
function choiceReader(schema: FieldSchema): TableCellReader {
  const codes = (schema.enum ?? []).filter((code) => typeof code === "string");
  const exact = new Set(codes);
  const byWords = new Map<string, string | undefined>();
  const add = (words: string, code: string) =>
    byWords.set(words, byWords.has(words) && byWords.get(words) !== code ? undefined : code);
  for (const code of codes) {
    const title = choiceOf(schema, code)?.title;
    if (title !== undefined) add(wordsOf(title), code);
  }
  // A code means itself, whatever the titles of others are.
  const own = new Map<string, string | undefined>();
  for (const code of codes) own.set(wordsOf(code), own.has(wordsOf(code)) ? undefined : code);
  for (const [words, code] of own) byWords.set(words, code);
  return (text) => (exact.has(text) ? text : (byWords.get(wordsOf(text)) ?? text));
}

/** Capitals, and what stands between words, do not matter; a sign at an end does: A+ is not A. */
function wordsOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/(?<=[a-z0-9])[\s_-]+(?=[a-z0-9])/g, " ");
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = String.raw`(?:[T ]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[AaPp][Mm]|Z|[+-]\d{2}:?\d{2})?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`);
/** Two numbers and a year: which of them is the day is a matter of the column. */
export const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${TIME}$`);

/** A day as tools take it: 2026-04-01. A time behind it is left out. */
export function dayOf(given: string, order: DateOrder | undefined): string {
  if (DAY.test(given)) return given;
  const text = given.trim();
  const first = YEAR_FIRST.exec(text);
  if (first !== null) return isoDay(first[1], first[3], first[4]);
  const last = YEAR_LAST.exec(text);
  if (last === null || order === undefined) return given;
  return order === "day-first" ? isoDay(last[4], last[3], last[1]) : isoDay(last[4], last[1], last[3]);
}

function isoDay(year = "", month = "", day = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

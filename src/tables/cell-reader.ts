// Reads the text of a cell as the value of a field: a number, a choice, yes or no, a date, a list. Undefined is a cell without
// a value. An unreadable text is returned unchanged, so that a required field is refused by name.

import { foldedWord } from "../engine/language/words.js";
import { codeReader } from "../engine/run/choices.js";
import { jsonOr } from "../json/objects.js";
import { type DateOrder, dayOf } from "./cell-dates.js";
import { type NumberReading, numberIn } from "./cell-numbers.js";
import type { FieldSchema } from "./fields.js";
import { unitOfField } from "./quantities.js";

/** How the cells of a column are written, if that does not follow from one cell alone. */
export interface CellReading extends NumberReading {
  /** What 03/04/2026 means; without it such dates are not read. */
  readonly dates?: DateOrder;
  /** What words of the table mean, by the words in folded form. */
  readonly words?: Readonly<Record<string, string>>;
}

export type TableCellReader = (text: string) => unknown;

export function cellReader(schema: FieldSchema, reading: CellReading = {}): TableCellReader {
  if (schema.type === "array") {
    const item = cellReader(schema.items ?? {}, reading);
    return (text) => {
      if (text.trimStart().startsWith("[")) return jsonOr(text);
      return SAYS_NOTHING.test(text) ? undefined : listOf(text).map(item);
    };
  }
  if (schema.type === "object") return jsonOr;
  const read = singleReader(schema, reading);
  const { words = {} } = reading;
  return (given) => {
    const text = words[foldedWord(given)] ?? given;
    const value = read(text);
    return value === text && SAYS_NOTHING.test(text) && !isRead(schema, value) ? undefined : value;
  };
}

/** Whether a value has the type of its field. */
export function isRead(schema: FieldSchema, value: unknown): boolean {
  switch (schema.type) {
    case "number":
    case "integer":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return Array.isArray(value) && value.every((item) => isRead(schema.items ?? {}, item));
    case "object":
      return typeof value === "object";
    default:
      if (schema.enum !== undefined) return schema.enum.includes(value);
      if (schema.format === "date") return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
      return typeof value !== "string" || !SAYS_NOTHING.test(value);
  }
}

const SAYS_NOTHING =
  /^\s*(?:[-–—?.]+|n[./]?\s?[ak]\.?|#n\/?a|tb[cda]|unknown|not (?:known|available|applicable|stated)|null|k\.?\s?a\.?|unbekannt|inconnu|onbekend|n\.?v\.?t\.?|n\.b\.|s[./]o\.?)\s*$/i;

function singleReader(schema: FieldSchema, reading: CellReading): TableCellReader {
  switch (schema.type) {
    case "number":
    case "integer": {
      const unit = unitOfField(schema.unit);
      const nouns = new Set(
        [schema.title ?? "", ...(schema.also ?? [])].flatMap((name) => name.toLowerCase().split(" ")),
      );
      const own = { ...reading, nouns };
      return (text) => numberIn(text, unit, own) ?? text;
    }
    case "boolean":
      return (text) => YES_NO.get(text) ?? YES_NO.get(text.trim().toLowerCase()) ?? text;
    default:
      if (schema.enum !== undefined) return choiceReader(schema);
      return schema.format === "date" ? (text) => dayOf(text, reading.dates) : (text) => text;
  }
}

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "y", "1", "ja", "j", "oui", "wahr", "vrai", "waar", "✓", "✔"].map(
    (word) => [word, true] as const,
  ),
  ...["false", "no", "n", "0", "nein", "non", "nee", "falsch", "faux", "onwaar", "✗", "✘"].map(
    (word) => [word, false] as const,
  ),
]);

function listOf(text: string): string[] {
  return text
    .split(/[,;|]/)
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

/** A bracket may add what does not change the choice. */
const DOUBTS = /expired|assumed|estimat|not\b|draft|old|was\b|lapsed|\?|tbc|abgelaufen|vervallen/i;

interface YearRange {
  readonly code: string;
  readonly first: number;
  readonly last: number;
}

/** Choices that are ranges of years, such as 1930_1949, pre_1900 and 2023_plus; a year means the one that it is in. */
function rangeReader(codes: readonly string[]): (text: string) => string | undefined {
  const ranges = codes.flatMap((code): YearRange[] => {
    const [, first, last] = /^(\d{4})_(\d{4})$/.exec(code) ?? [];
    if (first !== undefined && last !== undefined)
      return [{ code, first: Number(first), last: Number(last) }];
    const before = /^pre_(\d{4})$/.exec(code)?.[1];
    if (before !== undefined) return [{ code, first: 0, last: Number(before) - 1 }];
    const from = /^(\d{4})_plus$/.exec(code)?.[1];
    return from === undefined ? [] : [{ code, first: Number(from), last: Number.POSITIVE_INFINITY }];
  });
  // Years that no range or two ranges have mean no choice.
  if (ranges.length < codes.length || ranges.length === 0) return () => undefined;
  return (text) => {
    if (!/^\s*\d{4}\s*$/.test(text)) return undefined;
    const found = ranges.filter(({ first, last }) => Number(text) >= first && Number(text) <= last);
    return found.length === 1 ? found[0]?.code : undefined;
  };
}

/** A choice by its code, its title or other words; also "E - 45" and "Band E" for E. */
function choiceReader(schema: FieldSchema): TableCellReader {
  const codes = (schema.enum ?? []).filter((code) => typeof code === "string");
  const codeOf = codeReader(schema, schema.words);
  // Digits of a cell are a score only if no code has digits.
  const drops = codes.every((code) => !/\d/.test(code));
  const names = [schema.title ?? "", ...(schema.also ?? [])].flatMap((name) => name.split(" "));
  const named = new Set(names.map(foldedWord).filter((name) => name.length > 2));
  const short = (text: string): string => {
    const bracket = /^(.*?)\s*\(([^)]*)\)\s*$/.exec(text);
    const bare = bracket === null || DOUBTS.test(bracket[2] ?? "") ? text : (bracket[1] ?? text);
    if (!drops) return bare;
    const scored = bare.replace(
      /^\d+\s*[-–:|/,(]?\s*(?=\p{L})|(?<=[\p{L}+])\s*[-–:|/,(]?\s*\d+\)?\s*$/gu,
      "",
    );
    const pieces = scored.split(/[\s:]+/);
    const rest = pieces.filter((piece) => !named.has(foldedWord(piece)));
    return rest.length === 0 ? scored : rest.join(" ");
  };
  const inRange = rangeReader(codes);
  const isYesNo = codes.includes("yes") && codes.includes("no");
  return (text) => {
    const code = codeOf(text) ?? codeOf(short(text.trim())) ?? inRange(text);
    const answer = code === undefined && isYesNo ? YES_NO.get(text.trim().toLowerCase()) : undefined;
    return code ?? (answer === undefined ? text : answer ? "yes" : "no");
  };
}

// Writes values as YAML of case files: small records on one line, otherwise one field per line, long texts folded.
import { stringify } from "yaml";
import { isRecord } from "../json/objects.js";

const WIDTH = 110;

/** Returns `key: value` with continuation lines, for keys at this column. */
export function entryText(key: string, value: unknown, column: number): string {
  return `${inline(key)}:${valueText(value, column, inline(key).length + 1)}`;
}

/** Returns the text after `key:` or `-`. The arguments are the column and length of that prefix. */
export function valueText(value: unknown, column: number, taken: number): string {
  const one = typeof value === "string" ? plain(value) : inline(value);
  if (fits(value, one, column + taken + 1)) return ` ${one}`;
  const inner = column + 2;
  if (typeof value === "string") return foldable(value) ? ` >-${folded(value, inner)}` : ` ${one}`;
  const pad = `\n${" ".repeat(inner)}`;
  if (Array.isArray(value)) return value.map((item) => `${pad}-${itemText(item, inner)}`).join("");
  if (!isRecord(value)) return ` ${one}`;
  if (isTerse(value)) return `${pad}${filled(value, inner)}`;
  return Object.entries(value)
    .map(([name, each]) => `${pad}${entryText(name, each, inner)}`)
    .join("");
}

function itemText(item: unknown, column: number): string {
  if (!isRecord(item) || fits(item, inline(item), column + 2)) return valueText(item, column, 1);
  const lines = Object.entries(item).map(([name, each]) => entryText(name, each, column + 2));
  return ` ${lines.join(`\n${" ".repeat(column + 2)}`)}`;
}

/** Writes a text in block style, where commas need no quotes. */
function plain(text: string): string {
  return text.includes("\n") ? JSON.stringify(text) : stringify(text, { lineWidth: 0 }).trimEnd();
}

/** Writes a value on one line in flow style. */
export function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (isRecord(value))
    return `{${Object.entries(value)
      .map(([key, each]) => `${inline(key)}: ${inline(each)}`)
      .join(", ")}}`;
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return value > 0 ? ".inf" : "-.inf";
  if (typeof value !== "string") return Object.is(value, -0) ? "-0" : String(value);
  if (value.includes("\n")) return JSON.stringify(value);
  // A word that YAML cannot misread needs no quotes.
  if (/^[a-z][a-z0-9]*_[a-z0-9_]+$/.test(value)) return value;
  return stringify([value], { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 })
    .trimEnd()
    .slice(1, -1);
}

/** Lists of sentences take several lines; other values take one if it is long enough. */
function fits(value: unknown, one: string, column: number): boolean {
  if (column + one.length > WIDTH) return false;
  if (Array.isArray(value))
    return value.every((item) => isWord(item) || (Array.isArray(item) && fits(item, "", 0)));
  return !isRecord(value) || Object.values(value).every((each) => !Array.isArray(each) || fits(each, "", 0));
}

const isWord = (value: unknown) => typeof value !== "object" && !/\s/.test(String(value));
const isTerse = (value: Readonly<Record<string, unknown>>) =>
  Object.values(value).every(
    (each) => (each === null || typeof each !== "object") && String(each).length <= 30,
  );

/** Writes a record of numbers and words over several lines. */
function filled(value: Readonly<Record<string, unknown>>, column: number): string {
  const entries = Object.entries(value).map(([key, each]) => `${inline(key)}: ${inline(each)}`);
  return `{${wrapped(entries, ", ", WIDTH - column - 2).join(`,\n${" ".repeat(column + 1)}`)}}`;
}

/** Folding preserves texts with single spaces only. */
function foldable(text: string): boolean {
  return /^\S+( \S+)*$/.test(text);
}

function folded(text: string, column: number): string {
  return wrapped(text.split(" "), " ", WIDTH - column)
    .map((line) => `\n${" ".repeat(column)}${line}`)
    .join("");
}

function wrapped(pieces: readonly string[], joint: string, width: number): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + joint.length + piece.length <= width)
      lines[lines.length - 1] = last + joint + piece;
    else lines.push(piece);
  }
  return lines;
}

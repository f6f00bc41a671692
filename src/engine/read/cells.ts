// Reads table cells: checks their type, and allows infinity only to close bands.
import type { Report } from "../language/findings.js";
import type { Location } from "../language/locations.js";
import type { Cell, ColumnDef, KeyKind } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import { isDateText, type Scale } from "../language/types.js";
import type { Yaml } from "./yaml.js";

/** The open end of each kind of band. */
export const OPEN_ENDS: Readonly<Partial<Record<KeyKind, number>>> = {
  at_most: Number.POSITIVE_INFINITY,
  below: Number.POSITIVE_INFINITY,
  at_least: Number.NEGATIVE_INFINITY,
  above: Number.NEGATIVE_INFINITY,
};

export function isBand(kind: KeyKind): boolean {
  return kind in OPEN_ENDS;
}

/** Whether the limits of bands rise from row to row. */
export function rises(kind: KeyKind): boolean {
  return OPEN_ENDS[kind] === Number.POSITIVE_INFINITY;
}

const isNumber = (raw: Yaml) => typeof raw === "number";
const isText = (raw: Yaml) => typeof raw === "string";
const isBoolean = (raw: Yaml) => typeof raw === "boolean";
const isListOf = (isItem: (item: Yaml) => boolean) => (raw: Yaml) => Array.isArray(raw) && raw.every(isItem);

/** A test of a cell, and its description. */
type Demand = readonly [fits: (raw: Yaml) => boolean, wanted: string];
const DEMANDS: Readonly<Record<Exclude<ColumnDef["type"], "scale">, Demand>> = {
  number: [isNumber, "a number"],
  integer: [Number.isInteger, "a whole number"],
  boolean: [isBoolean, "true or false"],
  date: [(raw) => typeof raw === "string" && isDateText(raw), "a date such as 2026-11-01"],
  text: [isText, "a text (quote it if it looks like a number)"],
  texts: [isListOf(isText), "a list of texts"],
  words: [isListOf(isText), "a list of texts"],
  numbers: [isListOf(isNumber), "a list of numbers"],
};

/** Reads a cell and reports errors. */
export function readCell(
  raw: Yaml,
  column: ColumnDef,
  location: Location,
  scales: ReadonlyMap<string, Scale>,
  report: Report,
): Cell {
  const wrong = (wanted: string, near?: ReturnType<typeof didYouMean>): Cell => {
    const quoted = wanted.includes("number") && typeof raw === "string" && looksLikeNumber(raw);
    const hint = quoted ? "leave the quotes out" : near;
    report.error("table", location, `${column.name} must be ${wanted}, not ${show(raw)}.`, hint);
    return null;
  };
  if (raw === null) return null;
  if (Array.isArray(raw)) checkList(raw, column, location, report);
  if (column.type !== "scale") {
    const [fits, wanted] = DEMANDS[column.type];
    return fits(raw) ? (raw as Cell) : wrong(wanted);
  }
  const words = scales.get(column.scale ?? "")?.words ?? [];
  if (typeof raw === "string" && words.includes(raw)) return raw;
  const near = didYouMean(String(raw), words, `it is one of ${words.join(", ")}`);
  return wrong(`a word of the scale ${column.scale}`, near);
}

/** Checks the declared properties of list cells. */
function checkList(
  raw: readonly Yaml[],
  { name, count, order }: ColumnDef,
  location: Location,
  report: Report,
): void {
  if (count !== undefined && raw.length !== count) {
    const message = `${name} has ${raw.length} items here, and the column requires ${count}.`;
    const mend = raw.length < count ? "add the missing items" : "remove the extra items";
    report.error("table", location, message, `${mend}, or mend count:`);
  }
  if (order === undefined) return;
  const sign = order === "falling" ? -1 : 1;
  const broken = raw.findIndex((each, at) => at > 0 && sign * (Number(each) - Number(raw[at - 1])) < 0);
  if (broken <= 0) return;
  const message = `${name} must be ${order}, but ${String(raw[broken])} follows ${String(raw[broken - 1])}.`;
  report.error("table", location, message, "a decimal comma makes two numbers of one");
}

export function isInfinite(cell: Yaml): boolean {
  return Array.isArray(cell) ? cell.some(isInfinite) : typeof cell === "number" && !Number.isFinite(cell);
}

function looksLikeNumber(text: string): boolean {
  return /^-?\d+([.,]\d+)*$/.test(text.trim());
}

function show(value: Yaml): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

/** Infers the type of an undeclared column from its cells. */
export function guess(name: string, cells: readonly Yaml[]): ColumnDef {
  const known = cells.filter((cell) => cell !== null);
  // If some cells are numbers, quoted numbers are probably mistakes, reported at the cell.
  const quoted = (cell: Yaml) => typeof cell === "string" && looksLikeNumber(cell);
  if (known.some(isNumber) && known.every((cell) => isNumber(cell) || quoted(cell)))
    return { name, type: "number" };
  if (known.length > 0 && known.every(isBoolean)) return { name, type: "boolean" };
  if (known.some((cell) => Array.isArray(cell))) {
    return { name, type: known.flat().every(isNumber) ? "numbers" : "texts" };
  }
  return { name, type: "text" };
}

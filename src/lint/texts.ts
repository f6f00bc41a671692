// Numbers that texts repeat, in digits or in words, so that a change of the number does not forget the sentence.

import type { Check } from "../engine/checks/check.js";
import { LISTS } from "../engine/language/common-fields.js";
import { leavesOf } from "../engine/language/entries.js";
import type { Report } from "../engine/language/findings.js";
import { locationOf } from "../engine/language/locations.js";
import type { ColumnDef, Row, TableDef, ToolDef, WrittenTemplate } from "../engine/language/model.js";
import { unitOfName } from "../engine/language/unit-names.js";
import { parseUnit } from "../engine/language/units.js";

export const REPEATED_NUMBER: Check = {
  code: "repeated_number",
  refuses:
    "a text that repeats the number of a constant, a cell that states another limit than the number of its row, a code such as `50_80` without it",
  example: "The text repeats 8,760, the value of hours. (change both together, or write {hours})",
};

/** Words of numbers that stand for limits in sentences; smaller ones are counts of something else too often. */
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, eighteen: 18, twenty: 20 },
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100 },
};
/** 3500, 3,500, 3 500, 0.5 or eight. */
const NUMBER = `(?:[1-9]\\d{0,2}(?: \\d{3})+(?![\\d,])|[1-9][\\d,]*(?:\\.\\d+)?|0\\.\\d+)|${Object.keys(NUMBER_WORDS).join("|")}`;
/** Any number in a sentence. */
const MENTIONED = new RegExp(`(?<![\\w.])(?:${NUMBER})(?!\\w)`, "gi");
/** A limit as a sentence states it: ten or fewer spaces, more than 25 %. */
const LIMIT = new RegExp(
  `\\b(?:(?:more than|fewer than|less than|at least|at most|up to|above|below) (${NUMBER})|(${NUMBER}) or (?:fewer|less|more)) ([\\w%]+)`,
  "gi",
);

export function checkRepeatedNumbers(tool: ToolDef, report: Report): void {
  const constants = new Map<number, Constant[]>();
  for (const { name, unit = unitOfName(name), ...value } of tool.values) {
    if (value.kind !== "constant" || typeof value.constant !== "number") continue;
    constants.set(value.constant, [{ name, unit }, ...(constants.get(value.constant) ?? [])]);
  }
  const text = (template: WrittenTemplate): void => {
    for (const part of template.it.parts) {
      if (typeof part !== "string") continue;
      for (const match of part.matchAll(MENTIONED)) {
        const number = numberOf(match[0]);
        const after = part.slice(match.index + match[0].length);
        const unit = unitAfter(after);
        const inWords = match[0].toLowerCase() in NUMBER_WORDS;
        const constant = constants
          .get(number)
          ?.find(
            (each) =>
              counts(each, part.slice(0, match.index), after) ||
              (number >= SMALL &&
                (unit === undefined || unit === each.unit) &&
                (!inWords || isPlain(each.unit))),
          );
        if (constant === undefined) continue;
        const { name } = constant;
        report.error(
          "repeated_number",
          locationOf(template.holder, template.key),
          `The text repeats ${match[0]}, the value of ${name}.`,
          `change both together, or write {${inWords ? `in_words(${name})` : name}}`,
        );
      }
    }
  };
  for (const template of textsOf(tool)) text(template);
  for (const table of tool.tables.values()) {
    checkCells(table, report);
    checkCodes(table, report);
  }
}

/** The sentences of a tool, but for what names editions of standards. */
export function textsOf(tool: ToolDef): WrittenTemplate[] {
  return tool.values.flatMap((value) => {
    if (value.kind === "text") return value.name === LISTS.standard ? [] : value.template;
    if (value.name === LISTS.standard || (value.kind !== "collect" && value.kind !== "decide")) return [];
    return leavesOf(value.entries).flatMap(({ entry: { give } }) =>
      give?.kind === "text" ? give.template : [],
    );
  });
}

interface Constant {
  readonly name: string;
  readonly unit: string | undefined;
}

const PER_CENT = /^((?: to [\d.]+)? )per ?cent\b/;

/** Smaller numbers mean so much else that only the noun of the constant tells: two years, or 5 % beside lighting. */
const SMALL = 10;

function counts({ name, unit }: Constant, before: string, after: string): boolean {
  const word = /^[ -]([\p{L}%]+)/u.exec(after.replace(PER_CENT, "$1%"))?.[1] ?? "";
  const nouns = name
    .split("_")
    .filter((noun) => noun.length > 2)
    .map(singular);
  const isLimit = isPlain(unit) && /\b(?:above|below|than|least|most|up to|exceeds?) $/.test(before);
  if (unit === word || isLimit) {
    // "the renovation cap of 7 %", "the 7 % cap"
    const around = wordsIn(`${before} ${/^\W*\w* \w+/.exec(after)?.[0] ?? ""}`);
    return nouns.some((noun) => around.includes(noun));
  }
  return isPlain(unit) ? nouns.includes(singular(word)) : nouns.at(-1) === singular(word);
}

function wordsIn(text: string): string[] {
  return (text.match(/\p{L}{3,}/gu) ?? []).map(singular);
}

function singular(noun: string): string {
  return noun.toLowerCase().replace(/s$/, "");
}

/** A code that is made of numbers, as 50_80, in a row whose number is none of them, where the other codes hold theirs. */
function checkCodes(table: TableDef, report: Report): void {
  const columns = [...table.columns.values()];
  const codes = columns.filter(({ type }) => type === "text" || type === "scale");
  const numbers = columns.filter(({ type }) => type === "number" || type === "integer");
  for (const { name: code } of codes) {
    const held = table.rows.map((row) => numbersIn(row[code]));
    if (held.every(({ length }) => length === 0)) continue;
    for (const { name: number } of numbers) {
      const said = table.rows.map((row, at) => holdsNumber(held[at] ?? [], row[number]));
      const odd = said.indexOf(false);
      if (odd < 0 || said.filter((holds) => holds === false).length > 1) continue;
      const alike = table.rows.filter(
        (row, at) => said[at] && shape(row[code]) === shape(table.rows[odd]?.[code]),
      );
      if (alike.length < FEW_CODES) continue;
      report.error(
        "repeated_number",
        table.rowLocations[odd]?.(number) ?? table.location,
        `${number} is ${String(table.rows[odd]?.[number])}, and ${code} of this row is ${String(table.rows[odd]?.[code])}.`,
        "change both together",
      );
    }
  }
}

/** Codes that hold their number, which tell that all of their shape do. */
const FEW_CODES = 2;

function numbersIn(code: unknown): number[] {
  if (typeof code !== "string" || !/^[\w.-]+$/.test(code)) return [];
  return (code.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
}

function holdsNumber(held: readonly number[], number: unknown): boolean | undefined {
  if (held.length === 0 || typeof number !== "number" || !Number.isFinite(number)) return undefined;
  return held.includes(number);
}

function shape(code: unknown): string {
  return String(code)
    .replace(/\d+/g, "1")
    .replace(/[A-Za-z]+/g, "a");
}

/**
 * A cell cannot follow a number of its row by braces. Where one number of the rows is what their sentences state as a limit,
 * a row whose sentence states another has one of the two left over from before.
 */
function checkCells(table: TableDef, report: Report): void {
  const numbers = [...table.columns.values()].filter(
    ({ type, unit, name }) =>
      (type === "number" || type === "integer") && (unit ?? unitOfName(name) ?? "1") === "1",
  );
  const stated = numbers.length === 0 ? [] : table.rows.map((row) => limitsIn(table, row));
  for (const column of numbers) {
    const isLimit = table.rows.some((row, at) => stated[at]?.some(({ value }) => value === row[column.name]));
    if (!isLimit) continue;
    table.rows.forEach((row, at) => {
      const other = stated[at]?.find((limit) => !stillHolds(limit, row, numbers));
      if (other === undefined || typeof row[column.name] !== "number") return;
      report.error(
        "repeated_number",
        table.rowLocations[at]?.(column.name) ?? table.location,
        `${column.name} is ${String(row[column.name])}, and ${other.column} of this row says "${other.words}".`,
        "change both together",
      );
    });
  }
}

interface Limit {
  readonly value: number;
  readonly words: string;
  readonly column: string;
}

function limitsIn(table: TableDef, row: Row): Limit[] {
  return [...table.columns.keys()].flatMap((column) => {
    const cell = row[column];
    const texts = typeof cell === "string" ? [cell] : Array.isArray(cell) ? cell.map(String) : [];
    return texts.flatMap((each) =>
      [...each.matchAll(LIMIT)].flatMap(([words, a, b, unit]) =>
        parseUnit(unit ?? "") !== undefined ? [] : [{ value: numberOf(a ?? b ?? ""), words, column }],
      ),
    );
  });
}

function stillHolds({ value }: Limit, row: Row, numbers: readonly ColumnDef[]): boolean {
  return numbers.some(({ name }) => row[name] === value);
}

function isPlain(unit: string | undefined): boolean {
  return unit === undefined || unit === "1";
}

function numberOf(written: string): number {
  return NUMBER_WORDS[written.toLowerCase()] ?? Number(written.replaceAll(/[, ]/g, ""));
}

/** The unit that a sentence gives a number, where that tells it from constants of another: 20 to 30 %, a 24-hour day. */
function unitAfter(text: string): string | undefined {
  if (/^(?: to [\d.]+)? %/.test(text.replace(PER_CENT, "$1%"))) return "%";
  return /^-hour\b/.test(text) ? "h" : undefined;
}

// Numbers that a row of a table states twice: in a cell, and in a code or sentence beside it.

import type { Report } from "../engine/language/findings.js";
import type { ColumnDef, Row, TableDef } from "../engine/language/model.js";
import { unitOfName } from "../engine/language/unit-names.js";
import { parseUnit } from "../engine/language/units.js";
import { NUMBER, numberOf } from "./written-numbers.js";

/** A limit as a sentence states it: ten or fewer spaces, more than 25 %. */
const LIMIT = new RegExp(
  `\\b(?:(?:more than|fewer than|less than|at least|at most|up to|above|below) (${NUMBER})|(${NUMBER}) or (?:fewer|less|more)) ([\\w%]+)`,
  "gi",
);

export function checkRowNumbers(table: TableDef, report: Report): void {
  checkCells(table, report);
  checkCodes(table, report);
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
      for (const [shift, where] of BESIDE) {
        const said = table.rows.map((_, at) => holdsNumber(held[at] ?? [], table.rows[at + shift]?.[number]));
        const odd = said.indexOf(false);
        // Only where the codes are made of this number they are of its neighbours too.
        if (shift === 0 && said.filter((holds) => holds === true).length < FEW_CODES) break;
        if (odd < 0 || said.filter((holds) => holds === false).length > 1) continue;
        const alike = table.rows.filter(
          (row, at) => said[at] && shape(row[code]) === shape(table.rows[odd]?.[code]),
        );
        if (alike.length < FEW_CODES) continue;
        report.error(
          "repeated_number",
          table.rowLocations[odd]?.(shift === 0 ? number : code) ?? table.location,
          `${number} ${where}is ${String(table.rows[odd + shift]?.[number])}, and ${code} of this row is ${String(table.rows[odd]?.[code])}.`,
          "change both together",
        );
        break;
      }
    }
  }
}

/** Where the number of a code stands: 50_80 has that of its own row, and mostly that of the row before. */
const BESIDE = [
  [0, ""],
  [-1, "of the row before "],
  [1, "of the row after "],
] as const;

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

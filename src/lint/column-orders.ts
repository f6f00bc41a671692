// Columns whose cells follow a pattern but for one: a number out of order, whose decimal point slipped or whose row changed
// places, and a word that is spelt so nowhere else; slices between which there is a gap.

import type { Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import type { TableDef } from "../engine/language/model.js";
import { isTypo } from "../engine/language/nearest.js";

/** Rows that tell an order. */
const FEWEST = 5;
/** A number that is so many times its neighbours has another power of ten. */
const FAR = 3;

export function checkColumnOrders(tables: Iterable<TableDef>, report: Report): void {
  for (const table of tables) {
    const columns = [...table.columns.values()];
    const words = columns.filter(({ type }) => type === "text" || type === "scale").map(({ name }) => name);
    const numbers = columns.filter(({ type }) => type === "number" || type === "integer");
    const names = numbers.map(({ name }) => name);
    for (const name of words) misspelt(table, name, report);
    const [first] = names;
    if (table.keys.length === 0 && first !== undefined) checkRows(table, first, names, words, report);
    for (const key of table.keys) {
      const [by = ""] = key.columns;
      const others = table.keys.filter((other) => other !== key).flatMap((other) => other.columns);
      if (names.includes(by)) checkRows(table, by, names, others, report);
    }
  }
}

/** The rows that share the words of some columns, by one that runs in order. */
function checkRows(
  table: TableDef,
  by: string,
  numbers: readonly string[],
  shared: readonly string[],
  report: Report,
): void {
  const groups = new Map<string, number[]>();
  table.rows.forEach((row, at) => {
    const group = JSON.stringify([shared.map((name) => row[name]), table.periods[at]]);
    groups.set(group, [...(groups.get(group) ?? []), at]);
  });
  for (const rows of groups.values()) {
    sliced(table, rows, report);
    swapped(table, by, rows, report);
    for (const name of numbers) {
      slipped(table, name, rows, report);
      for (const other of numbers) if (other !== name) continued(table, name, other, rows, report);
    }
  }
}

/** Slices as of an income tax: each begins where the one before it ends, or some of it is counted twice or not at all. */
function sliced(table: TableDef, rows: readonly number[], report: Report): void {
  const names = [...table.columns.keys()];
  // A slice from 81 on goes on after one up to 80: only what begins above a number begins where that ends.
  const begins = names.find((name) => name.startsWith("above_"));
  const ends = begins?.replace(/^above/, "up_to");
  if (begins === undefined || ends === undefined || !names.includes(ends)) return;
  for (const [nth, at] of rows.entries()) {
    const begin = table.rows[at]?.[begins];
    const end = table.rows[rows[nth - 1] ?? -1]?.[ends];
    if (typeof begin === "number" && typeof end === "number" && begin !== end)
      report.error(
        "bands",
        table.rowLocations[at]?.(begins) ?? table.location,
        `This slice of ${table.name} begins at ${begin}, and the one before it ends at ${end}.`,
        `write ${end}, or move the end`,
      );
  }
}

/** A word that stands in one row only, beside one like it that stands in many. */
function misspelt(table: TableDef, column: string, report: Report): void {
  const counts = new Map<string, number>();
  for (const { [column]: cell } of table.rows)
    if (typeof cell === "string") counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const many = [...counts].filter(([, count]) => count >= FEWEST).map(([word]) => word);
  for (const [said] of [...counts].filter(([word, count]) => count === 1 && /^[a-z_]{4,}$/i.test(word))) {
    const meant = many.find((word) => isTypo(said, word));
    const at = table.rows.findIndex((row) => row[column] === said);
    if (meant !== undefined)
      report.error(
        "word",
        table.rowLocations[at]?.(column) ?? table.location,
        `Only this row of ${table.name} says ${said}.`,
        () => ({ said, meant }),
      );
  }
}

function numbersOf(table: TableDef, column: string, rows: readonly number[]): number[] | undefined {
  const cells = rows.map((at) => table.rows[at]?.[column]);
  return cells.length >= FEWEST && cells.every((cell) => typeof cell === "number") ? cells : undefined;
}

/** A number that fits between its neighbours once its decimal point is moved. */
function slipped(table: TableDef, column: string, rows: readonly number[], report: Report): void {
  const numbers = numbersOf(table, column, rows);
  if (numbers === undefined || isOrdered(numbers)) return;
  for (const [at, number] of numbers.entries()) {
    const beside = [numbers[at - 1], numbers[at + 1]].filter((other) => other !== undefined);
    if (beside.some((other) => number < FAR * other && other < FAR * number)) continue;
    for (const factor of [0.1, 0.01, 10, 100]) {
      const moved = Number((number * factor).toPrecision(12));
      const place = table.rowLocations[rows[at] ?? 0]?.(column) ?? table.location;
      if (number === 0 || !isOrdered(numbers.with(at, moved)) || isTold(place, report)) continue;
      report.error(
        "bands",
        place,
        `${column} runs in order in all rows but this one: ${number}.`,
        `a decimal point may have slipped: ${moved}`,
      );
      return;
    }
  }
}

function swapped(table: TableDef, column: string, rows: readonly number[], report: Report): void {
  const numbers = numbersOf(table, column, rows);
  if (numbers === undefined) return;
  for (const falls of [false, true]) {
    const breaks = numbers.flatMap((number, at) => {
      const before = numbers[at - 1] ?? number;
      return (falls ? number > before : number < before) ? [at] : [];
    });
    const [at = 0] = breaks;
    const mended = numbers.with(at, numbers[at - 1] ?? 0).with(at - 1, numbers[at] ?? 0);
    if (breaks.length !== 1 || !isOrdered(mended)) continue;
    const place = table.rowLocations[rows[at] ?? 0]?.(column) ?? table.location;
    if (isTold(place, report)) return;
    report.error(
      "bands",
      place,
      `The rows of ${table.name} run by ${column}, and ${numbers[at]} follows ${numbers[at - 1]}.`,
      "swap the two rows",
    );
    return;
  }
}

/** A number that goes on where another column of the row before ends, as in every other row: highest 80 below lowest 81. */
function continued(
  table: TableDef,
  column: string,
  other: string,
  rows: readonly number[],
  report: Report,
): void {
  const [own, ends] = [numbersOf(table, column, rows), numbersOf(table, other, rows)];
  if (own === undefined || ends === undefined || !isStrict(ends)) return;
  const steps = own.slice(1).map((number, at) => Number((number - (ends[at] ?? 0)).toPrecision(12)));
  const usual = steps.find((step) => steps.filter((each) => each === step).length === steps.length - 1);
  const odd = steps.findIndex((step) => step !== usual) + 1;
  const place = table.rowLocations[rows[odd] ?? 0]?.(column) ?? table.location;
  if (usual === undefined || odd === 0 || steps.length < FEWEST || isTold(place, report)) return;
  report.error(
    "bands",
    place,
    `${column} is ${own[odd]} after ${other} ${ends[odd - 1]}: between all other rows the step is ${usual}.`,
    `${column} would be ${(ends[odd - 1] ?? 0) + usual}, or ${other} of the row before ${(own[odd] ?? 0) - usual}`,
  );
}

/** Whether this row is known to be out of order: limits of bands are told to rise or fall, slices to follow each other. */
function isTold({ file, line }: Location, report: Report): boolean {
  return report.findings.some(
    ({ check, location }) => check === "bands" && location.file === file && location.line === line,
  );
}

function isStrict(numbers: readonly number[]): boolean {
  return isOrdered(numbers) && new Set(numbers).size === numbers.length;
}

function isOrdered(numbers: readonly number[]): boolean {
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? number));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}

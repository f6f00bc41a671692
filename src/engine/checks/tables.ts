// Checks single tables: duplicate keys and alias words, and the order of bands.
import type { Report } from "../language/findings.js";
import type { Location } from "../language/locations.js";
import type { Row, TableDef, TableKey } from "../language/model.js";
import { isBand, rises } from "../read/cells.js";
import { keyWords } from "../typing/lookup-cover.js";
import type { ToolPlan } from "../typing/plan.js";
import type { Check } from "./check.js";

export const REPEATED: Check = {
  code: "repeated",
  refuses: "a key or alias word in two rows",
  example: "The key large is in two rows of sizes. (the second row could never be found)",
};

export const BANDS: Check = {
  code: "bands",
  refuses: "limits out of order, a row that an earlier one hides on every band",
  example: "The limits of up_to_kw must rise: 10 follows 50. (lookups use the first matching row)",
};

export function checkTables(plan: ToolPlan, report: Report): void {
  for (const { def } of plan.tables.values()) {
    if (def.rows.length === 0) report.error("table", def.location, `The table ${def.name} has no rows.`);
    const exact = [...def.keys.keys()].filter((index) => !isBand((def.keys[index] as TableKey).kind));
    const bands = def.keys.filter(({ kind }) => isBand(kind));
    for (const [words, rows] of rowsByWords(def, exact)) {
      if (bands.length === 0 && def.keys.length > 0) repeated(report, def, words, rows);
      if (bands.length === 1) sorted(report, def, bands[0] as TableKey, rows);
      if (bands.length > 1) hidden(report, def, bands, rows);
    }
    interpolated(report, def);
  }
}

/** Returns the location of a row or cell. */
function placeOf(def: TableDef, row: number, column?: string): Location {
  return def.rowLocations[row]?.(column) ?? def.location;
}

/** Groups rows by the words of some keys. */
function rowsByWords(def: TableDef, keys: readonly number[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  def.rows.forEach((row, at) => {
    for (const combination of combinations(row, def, keys)) {
      const rows = groups.get(combination) ?? [];
      rows.push(at);
      groups.set(combination, rows);
    }
  });
  return groups;
}

function combinations(row: Row, def: TableDef, keys: readonly number[]): string[] {
  return keys.reduce<string[]>(
    (found, key) => {
      const words = [...new Set(keyWords(row, def, key))];
      return found.flatMap((before) =>
        words.map((word) => (before === "" ? String(word) : `${before}, ${word}`)),
      );
    },
    [""],
  );
}

function repeated(report: Report, def: TableDef, words: string, rows: readonly number[]): void {
  for (let at = 1; at < rows.length; at++) {
    const row = rows[at] as number;
    const before = rows.slice(0, at).find((earlier) => overlap(def, earlier, row));
    if (before === undefined) continue;
    const what = def.keys.some((key) => key.kind === "one_of") ? "word" : "key";
    const location = placeOf(def, row, def.keys[0]?.columns[0]);
    const dated = def.dated === undefined ? "" : " for the same dates";
    // The lookup of the intended word misses as a consequence.
    report.withdraw(
      ({ check, message }) => check === "lookup" && message.startsWith(`${def.name} has no row`),
    );
    const message = `The ${what} ${words} is in two rows of ${def.name}${dated}.`;
    report.error("repeated", location, message, "the second row could never be found");
  }
}

function overlap(def: TableDef, a: number, b: number): boolean {
  if (def.dated === undefined) return true;
  const [x, y] = [def.periods[a], def.periods[b]];
  return (x?.from ?? "") <= (y?.until ?? "9999") && (y?.from ?? "") <= (x?.until ?? "9999");
}

/** Limits must be ordered so that the first matching row is the narrowest. */
function sorted(report: Report, def: TableDef, { kind, columns }: TableKey, rows: readonly number[]): void {
  if (def.dated !== undefined) return;
  const [column = ""] = columns;
  const rising = rises(kind);
  for (let at = 1; at < rows.length; at++) {
    const [before, here] = [
      def.rows[rows[at - 1] as number]?.[column] as number,
      def.rows[rows[at] as number]?.[column] as number,
    ];
    if (rising ? here > before : here < before) continue;
    const location = placeOf(def, rows[at] as number, column);
    const message =
      here === before
        ? `The limit ${here} of ${column} occurs twice.`
        : `The limits of ${column} must ${rising ? "rise" : "fall"}: ${here} follows ${before}.`;
    report.error("bands", location, message, "lookups use the first matching row");
  }
}

/** With several bands, a row is unreachable if an earlier row reaches at least as far on each of them. */
function hidden(report: Report, def: TableDef, bands: readonly TableKey[], rows: readonly number[]): void {
  if (def.dated !== undefined) return;
  const covers = (before: number, here: number) =>
    bands.every(({ kind, columns: [column = ""] }) => {
      const [limit, own] = [def.rows[before]?.[column] as number, def.rows[here]?.[column] as number];
      return rises(kind) ? limit >= own : limit <= own;
    });
  rows.forEach((here, at) => {
    if (!rows.slice(0, at).some((before) => covers(before, here))) return;
    const message = `This row of ${def.name} can never be found: one above it fits first.`;
    report.error("bands", placeOf(def, here), message, "lookups use the first matching row");
  });
}

function interpolated(report: Report, def: TableDef): void {
  const key = def.keys.find((each) => each.kind === "interpolate");
  if (key === undefined) return;
  const others = [...def.keys.keys()].filter((index) => def.keys[index] !== key);
  const words = def.keys.flatMap(({ columns }) => columns);
  const values = [...def.columns.values()].filter((column) => !words.includes(column.name));
  const isLine =
    others.every((index) => ["equal", "one_of"].includes(def.keys[index]?.kind ?? "")) &&
    def.dated === undefined &&
    values.length === 1 &&
    values[0]?.type === "number";
  if (!isLine) {
    const message = `${def.name} interpolates: its other keys must be exact, with one column of numbers and no dates.`;
    report.error("table", def.location, message);
    return;
  }
  const [column = ""] = key.columns;
  for (const rows of rowsByWords(def, others).values())
    rows.forEach((row, at) => {
      const [here, before] = [row, rows[at - 1] ?? -1].map((each) => def.rows[each]?.[column] as number);
      const message = `The values of ${column} must rise: ${here} follows ${before}.`;
      if (here !== undefined && before !== undefined && here <= before)
        report.error("bands", placeOf(def, row, column), message);
    });
}

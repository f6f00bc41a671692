// Mutations of table cells. A cell that is written once for several rows changes in all of them.

import { placeText } from "../../engine/explain/derivation.js";
import type { Cell, TableDef } from "../../engine/language/model.js";
import { daysLater } from "../../engine/language/types.js";
import { rowName } from "../coverage.js";
import type { DayOfTool } from "./dates.js";
import { type Mutant, replace, together } from "./mutant.js";
import { moved, perturbed } from "./perturb.js";

type Writable = Record<string, Cell>;

export function tableMutants(
  table: TableDef,
  names: ReadonlySet<string>,
  dayOfTool: DayOfTool,
  usesRow: (row: object) => boolean,
): Mutant[] {
  const mutants: Mutant[] = [];
  const keys = new Set(table.keys.flatMap((key) => key.columns));
  const values = [...table.columns.keys()].filter((name) => !keys.has(name));
  // The loader refuses other numbers in a column with a fixed sum.
  const promised = new Set(table.sums.map(({ column }) => column));
  for (const [name, column] of table.columns) {
    // A column that no formula reads does not matter, unless it is the only result of a lookup.
    if (!names.has(name) && !keys.has(name) && values.length > 1) continue;
    const written = cellsOf(table, name);
    table.rows.forEach((row, at) => {
      if (table.sampled && !usesRow(row)) return;
      const cell = row[name] ?? null;
      const location = table.rowLocations[at]?.(name) ?? table.location;
      const rows = written.get(placeText(location)) ?? [at];
      if (rows[0] !== at) return;
      const place = `${rowName(table, row)}.${name}`;
      if (Array.isArray(cell) && column.type === "numbers") {
        cell.forEach((item, index) => {
          const now = perturbed(Number(item));
          mutants.push({
            location,
            place: `${place}: ${item} -> ${now}`,
            apply: replace(cell, index, now),
          });
        });
        return;
      }
      const now = moved(cell);
      if (now === undefined) return;
      mutants.push({
        location,
        place: `${place}: ${String(cell)} -> ${String(now)}`,
        apply: together(rows.map((each) => replace(table.rows[each] as Writable, name, now))),
        refused: promised.has(name),
      });
    });
  }
  return [
    ...mutants,
    ...bandMutants(table),
    ...periodMutants(table, dayOfTool),
    ...otherwiseMutants(table, names),
  ];
}

const OTHER_END = { at_most: "below", below: "at_most", at_least: "above", above: "at_least" } as const;

/** Moves a band's limit into the next band, or back. */
function bandMutants(table: TableDef): Mutant[] {
  return table.keys.flatMap((key): Mutant[] => {
    const { kind, name } = key;
    if (!(kind in OTHER_END)) return [];
    const now = OTHER_END[kind as keyof typeof OTHER_END];
    const location = table.at.of("keys");
    return [
      { location, place: `${table.name} ${name}: ${kind} -> ${now}`, apply: replace(key, "kind", now) },
    ];
  });
}

/** Groups the rows of a column by the location of their cells. */
function cellsOf(table: TableDef, column: string): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  table.rowLocations.forEach((location, at) => {
    const place = placeText(location(column));
    rows.set(place, [...(rows.get(place) ?? []), at]);
  });
  return rows;
}

function periodMutants(table: TableDef, dayOfTool: DayOfTool): Mutant[] {
  if (table.dated === undefined) return [];
  const asOfTool = dayOfTool.is(table.dated.it.text);
  return table.periods.flatMap((period, at) =>
    (["from", "until"] as const).flatMap((side): Mutant[] => {
      const day = period[side];
      const row = table.rows[at];
      if (day === null || row === undefined) return [];
      if (asOfTool && !dayOfTool.shows(side === "from" ? ">=" : "<=", day)) return [];
      // The end of one period and the start of the next move together. A gap would be refused before any case could
      // detect the wrong date.
      const next = side === "until" ? neighbours(table, at, day) : [];
      if (side === "from" && isBoundary(table, at, day)) return [];
      const place = `${rowName(table, row)}.${side}: ${day} -> ${daysLater(day, 1)}`;
      const location = table.rowLocations[at]?.(side) ?? table.location;
      const moves = next.map((other) => replace(other, "from", daysLater(other.from ?? day, 1)));
      return [{ location, place, apply: together([replace(period, side, daysLater(day, 1)), ...moves]) }];
    }),
  );
}

/** Returns periods with the same keys that begin on the following day. */
function neighbours(table: TableDef, at: number, until: string): TableDef["periods"][number][] {
  return table.periods.filter(
    ({ from }, other) => from === daysLater(until, 1) && sameKeys(table, at, other),
  );
}

/** Whether another row with the same keys ends on the previous day, so that its mutation moves this date too. */
function isBoundary(table: TableDef, at: number, from: string): boolean {
  return table.periods.some(
    ({ until }, other) => until !== null && daysLater(until, 1) === from && sameKeys(table, at, other),
  );
}

function sameKeys(table: TableDef, a: number, b: number): boolean {
  const columns = table.keys.flatMap((key) => key.columns);
  const [one, other] = [table.rows[a], table.rows[b]];
  return columns.every((column) => JSON.stringify(one?.[column]) === JSON.stringify(other?.[column]));
}

function otherwiseMutants(table: TableDef, names: ReadonlySet<string>): Mutant[] {
  const { otherwise } = table;
  if (otherwise === undefined || otherwise === null || Array.isArray(otherwise)) return [];
  const place = (name: string, cell: Cell, now: Cell) =>
    `${table.name} otherwise${name}: ${String(cell)} -> ${String(now)}`;
  if (typeof otherwise !== "object") {
    const now = moved(otherwise);
    if (now === undefined) return [];
    const location = table.at.of("otherwise");
    return [{ location, place: place("", otherwise, now), apply: replace(table, "otherwise", now) }];
  }
  return Object.entries(otherwise as Writable).flatMap(([name, cell]): Mutant[] => {
    const now = moved(cell);
    const location = table.otherwiseAt(name);
    if (now === undefined || !names.has(name) || location === undefined) return [];
    const apply = replace(otherwise as Writable, name, now);
    return [{ location, place: place(`.${name}`, cell, now), apply }];
  });
}

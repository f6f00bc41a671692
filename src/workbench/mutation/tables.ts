// Mutations of table cells. What is written once and stands in several rows (a value that runs across, a default, a
// row of a grid) is changed in all of them at once.

import type { Location } from "../../engine/language/locations.js";
import { locationOf } from "../../engine/language/locations.js";
import type { Cell, TableDef } from "../../engine/language/model.js";
import { entriesOf, isYamlMap, type YamlMap, yamlOf } from "../../engine/read/yaml.js";
import { dayAfter } from "../../engine/typing/lookup-cover.js";
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
  const promised = promisedColumns(yamlOf(table.holder));
  const written = new Written(table);
  const groups = new Set<string>();
  for (const [name, column] of table.columns) {
    // A column that no formula names gives nothing to this tool, unless it is the one cell of a lookup.
    if (!names.has(name) && !keys.has(name) && values.length > 1) continue;
    table.rows.forEach((row, at) => {
      if (table.sampled && !usesRow(row)) return;
      const cell = row[name] ?? null;
      const { group, location } = written.place(at, name, cell, keys.has(name));
      if (group !== undefined && groups.has(group)) return;
      if (group !== undefined) groups.add(group);
      const rows = group === undefined ? [at] : written.rowsOf(group, name, keys.has(name));
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
  return [...mutants, ...periodMutants(table, dayOfTool), ...otherwiseMutants(table, names)];
}

/** Columns whose sum the table promises: the loader refuses any other number. */
function promisedColumns(holder: YamlMap): Set<string> {
  const promises = Array.isArray(holder.check) ? holder.check : [holder.check ?? null];
  return new Set(promises.flatMap((promise) => (isYamlMap(promise) ? [String(promise.sum)] : [])));
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
      // What ends on a day and what begins on the next are one date: moved alone, either would leave a gap, which loading
      // refuses before any case could notice the wrong date.
      const next = side === "until" ? neighbours(table, at, day) : [];
      if (side === "from" && isBoundary(table, at, day)) return [];
      const place = `${rowName(table, row)}.${side}: ${day} -> ${dayAfter(day)}`;
      const location = table.rowLocations[at]?.(side) ?? table.location;
      const moves = next.map((other) => replace(other, "from", dayAfter(other.from ?? day)));
      return [{ location, place, apply: together([replace(period, side, dayAfter(day)), ...moves]) }];
    }),
  );
}

/** The periods of rows with the same keys that begin on the day after. */
function neighbours(table: TableDef, at: number, until: string): TableDef["periods"][number][] {
  return table.periods.filter(({ from }, other) => from === dayAfter(until) && sameKeys(table, at, other));
}

/** Whether another row with the same keys ends on the day before, so that its mutant moves this day too. */
function isBoundary(table: TableDef, at: number, from: string): boolean {
  return table.periods.some(
    ({ until }, other) => until !== null && dayAfter(until) === from && sameKeys(table, at, other),
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
    const location = locationOf(table.holder, "otherwise");
    return [{ location, place: place("", otherwise, now), apply: replace(table, "otherwise", now) }];
  }
  const raw = yamlOf(table.holder).otherwise;
  return Object.entries(otherwise as Writable).flatMap(([name, cell]): Mutant[] => {
    const now = moved(cell);
    if (now === undefined || !names.has(name) || !isYamlMap(raw) || !(name in raw)) return [];
    const apply = replace(otherwise as Writable, name, now);
    return [{ location: locationOf(raw, name), place: place(`.${name}`, cell, now), apply }];
  });
}

/** Where cells are written, and which of them are written together. */
class Written {
  private readonly raw: readonly YamlMap[];
  private readonly ticks: readonly unknown[];
  private readonly axis: string | undefined;

  constructor(private readonly table: TableDef) {
    const holder = yamlOf(table.holder);
    this.raw = (Array.isArray(holder.rows) ? holder.rows : []).flatMap((row) =>
      isYamlMap(row) ? [row] : [],
    );
    const [axis, ticks] = isYamlMap(holder.across) ? (entriesOf(holder.across)[0] ?? []) : [];
    this.axis = axis;
    this.ticks = Array.isArray(ticks) ? ticks : [];
  }

  /** The location of a cell; a group where the same writing stands in several rows. */
  place(at: number, column: string, cell: Cell, isKey: boolean): { location: Location; group?: string } {
    const holder = yamlOf(this.table.holder);
    const location = this.table.rowLocations[at]?.(column) ?? this.table.location;
    if (isYamlMap(holder.grid))
      return isKey ? { location, group: `=${column} ${String(cell)}` } : { location };
    const row = this.rawRow(at);
    if (this.axis === column)
      return {
        location: locationOf(this.ticks, at % this.ticks.length),
        group: `=${column} ${String(cell)}`,
      };
    if (row !== undefined && !(column in row)) {
      const declared = isYamlMap(holder.columns) ? holder.columns[column] : undefined;
      return {
        location: isYamlMap(declared) ? locationOf(declared, "default") : location,
        group: `default ${column}`,
      };
    }
    if (this.axis === undefined || row === undefined) return { location };
    const list = row[column];
    return Array.isArray(list)
      ? { location: locationOf(list, at % this.ticks.length) }
      : { location, group: `row ${Math.floor(at / this.ticks.length)} ${column}` };
  }

  rowsOf(group: string, column: string, isKey: boolean): number[] {
    return this.table.rows.flatMap((row, at) =>
      this.place(at, column, row[column] ?? null, isKey).group === group ? [at] : [],
    );
  }

  private rawRow(at: number): YamlMap | undefined {
    return this.raw[this.axis === undefined ? at : Math.floor(at / this.ticks.length)];
  }
}

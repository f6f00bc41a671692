// Changes of table cells. What is written once and stands in several rows (a value that runs across, a default, a row
// of a grid) is changed in all of them at once.

import type { Spot } from "../../engine/language/findings.js";
import type { Cell, TableDef } from "../../engine/language/model.js";
import { isDateText } from "../../engine/language/types.js";
import { entriesOf, isYamlMap, spotOf, type YamlMap } from "../../engine/read/yaml.js";
import { dayAfter } from "../../engine/typing/lookup-cover.js";
import { rowName } from "../coverage.js";
import type { DayOfTool } from "./dates.js";
import { type Mutant, replace } from "./mutant.js";
import { nudged } from "./nudge.js";

type Writable = Record<string, Cell>;

export function tableMutants(
  table: TableDef,
  names: ReadonlySet<string>,
  dayOfTool: DayOfTool,
  sampledRows?: ReadonlySet<object>,
): Mutant[] {
  const mutants: Mutant[] = [];
  const keys = new Set(table.keys.flatMap((key) => key.columns));
  const values = [...table.columns.keys()].filter((name) => !keys.has(name));
  const promised = promisedColumns(table.holder);
  const written = new Written(table);
  const groups = new Set<string>();
  for (const [name, column] of table.columns) {
    // A column that no formula names gives nothing to this tool, unless it is the one cell of a lookup.
    if (!names.has(name) && !keys.has(name) && values.length > 1) continue;
    table.rows.forEach((row, at) => {
      if (table.sampled && sampledRows?.has(row) === false) return;
      const cell = row[name] ?? null;
      const { group, spot } = written.place(at, name, cell, keys.has(name));
      if (group !== undefined && groups.has(group)) return;
      if (group !== undefined) groups.add(group);
      const rows = group === undefined ? [at] : written.rowsOf(group, name, keys.has(name));
      const place = `${rowName(table, row)}.${name}`;
      if (Array.isArray(cell) && column.type === "numbers") {
        cell.forEach((item, index) => {
          const now = nudged(Number(item));
          mutants.push({
            spot,
            place: `${place}: ${item} -> ${now}`,
            apply: replace(cell, index, now),
            light: true,
          });
        });
        return;
      }
      const now = changed(cell);
      if (now === undefined) return;
      const applies = rows.map((each) => replace(table.rows[each] as Writable, name, now));
      mutants.push({
        spot,
        place: `${place}: ${String(cell)} -> ${String(now)}`,
        apply: () => undoAll(applies.map((apply) => apply())),
        light: !keys.has(name) && typeof cell === "number",
        refused: promised.has(name),
      });
    });
  }
  return [...mutants, ...periodMutants(table, dayOfTool), ...otherwiseMutants(table, names)];
}

function changed(cell: Cell): number | string | undefined {
  if (typeof cell === "number" && Number.isFinite(cell)) return nudged(cell);
  return typeof cell === "string" && isDateText(cell) ? dayAfter(cell) : undefined;
}

function undoAll(undos: readonly (() => void)[]): () => void {
  return () => {
    for (const undo of undos) undo();
  };
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
      const place = `${rowName(table, row)}.${side}: ${day} -> ${dayAfter(day)}`;
      const spot = table.rowSpots[at]?.(side) ?? table.spot;
      return [{ spot, place, apply: replace(period, side, dayAfter(day)) }];
    }),
  );
}

function otherwiseMutants(table: TableDef, names: ReadonlySet<string>): Mutant[] {
  const { otherwise } = table;
  if (otherwise === undefined || otherwise === null || Array.isArray(otherwise)) return [];
  const place = (name: string, cell: Cell, now: Cell) =>
    `${table.name} otherwise${name}: ${String(cell)} -> ${String(now)}`;
  if (typeof otherwise !== "object") {
    const now = changed(otherwise);
    if (now === undefined) return [];
    const spot = spotOf(table.holder, "otherwise");
    return [{ spot, place: place("", otherwise, now), apply: replace(table, "otherwise", now) }];
  }
  const raw = table.holder.otherwise;
  return Object.entries(otherwise as Writable).flatMap(([name, cell]): Mutant[] => {
    const now = changed(cell);
    if (now === undefined || !names.has(name) || !isYamlMap(raw) || !(name in raw)) return [];
    const apply = replace(otherwise as Writable, name, now);
    return [{ spot: spotOf(raw, name), place: place(`.${name}`, cell, now), apply }];
  });
}

/** Where cells are written, and which of them are written together. */
class Written {
  private readonly raw: readonly YamlMap[];
  private readonly ticks: readonly unknown[];
  private readonly axis: string | undefined;

  constructor(private readonly table: TableDef) {
    const { holder } = table;
    this.raw = (Array.isArray(holder.rows) ? holder.rows : []).flatMap((row) =>
      isYamlMap(row) ? [row] : [],
    );
    const [axis, ticks] = isYamlMap(holder.across) ? (entriesOf(holder.across)[0] ?? []) : [];
    this.axis = axis;
    this.ticks = Array.isArray(ticks) ? ticks : [];
  }

  /** The spot of a cell; a group where the same writing stands in several rows. */
  place(at: number, column: string, cell: Cell, isKey: boolean): { spot: Spot; group?: string } {
    const { holder } = this.table;
    const spot = this.table.rowSpots[at]?.(column) ?? this.table.spot;
    if (isYamlMap(holder.grid)) return isKey ? { spot, group: `=${column} ${String(cell)}` } : { spot };
    const row = this.rawRow(at);
    if (this.axis === column)
      return { spot: spotOf(this.ticks, at % this.ticks.length), group: `=${column} ${String(cell)}` };
    if (row !== undefined && !(column in row)) {
      const declared = isYamlMap(holder.columns) ? holder.columns[column] : undefined;
      return { spot: isYamlMap(declared) ? spotOf(declared, "default") : spot, group: `default ${column}` };
    }
    if (this.axis === undefined || row === undefined) return { spot };
    const list = row[column];
    return Array.isArray(list)
      ? { spot: spotOf(list, at % this.ticks.length) }
      : { spot, group: `row ${Math.floor(at / this.ticks.length)} ${column}` };
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

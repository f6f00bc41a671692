// Reads tables: keys, columns, cells and sums.
import { defined } from "../language/defined.js";
import type { Hint } from "../language/findings.js";
import type { Location } from "../language/locations.js";
import type { Cell, Citation, ColumnDef, KeyKind, Row, TableDef, TableKey } from "../language/model.js";
import { didYouMean, likely } from "../language/nearest.js";
import { isDateText, type Scale } from "../language/types.js";
import { unitOfName } from "../language/unit-names.js";
import { parseUnit } from "../language/units.js";
import { guess, isInfinite, OPEN_ENDS, readCell } from "./cells.js";
import { asOfFormula, datedRows, isDated } from "./dated.js";
import { endsBefore } from "./entries.js";
import { checkUnit, mapIn, textsIn } from "./fields.js";
import type { WrittenReader } from "./formulas.js";
import { type Layout, layoutOf, mentions, type RawRow, ROW_KEYS } from "./layouts.js";
import { checkSums, sumsOf } from "./sums.js";
import {
  entriesOf,
  isYamlMap,
  locationOf,
  locationOfKey,
  positionOf,
  type Yaml,
  type YamlMap,
} from "./yaml.js";

/** Properties of list columns, and the column types that they apply to. */
const OF_LISTS: readonly (readonly [key: string, types: readonly string[]])[] = [
  ["count", ["texts", "words", "numbers"]],
  ["order", ["numbers"]],
];
const TYPES = new Set(["text", "texts", "words", "numbers", "boolean", "date", "integer"]);

export class TableReader {
  constructor(
    private readonly written: WrittenReader,
    private readonly scales: ReadonlyMap<string, Scale>,
  ) {}

  table(name: string, map: YamlMap, around: readonly Citation[]): TableDef {
    const annotations = this.written.annotations(map, around);
    const laid = layoutOf(map, this.written.report);
    const keys = this.keys(map, laid);
    const columns = this.columns(map, laid, keys);
    const defaults = this.defaults(map, columns);
    const ends = new Map(keys.flatMap(({ kind, columns: [column = ""] }) => [[column, OPEN_ENDS[kind]]]));
    const raws = laid.rows.flatMap((row) => datedRows(row, this.written));
    const byDay = "dated" in map || raws.length > laid.rows.length;
    const { cites } = annotations;
    const def: TableDef = {
      ...annotations,
      name,
      ...textsIn(map, "description"),
      at: positionOf(map),
      keys,
      columns,
      rows: raws.map((raw) => this.row(raw, columns, ends, defaults)),
      rowLocations: raws.map((raw) => (column?: string) => this.placeOf(map, raw, column)),
      rowCites: raws.map(({ map: row }) =>
        row === undefined ? cites : this.written.annotations(row, cites).cites,
      ),
      rowRemarks: raws.map(({ map: row = {} }) => Object.values(textsIn(row, "because", "note"))),
      mentions: () => mentions(map),
      sums: sumsOf(map),
      periods: raws.map((raw) => (byDay ? this.period(raw) : { from: null, until: null })),
      sampled: map.sampled === true,
      ...(byDay ? { dated: asOfFormula(map, this.written) } : {}),
      ...("otherwise" in map ? { otherwise: this.otherwise(map, columns, keys, defaults) } : {}),
      otherwiseAt: (column) => {
        const row = mapIn(map, "otherwise");
        return column in row ? locationOf(row, column) : undefined;
      },
    };
    checkSums(def, this.written.report);
    return def;
  }

  private keys(map: YamlMap, laid: Layout): TableKey[] {
    if (!isYamlMap(map.keys)) {
      return [...laid.implied]
        .filter(([, role]) => role === "key")
        .map(([name]) => ({ name, kind: "equal", columns: [name] }));
    }
    return entriesOf(map.keys).map(([name, raw]) => {
      if (isYamlMap(raw)) {
        const columns = Array.isArray(raw.one_of) ? raw.one_of.map(String) : [name];
        return { name, kind: "one_of", columns, ...textsIn(raw, "form") };
      }
      return { name, kind: String(raw) as KeyKind, columns: [name] };
    });
  }

  private columns(map: YamlMap, laid: Layout, keys: readonly TableKey[]): Map<string, ColumnDef> {
    const columns = new Map<string, ColumnDef>();
    if (isYamlMap(map.columns)) {
      for (const [name, raw] of entriesOf(map.columns)) {
        const location = locationOfKey(map.columns, name);
        columns.set(name, { ...this.column(map.columns, name, raw), location });
      }
      for (const key of keys) {
        for (const column of key.columns) {
          if (columns.has(column)) continue;
          const message = `The key ${key.name} is looked up in a column ${column} that the table does not have.`;
          const at = locationOfKey(map.keys as object, key.name);
          this.wrong(at, message, didYouMean(column, columns.keys()));
        }
      }
      return columns;
    }
    for (const [name, role] of laid.implied) {
      const cells = laid.rows.flatMap((row) => {
        const cell = row.cells[name] ?? null;
        return isDated(cell) ? Object.values(cell) : [cell];
      });
      const unit = role === "cell" && map.unit !== undefined ? String(map.unit) : undefined;
      checkUnit(unit, () => locationOf(map, "unit"), this.written.report);
      columns.set(name, { ...guess(name, cells), ...defined({ unit }) });
    }
    return columns;
  }

  private column(holder: YamlMap, name: string, raw: Yaml): ColumnDef {
    const long = isYamlMap(raw) ? raw : { type: raw };
    const word = String(long.type ?? long.unit ?? unitOfName(name) ?? "1");
    const form = textsIn(long, "form");
    for (const [key, types] of OF_LISTS)
      if (key in long && !types.includes(word)) {
        const message = `${key} is for columns of lists, and ${name} has the type ${word}.`;
        this.wrong(locationOfKey(long, key), message, `it goes with ${types.join(", ")}`);
      }
    if (TYPES.has(word)) {
      const unit = long.unit === undefined ? {} : { unit: String(long.unit) };
      const count = typeof long.count === "number" ? { count: long.count } : {};
      const order = textsIn(long, "order") as Pick<ColumnDef, "order">;
      return { name, type: word as ColumnDef["type"], ...unit, ...form, ...count, ...order };
    }
    if (this.scales.has(word)) return { name, type: "scale", scale: word, ...form };
    if (word === "number" || parseUnit(word) !== undefined)
      return { name, type: "number", unit: word === "number" ? "1" : word };
    const message = `${word} is neither a unit nor a type of column.`;
    const some = "units such as kW, mm^2, GBP/kWh, or text, boolean, date";
    const hint = didYouMean(word, [...TYPES, ...this.scales.keys()], some);
    this.written.report.error("unit", locationOf(holder, name), message, hint);
    return { name, type: "text" };
  }

  /** `ends` contains the infinity that may close each column's bands. */
  private row(
    raw: RawRow,
    columns: ReadonlyMap<string, ColumnDef>,
    ends: ReadonlyMap<string, number | undefined>,
    defaults: ReadonlyMap<string, Cell>,
  ): Row {
    const { cells, location } = raw;
    const row: Record<string, Cell> = Object.create(null) as Record<string, Cell>;
    const strange = Object.keys(cells).filter((key) => !columns.has(key) && !ROW_KEYS.has(key));
    // A cell with a misspelt name is not also reported as missing.
    const meant = new Set(strange.flatMap((key) => [likely(key, columns.keys()), key.split(" ")[0]]));
    for (const [name, column] of columns) {
      const cell = cells[name];
      if (cell === undefined) {
        const fallback = defaults.get(name);
        const hint = "add the cell, or state a default for the column";
        if (fallback === undefined && !meant.has(name))
          this.wrong(location(), `The row has no cell for ${name}.`, hint);
        row[name] = fallback ?? null;
        continue;
      }
      if (cell !== ends.get(name) && isInfinite(cell)) {
        const hint =
          "at_most and below end with .inf, at_least and above with -.inf; elsewhere an open end is null";
        this.wrong(location(name), `${name} is infinite, and closes no band of the table.`, hint);
      }
      row[name] = this.cell(cell, column, location(name));
    }
    for (const key of strange) {
      const at = raw.map === undefined ? location() : locationOfKey(raw.map, key);
      const [word = "", more] = key.split(" ");
      const near = didYouMean(key, columns.keys(), `it has ${[...columns.keys()].join(", ")}`);
      const hint = more !== undefined && columns.has(word) ? `a colon is missing after ${word}` : near;
      this.wrong(at, `The table has no column ${key}.`, hint);
    }
    return row;
  }

  private wrong(location: Location, message: string, hint?: Hint): void {
    this.written.report.error("table", location, message, hint);
  }

  private cell(raw: Yaml, column: ColumnDef, location: Location): Cell {
    return readCell(raw, column, location, this.scales, this.written.report);
  }

  /** Returns the location of a cell: in its row, or as the column's default. */
  private placeOf(map: YamlMap, row: RawRow, column?: string): Location {
    const declared = column === undefined || column in row.cells ? undefined : mapIn(map, "columns")[column];
    return isYamlMap(declared) && "default" in declared
      ? locationOf(declared, "default")
      : row.location(column);
  }

  private period(row: RawRow): { from: string | null; until: string | null } {
    const [from, until] = [this.day(row, "from"), this.day(row, "until")];
    if (from !== null && until !== null && until < from)
      this.wrong(row.location("until"), endsBefore(from, until), "one of the two is mistaken");
    return { from, until };
  }

  private day(row: RawRow, key: "from" | "until"): string | null {
    const raw = row.cells[key];
    if (raw === undefined || raw === null) return null;
    if (typeof raw === "string" && isDateText(raw)) return raw;
    this.wrong(row.location(key), `${key} must be a date such as 2026-11-01.`);
    return null;
  }

  private otherwise(
    map: YamlMap,
    columns: ReadonlyMap<string, ColumnDef>,
    keys: readonly TableKey[],
    defaults: ReadonlyMap<string, Cell>,
  ): Row | Cell {
    const raw = map.otherwise ?? null;
    const keyColumns = new Set(keys.flatMap((key) => key.columns));
    if (isYamlMap(raw) && columns.size - keyColumns.size === 1) {
      this.wrong(locationOf(map, "otherwise"), "The table gives one cell: otherwise must be a single value.");
      return null;
    }
    if (isYamlMap(raw)) {
      const row: Record<string, Cell> = Object.create(null) as Record<string, Cell>;
      for (const [name, column] of columns) {
        const cell = raw[name];
        const usual = keyColumns.has(name) ? undefined : defaults.get(name);
        row[name] = cell === undefined ? (usual ?? null) : this.cell(cell, column, locationOf(raw, name));
      }
      return row;
    }
    if (raw === null) return null;
    const value = [...columns.values()].find((column) => !keyColumns.has(column.name));
    return value ? this.cell(raw, { ...value, name: "otherwise" }, locationOf(map, "otherwise")) : null;
  }

  /** Returns the defaults of columns. */
  private defaults(map: YamlMap, columns: ReadonlyMap<string, ColumnDef>): Map<string, Cell> {
    const known = new Map<string, Cell>();
    for (const [name, column] of columns) {
      const raw = mapIn(map, "columns")[name];
      if (!isYamlMap(raw) || !("default" in raw)) continue;
      const cell = raw.default ?? null;
      known.set(name, this.cell(cell, { ...column, name: "default" }, locationOf(raw, "default")));
    }
    return known;
  }
}

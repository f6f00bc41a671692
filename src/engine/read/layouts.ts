// Converts the four layouts of tables (rows, entries, grid, across) to rows.
import type { Report } from "../language/findings.js";
import type { Location } from "../language/locations.js";
import { mapIn, mapsIn } from "./fields.js";
import { entriesOf, isYamlMap, locationOf, locationOfKey, type Yaml, type YamlMap } from "./yaml.js";

/** Keys of a row that are not cells. */
export const ROW_KEYS = new Set(["from", "until", "cite", "at", "because", "note"]);

export interface RawRow {
  readonly cells: YamlMap;
  /** The row's own mapping, if it has one. */
  readonly map?: YamlMap;
  readonly location: (column?: string) => Location;
}
export interface Layout {
  readonly rows: readonly RawRow[];
  readonly implied: ReadonlyMap<string, "key" | "cell">;
}

/** Converts a key to a number if all keys are numbers. */
function numeric(word: string, all: readonly string[]): Yaml {
  return all.every((each) => /^-?\d+(\.\d+)?$/.test(each)) ? Number(word) : word;
}

/** Returns the rows of a table in any layout. */
export function layoutOf(map: YamlMap, report: Report): Layout {
  if (isYamlMap(map.entries)) {
    const { entries } = map;
    const key = isYamlMap(map.keys) ? (entriesOf(map.keys)[0]?.[0] ?? "key") : "key";
    const words = Object.keys(entries);
    const rows = entriesOf(entries).map(([word, cell]) => ({
      cells: { [key]: numeric(word, words), cell },
      location: () => locationOf(entries, word),
    }));
    return { rows, implied: impliedBy(key) };
  }
  if (isYamlMap(map.grid)) return gridRows(map.grid, report);
  const rows = mapsIn(map, "rows");
  if (!isYamlMap(map.across)) {
    const own = rows.map((row) => ({ cells: row, map: row, location: rowLocation(row) }));
    return { rows: own, implied: new Map() };
  }
  const [axis, ticks] = entriesOf(map.across)[0] ?? ["", []];
  const along = Array.isArray(ticks) ? ticks : [];
  return { rows: rows.flatMap((row) => acrossRows(row, axis, along, report)), implied: new Map() };
}

function acrossRows(row: YamlMap, axis: string, along: readonly Yaml[], report: Report): RawRow[] {
  const lists = new Map<string | undefined, Yaml[]>();
  for (const [key, list] of entriesOf(row)) {
    if (!Array.isArray(list) || ROW_KEYS.has(key)) continue;
    lists.set(key, list);
    const message = `${key} has ${list.length} cells, but ${along.length} values of ${axis} run across.`;
    if (list.length !== along.length) report.error("table", locationOf(row, key), message);
  }
  return along.map((tick, index) => {
    const cells: YamlMap = { [axis]: tick };
    for (const [key, value] of entriesOf(row)) {
      const list = lists.get(key);
      cells[key] = list === undefined ? value : (list[index] ?? null);
    }
    const location = (column?: string) => {
      const list = column === axis ? along : lists.get(column);
      return list === undefined ? rowLocation(row)(column) : locationOf(list, index);
    };
    return { cells, map: row, location };
  });
}

function gridRows(grid: YamlMap, report: Report): Layout {
  const rowKey = String(grid.rows ?? "row");
  const head = Array.isArray(grid.columns) ? grid.columns : [];
  const columnKey = String(head[0] ?? "column");
  const words = head.slice(1);
  const rowWords = entriesOf(grid).flatMap(([word]) => (word === "rows" || word === "columns" ? [] : [word]));
  const rows: RawRow[] = [];
  for (const word of rowWords) {
    const cells = grid[word];
    if (!Array.isArray(cells) || cells.length !== words.length) {
      const count = Array.isArray(cells) ? cells.length : 0;
      const message = `The row ${word} has ${count} cells, but the grid has ${words.length} columns.`;
      report.error("table", locationOf(grid, word), message);
      continue;
    }
    cells.forEach((cell, index) => {
      rows.push({
        cells: { [rowKey]: numeric(word, rowWords), [columnKey]: words[index] ?? null, cell },
        location: (column) => {
          if (column === rowKey) return locationOfKey(grid, word);
          return column === columnKey ? locationOf(head, index + 1) : locationOf(cells, index);
        },
      });
    });
  }
  return { rows, implied: impliedBy(rowKey, columnKey) };
}

/** Returns the columns of a table without declared columns. */
function impliedBy(...keys: readonly string[]): Layout["implied"] {
  return new Map([...keys.map((key) => [key, "key"] as const), ["cell", "cell"]]);
}

function rowLocation(row: YamlMap): (column?: string) => Location {
  return (column) => (column === undefined || !(column in row) ? locationOf(row) : locationOf(row, column));
}

/** Returns every location of a column name: declarations, keys and rows. */
export function mentions(table: YamlMap): (readonly [column: string, location: Location])[] {
  return [mapIn(table, "columns"), mapIn(table, "keys"), ...mapsIn(table, "rows")].flatMap((map) =>
    entriesOf(map).map(([name]) => [name, locationOfKey(map, name)] as const),
  );
}

// A table of a definition as a sheet: a row for each row as it is written, a column for each cell, and what identifies the row.
import { type Document, isMap, isSeq, type Node, type Pair, type YAMLMap } from "yaml";
import { sha256 } from "../definitions/folder.js";
import type { DefinitionFile } from "../engine/language/files.js";
import type { ColumnDef, TableDef } from "../engine/language/model.js";
import type { Scale } from "../engine/language/types.js";
import { ROW_KEYS } from "../engine/read/layouts.js";
import type { ReadSet } from "../engine/read/set.js";
import type { Yaml } from "../engine/read/yaml.js";
import { inline } from "./case-text.js";
import { end, entryOf, nameOf, start, YamlText } from "./yaml-text.js";

export interface FoundTable {
  readonly file: DefinitionFile;
  readonly def: TableDef;
  readonly scales: ReadonlyMap<string, Scale>;
}

/** The column that says which row of the definition a row of the sheet is. No table has a column with a space in its name. */
export const ROW_ID = "row id";

export interface SheetColumn {
  readonly title: string;
  /** The column of the table, or a key such as `cite` that is no cell. */
  readonly key: string;
  /** Undefined for a key that is no cell. */
  readonly def: ColumnDef | undefined;
  /** Of a list that is written across: which of its cells. */
  readonly tick?: number;
}

export interface SheetRow {
  readonly id: string;
  /** What is written for it: an item of rows, or an entry of a mapping. */
  readonly item: Node | Pair;
  readonly from: number;
  readonly to: number;
  readonly cells: readonly { readonly node: Node | undefined; readonly value: Yaml | undefined }[];
}

export interface Sheet {
  readonly layout: Layout;
  /** What holds the rows, under its key. */
  readonly holder: Pair;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly SheetRow[];
}

type Layout = "rows" | "entries" | "grid";
const LAYOUTS: readonly Layout[] = ["rows", "entries", "grid"];

/** The tables that stand in these files, by name; with the name of their file before it where several have one name. */
export function tablesIn(files: readonly DefinitionFile[], read: ReadSet): Map<string, FoundTable> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = new Map<string, FoundTable>();
  const add = (tables: Iterable<TableDef>, scales: ReadonlyMap<string, Scale>): void => {
    for (const def of tables) {
      const file = byPath.get(def.location.file);
      if (file !== undefined) found.set(`${file.path}.${def.name}`, { file, def, scales });
    }
  };
  for (const { sections } of read.shared.values()) add([sections.table], sections.scales);
  for (const { tables, scales } of [...read.parts.values(), ...read.tools]) add(tables.values(), scales);
  const all = [...found.values()];
  return new Map(
    all.map((table) => {
      const { name } = table.def;
      const single = all.filter(({ def }) => def.name === name).length === 1;
      return [single ? name : `${table.file.path.replace(/^.*\/|\.yaml$/g, "")}.${name}`, table];
    }),
  );
}

export function sheetOf({ file: { path, text }, def }: FoundTable, { document } = new YamlText(text)): Sheet {
  const map = tableMap(document.contents, def.name);
  const layout = LAYOUTS.find((key) => entryOf(map, key) !== undefined);
  const holder = layout === undefined ? undefined : entryOf(map, layout);
  if (layout === undefined || holder === undefined || !isMap(map))
    throw new Error(`The rows of ${def.name} are not where they are expected in ${path}.`);
  const { columns, items } =
    layout === "rows" ? rowsOf(document, map, def) : pairsOf(document, layout, holder, def);
  const rows = items.map(({ item, nodes }, at): SheetRow => {
    const from = start("key" in item ? item.key : item);
    const to = end(text, item);
    const id = `r${at + 1}-${sha256(text.slice(from, to)).slice(0, 6)}`;
    const cells = nodes.map((node) => ({ node, value: node?.toJS(document) as Yaml | undefined }));
    return { id, item, from, to, cells };
  });
  return { layout, holder, columns, rows };
}

/** The mapping of a table: a file of its own, or an entry under `tables`. */
export function tableMap(root: unknown, name: string): unknown {
  return entryOf(root, "table") === undefined ? entryOf(entryOf(root, "tables")?.value, name)?.value : root;
}

interface Laid {
  readonly columns: readonly SheetColumn[];
  readonly items: readonly { readonly item: Node | Pair; readonly nodes: readonly (Node | undefined)[] }[];
}

function rowsOf(document: Document, map: YAMLMap, def: TableDef): Laid {
  const held = entryOf(map, "rows")?.value;
  const items = isSeq(held) ? held.items.filter((item) => isMap(item)) : [];
  const nodesOf = (key: string) => items.map((item) => entryOf(item, key)?.value as Node | undefined);
  const across = entryOf(map, "across")?.value;
  const axis = isMap(across) ? across.items[0] : undefined;
  const ticks = axis === undefined ? [] : ((axis.value as Node).toJS(document) as Yaml[]);
  const columns = [...def.columns.values()].flatMap((column): SheetColumn[] => {
    const key = column.name;
    if (axis !== undefined && key === nameOf(axis)) return [];
    // A list that runs across has a column for each of its cells, unless a row has one value for all of them.
    if (axis === undefined || !nodesOf(key).every((node) => isSeq(node)))
      return [{ title: key, key, def: column }];
    return ticks.map((value, tick) => ({ title: `${key} ${cellText(value)}`, key, def: column, tick }));
  });
  const used = [...ROW_KEYS].filter(
    (key) => key === "cite" || nodesOf(key).some((node) => node !== undefined),
  );
  columns.push(
    ...used.filter((key) => !def.columns.has(key)).map((key) => ({ title: key, key, def: undefined })),
  );
  const nodeAt = (item: YAMLMap, { key, tick }: SheetColumn) => {
    const value = entryOf(item, key)?.value as Node | undefined;
    return tick !== undefined && isSeq(value) ? (value.items[tick] as Node | undefined) : value;
  };
  return {
    columns,
    items: items.map((item) => ({ item, nodes: columns.map((column) => nodeAt(item, column)) })),
  };
}

/** Entries, each a word and a cell, and grids, each row a word and its cells. */
function pairsOf(document: Document, layout: Layout, holder: Pair, def: TableDef): Laid {
  const held = holder.value;
  const [word, ...cells] = [...def.columns.values()];
  const cell = cells.at(-1);
  const head = entryOf(held, "columns")?.value as Node | undefined;
  const ticks = layout === "grid" ? ((head?.toJS(document) ?? []) as Yaml[]).slice(1) : undefined;
  const key = { title: word?.name ?? "", key: word?.name ?? "", def: word };
  const given = { title: cell?.name ?? "", key: cell?.name ?? "", def: cell };
  const columns = [
    key,
    ...(ticks?.map((value, tick) => ({ ...given, title: cellText(value), tick })) ?? [given]),
  ];
  const pairs = isMap(held) ? held.items : [];
  const own = pairs.filter((pair) => layout === "entries" || !/^(rows|columns)$/.test(nameOf(pair)));
  const nodesOf = ({ value }: Pair) =>
    layout === "grid" && isSeq(value) ? (value.items as Node[]) : [value as Node];
  return { columns, items: own.map((item) => ({ item, nodes: [item.key as Node, ...nodesOf(item)] })) };
}

/** A value as the text of a cell: empty where nothing is written, lists and mappings as YAML on one line. */
export function cellText(value: Yaml | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value === "" ? '""' : value;
  return inline(value);
}

// An edited sheet taken back into the definition that it was written from: cells that changed are written anew where they
// stand, everything else keeps its bytes. What changed without a source is marked, and `check` asks for it.
import { isAlias, isMap, type Node, type YAMLMap } from "yaml";
import { Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import { didYouMean } from "../engine/language/nearest.js";
import { readCell } from "../engine/read/cells.js";
import { isDated } from "../engine/read/dated.js";
import type { Yaml } from "../engine/read/yaml.js";
import { SOURCE_WANTED } from "../lint/wanted.js";
import { manyOf } from "../wording/wording.js";
import { entryText, inline } from "./case-text.js";
import { type EditedSheet, meantBy, type SheetLine, short } from "./edited-sheet.js";
import {
  cellText,
  type FoundTable,
  ROW_ID,
  type Sheet,
  type SheetColumn,
  type SheetRow,
  sheetOf,
  tableMap,
} from "./table-sheet.js";
import { end, entryOf, start, YamlText } from "./yaml-text.js";

export interface Patch {
  readonly text: string;
  readonly changed: number;
  readonly added: number;
  readonly deleted: number;
  readonly report: Report;
}

const WIDEST = 118;

export function patchOf(table: FoundTable, edited: EditedSheet, deletes: boolean): Patch {
  return new Patcher(table, edited).patch(deletes);
}

class Patcher {
  private readonly report = new Report();
  private readonly written: string;
  private readonly sheet: Sheet;
  private readonly text: YamlText;
  private changed = 0;
  /** Where the last stretch ends that was taken out: two of them may have a comma in common. */
  private cutUntil = 0;

  constructor(
    private readonly table: FoundTable,
    private readonly edited: EditedSheet,
  ) {
    this.written = table.file.text;
    this.text = new YamlText(this.written);
    this.sheet = sheetOf(table, this.text);
  }

  patch(deletes: boolean): Patch {
    const places = this.places();
    let [added, deleted] = [0, 0];
    if (!this.report.failed) {
      const { kept, fresh } = this.sorted();
      const lost = this.sheet.rows.filter(({ id }) => !kept.has(id));
      if (lost.length > 0 && !deletes) this.lostRows(lost);
      this.sheet.rows.forEach((row, at) => {
        if (at === 0) for (const line of fresh.get(undefined) ?? []) this.add(line, places, undefined);
        const line = kept.get(row.id);
        if (line === undefined) this.cut(row.from, row.to, this.flow);
        else this.change(row, line, places);
        for (const each of fresh.get(row.id) ?? []) this.add(each, places, row);
      });
      added = [...fresh.values()].flat().length;
      deleted = lost.length;
    }
    return { text: this.text.apply(), changed: this.changed, added, deleted, report: this.report };
  }

  private fault(
    line: number,
    column: number,
    message: string,
    hint?: ReturnType<typeof didYouMean> | string,
  ): void {
    this.report.error("table", this.at(line, column), message, hint);
  }

  private at(line: number, column: number): Location {
    return { file: this.edited.name, line, column: column + 1 };
  }

  private places(): Map<string, number> {
    const { header } = this.edited;
    const titles = [ROW_ID, ...this.sheet.columns.map(({ title }) => title)];
    const places = new Map<string, number>();
    header.forEach((title, at) => {
      if (places.has(title)) this.fault(1, at, `The column ${title} is there twice.`);
      else if (titles.includes(title)) places.set(title, at);
      else if (title !== "" || this.edited.rows.some(({ cells }) => (cells[at] ?? "") !== ""))
        this.fault(1, at, `The table has no column ${JSON.stringify(title)}.`, didYouMean(title, titles));
    });
    const gone = titles.filter((title) => !places.has(title));
    if (gone.length > 0)
      this.fault(1, 0, `The sheet lacks ${gone.join(", ")}.`, "export the table again, and edit that sheet");
    return places;
  }

  /** Rows of the sheet by the row of the definition that they are, and new ones by the row above them. */
  private sorted() {
    const idAt = this.edited.header.indexOf(ROW_ID);
    const known = new Set(this.sheet.rows.map(({ id }) => id));
    const kept = new Map<string, SheetLine>();
    const fresh = new Map<string | undefined, SheetLine[]>();
    let above: string | undefined;
    for (const row of this.edited.rows) {
      const id = (row.cells[idAt] ?? "").trim();
      if (row.cells.length !== this.edited.header.length)
        this.fault(
          row.line,
          0,
          `${manyOf(row.cells.length, "cell")} where the first line has ${this.edited.header.length}.`,
        );
      else if (row.cells.every((cell) => cell === "")) continue;
      else if (id === "") fresh.set(above, [...(fresh.get(above) ?? []), row]);
      else if (kept.has(id))
        this.fault(row.line, idAt, `The row ${id} is there twice.`, `a new row has nothing under ${ROW_ID}`);
      else if (!known.has(id))
        this.fault(
          row.line,
          idAt,
          `The definition has no row ${id}: it was changed after the table was exported.`,
          "export the table again, and edit that sheet",
        );
      else {
        kept.set(id, row);
        above = id;
      }
    }
    return { kept, fresh };
  }

  private lostRows(lost: readonly SheetRow[]): void {
    const named = lost.slice(0, 5).map(({ id, cells }) => `${id} (${short(cellText(cells[0]?.value))})`);
    const more = lost.length > named.length ? `, and ${lost.length - named.length} more` : "";
    const message = `The sheet lacks ${manyOf(lost.length, "row")} of the table: ${named.join(", ")}${more}.`;
    this.fault(1, 0, message, "--delete-rows takes them out of the definition");
  }

  private read(cell: string, column: SheetColumn, location: Location): Yaml | undefined {
    if (cell === "") return undefined;
    const value = meantBy(cell, column, this.edited.commas);
    const { def } = column;
    if (def === undefined) return value;
    const each = isDated(value) ? Object.values(value) : [value];
    for (const one of each) readCell(one, def, location, this.table.scales, this.report);
    return value;
  }

  private change(row: SheetRow, line: SheetLine, places: ReadonlyMap<string, number>): void {
    const moved: string[] = [];
    let cited = false;
    this.sheet.columns.forEach((column, at) => {
      const place = places.get(column.title) ?? 0;
      const cell = line.cells[place] ?? "";
      const { node, value } = row.cells[at] ?? { node: undefined, value: undefined };
      if (cell === cellText(value)) return;
      const location = this.at(line.line, place);
      const next = this.read(cell, column, location);
      if (next !== undefined && value !== undefined && inline(next) === inline(value)) return;
      this.changed++;
      if (column.key === "cite" || column.key === "at") cited = true;
      else if (column.def !== undefined)
        moved.push(`${column.title} was ${short(cellText(value) || "not there")}`);
      this.put(row, column, node, next, location);
    });
    if (moved.length > 0 && !cited) this.mark(row.from, moved.join(", "));
  }

  private put(
    row: SheetRow,
    column: SheetColumn,
    node: Node | undefined,
    next: Yaml | undefined,
    at: Location,
  ): void {
    const { item } = row;
    if (node !== undefined && (isAlias(node) || ("anchor" in node && node.anchor !== undefined)))
      this.report.error("table", at, "This cell is shared with others in the definition.", "change it there");
    else if (node !== undefined && next !== undefined) this.replace(node, next);
    else if (next !== undefined && isMap(item)) this.addField(item, column.key, next);
    else if (
      isMap(item) &&
      this.mayBeEmpty(column) &&
      (item.flow === true || entryOf(item, column.key) !== item.items[0])
    ) {
      const pair = entryOf(item, column.key);
      if (pair !== undefined) this.cut(start(pair.key), end(this.written, pair), item.flow === true);
    } else this.empty(column, at);
  }

  private empty({ title }: SheetColumn, at: Location): void {
    this.report.error("table", at, `${title} is empty.`, "write null where there is no value");
  }

  private mayBeEmpty({ def, key, tick }: SheetColumn): boolean {
    const declared = entryOf(
      entryOf(tableMap(this.text.root, this.table.def.name), "columns")?.value,
      key,
    )?.value;
    return tick === undefined && (def === undefined || entryOf(declared, "default") !== undefined);
  }

  private replace(node: Node, next: Yaml): void {
    const [from, to] = [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
    const ending = this.written.slice(from, to).endsWith("\n") ? "\n" : "";
    this.text.replace(from, to, inline(next) + ending);
  }

  private addField(map: YAMLMap, key: string, value: Yaml): void {
    const last = map.items.at(-1);
    if (last === undefined) return;
    const to = end(this.written, last);
    if (map.flow === true) this.text.replace(to, to, `, ${key}: ${inline(value)}`);
    else {
      const column = this.text.column(start(last.key));
      this.text.putBehind(to, `${" ".repeat(column)}${entryText(key, value, column)}`);
    }
  }

  /** Takes a stretch out: its lines from a block, itself and a comma from a list or mapping on one line. */
  private cut(from: number, to: number, flow: boolean): void {
    if (!flow) {
      this.text.removeLines(from, to);
      return;
    }
    const after = /^\s*,\s*/.exec(this.written.slice(to))?.[0].length ?? 0;
    const before = after > 0 ? 0 : (/,\s*$/.exec(this.written.slice(0, from))?.[0].length ?? 0);
    this.text.replace(Math.max(from - before, this.cutUntil), to + after, "");
    this.cutUntil = to + after;
  }

  private get flow(): boolean {
    return (this.sheet.holder.value as YAMLMap).flow === true;
  }

  private indentAt(offset: number): string {
    const line = this.written.slice(this.text.lineStart(offset), offset);
    return /^\s*/.exec(line)?.[0] ?? "";
  }

  private mark(from: number, what: string): void {
    const at = this.flow ? start(this.sheet.holder.key) : from;
    const line = this.text.lineStart(at);
    this.text.replace(line, line, `${this.indentAt(at)}${SOURCE_WANTED} ${what}\n`);
  }

  private add(line: SheetLine, places: ReadonlyMap<string, number>, above: SheetRow | undefined): void {
    const beside = above ?? this.sheet.rows[0];
    if (beside === undefined) return;
    const fields: Record<string, Yaml> = {};
    for (const column of this.sheet.columns) {
      const place = places.get(column.title) ?? 0;
      const location = this.at(line.line, place);
      const value = this.read(line.cells[place] ?? "", column, location);
      const { key, tick } = column;
      if (value === undefined && !this.mayBeEmpty(column)) this.empty(column, location);
      else if (value !== undefined)
        fields[key] = tick === undefined ? value : [...[fields[key] ?? []].flat(), value];
    }
    const { flow } = this;
    const indent = this.indentAt(beside.from);
    const what = `new row ${short(line.cells.find((cell, at) => at !== places.get(ROW_ID) && cell !== "") ?? "")}`;
    const wanted = "cite" in fields || "at" in fields ? "" : `${SOURCE_WANTED} ${what}`;
    const text = this.rowText(fields, indent.length);
    if (flow) {
      if (wanted !== "") this.mark(0, what);
      if (above === undefined) this.text.replace(beside.from, beside.from, `${text}, `);
      else this.text.replace(above.to, above.to, `, ${text}`);
      return;
    }
    const lines = [wanted, text].filter((each) => each !== "").map((each) => indent + each);
    const first = this.text.lineStart(beside.from);
    if (above === undefined) this.text.replace(first, first, `${lines.join("\n")}\n`);
    else this.text.putBehind(above.to, lines.join("\n"));
  }

  private rowText(fields: Readonly<Record<string, Yaml>>, indent: number): string {
    if (this.sheet.layout !== "rows") {
      const [key, cell] = Object.values(fields);
      return `${inline(key)}: ${inline(cell)}`;
    }
    const one = inline(fields);
    if (this.flow) return one;
    if (indent + one.length + 2 <= WIDEST) return `- ${one}`;
    const lines = Object.entries(fields).map(([key, value]) => entryText(key, value, indent + 2));
    return `- ${lines.join(`\n${" ".repeat(indent + 2)}`)}`;
  }
}

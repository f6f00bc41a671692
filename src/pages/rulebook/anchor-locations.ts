// Lists every linkable location of a definition file: inputs, tables, rows, values, rules and results.

import { valuesIn } from "../../engine/language/entries.js";
import type { Location } from "../../engine/language/locations.js";
import type { TableDef, ValueDef } from "../../engine/language/model.js";
import { capital } from "../../wording/plain-names.js";
import { resultsIn } from "../results.js";
import { rowAnchor, rulesIn, tableAnchor } from "./anchors.js";
import type { AnchorPlace, Chapter } from "./chapters.js";
import type { Titles } from "./titles.js";

type Contents = Omit<Chapter, "places" | "comments">;
type Add = (location: Location | undefined, anchor: string, label: string) => void;

export function anchorsIn(chapter: Contents, titles: Titles): AnchorPlace[] {
  const { file, head } = chapter;
  const places: AnchorPlace[] = [];
  const add: Add = (location, anchor, label) => {
    if (location !== undefined && location.file === file)
      places.push({ file, line: location.line, column: location.column, anchor, label });
  };
  const def = chapter.tools.find(({ plan }) => plan.def.file === file)?.plan.def;
  for (const { name, location } of def?.inputs.values() ?? [])
    add(location, `input-${name}`, `input: ${titles.of({ file, anchor: `input-${name}` }, name)}`);
  def?.constraints.forEach(({ location }, at) => {
    add(location, `constraint-${at + 1}`, `constraint ${at + 1}`);
  });
  for (const name of head?.scales.keys() ?? [])
    add(head?.keyIn("scales", name), `scale-${name}`, `scale: ${titles.words(name)}`);
  for (const table of chapter.tables) tablePlaces(table, head?.keyIn("tables", table.name), add, titles);
  for (const { name, location } of chapter.calculations) add(location, name, titles.heading(name));
  const calculations = chapter.calculations.filter(({ isFunction }) => !isFunction);
  for (const [anchor, value] of valuesIn({ ...chapter, calculations }))
    valuePlaces(value, anchor, add, titles);
  for (const [path, { name, title, location }] of resultsIn(def?.results ?? []))
    add(location, `result-${path}`, `result: ${title ?? titles.words(name)}`);
  // Sections in separate files are on the tool's page, after the tool's lines.
  const addWhole: Add = (location, anchor, label) => {
    if (location?.file === file) add(location, anchor, label);
    else places.push({ file, line: Number.MAX_SAFE_INTEGER, column: 1, anchor, label });
  };
  def?.figures.forEach(({ location, head: { title } }, at) => {
    addWhole(location, `figure-${at + 1}`, `figure: ${title}`);
  });
  for (const { id, at } of def?.promises ?? [])
    addWhole(at.location, `promise-${id}`, `promise: ${titles.words(id)}`);
  const order = new Map(places.map((place, at) => [place, at]));
  return places.sort(
    (a, b) => a.line - b.line || a.column - b.column || (order.get(a) ?? 0) - (order.get(b) ?? 0),
  );
}

function tablePlaces(table: TableDef, key: Location | undefined, add: Add, titles: Titles): void {
  const anchor = tableAnchor(table);
  const shared = anchor === "table";
  add(key ?? table.location, anchor, shared ? "the table" : `table: ${titles.words(table.name)}`);
  for (const { name, location } of table.columns.values())
    add(location, `${anchor}-column-${name}`, `column: ${titles.words(name)}`);
  table.rowLocations.forEach((location, at) => {
    const words = table.keys.flatMap(({ columns: [column = ""] }) => wordOf(table.rows[at]?.[column]));
    const known = words.length === 0 ? String(at + 1) : words.join(" ");
    add(location(), rowAnchor(table, at), `${shared ? "" : `${titles.heading(table.name)}, `}row ${known}`);
  });
}

/** Returns a key that can name its row; infinite limits and lists cannot. */
function wordOf(cell: unknown): string[] {
  return typeof cell === "string" || (typeof cell === "number" && Number.isFinite(cell))
    ? [String(cell)]
    : [];
}

function valuePlaces(value: ValueDef, anchor: string, add: Add, titles: Titles): void {
  const { file } = value.location;
  const title = capital(titles.of({ file, anchor }, value.list ?? value.name));
  add(value.location, anchor, title);
  for (const [own, entry, nth] of rulesIn(value, anchor)) {
    const name = entry.id ?? entry.own.get("code") ?? entry.title ?? nth;
    add(entry.location, own, `${title}, rule ${String(name)}`);
  }
  if (value.kind === "decide" && value.otherwise !== undefined)
    add(value.otherwise.location, `${anchor}-otherwise`, `${title}, otherwise`);
}

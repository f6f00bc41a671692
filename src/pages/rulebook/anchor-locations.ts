// Every place of a definition file that can be linked to: inputs, tables and rows, values, rules, results.

import { type Location, locationOf, locationOfKey } from "../../engine/language/locations.js";
import type { TableDef, ValueDef } from "../../engine/language/model.js";
import { entriesOf, isYamlMap, type YamlMap, yamlOf } from "../../engine/read/yaml.js";
import { capital } from "../../wording/plain-names.js";
import { keyLocation, rowAnchor, rulesIn, sectionOf, tableAnchor, valuesIn } from "./anchors.js";
import type { AnchorPlace, Chapter } from "./chapters.js";
import type { Titles } from "./titles.js";

type Contents = Omit<Chapter, "places" | "comments">;
type Add = (location: Location | undefined, anchor: string, label: string) => void;

export function anchorsIn(chapter: Contents, titles: Titles): AnchorPlace[] {
  const { file, map } = chapter;
  const places: AnchorPlace[] = [];
  const add: Add = (location, anchor, label) => {
    if (location !== undefined && location.file === file)
      places.push({ file, line: location.line, column: location.column, anchor, label });
  };
  const inputs = sectionOf(map, "inputs");
  if (inputs !== undefined)
    for (const [name] of entriesOf(inputs))
      add(
        locationOfKey(inputs, name),
        `input-${name}`,
        `input: ${titles.of({ file, anchor: `input-${name}` }, name)}`,
      );
  if (Array.isArray(map.constraints))
    map.constraints.forEach((raw, at) => {
      if (isYamlMap(raw)) add(locationOf(raw), `constraint-${at + 1}`, `constraint ${at + 1}`);
    });
  const scales = sectionOf(map, "scales");
  if (scales !== undefined)
    for (const [name] of entriesOf(scales))
      add(locationOfKey(scales, name), `scale-${name}`, `scale: ${titles.words(name)}`);
  for (const table of chapter.tables) tablePlaces(table, keyLocation(map, "tables", table.name), add, titles);
  for (const { name, location, isFunction } of chapter.calculations) {
    const section = isFunction ? "functions" : "calculations";
    add(keyLocation(map, section, name) ?? location, name, titles.heading(name));
  }
  const calculations = chapter.calculations.filter(({ isFunction }) => !isFunction);
  for (const [anchor, value] of valuesIn({ ...chapter, calculations }))
    valuePlaces(value, anchor, add, titles);
  const results = sectionOf(map, "results");
  if (results !== undefined) resultPlaces(results, "", add, titles);
  // Sections that stand beside the tool are shown with it, behind all lines of its own file.
  const addWhole: Add = (location, anchor, label) => {
    if (location?.file === file) add(location, anchor, label);
    else places.push({ file, line: Number.MAX_SAFE_INTEGER, column: 1, anchor, label });
  };
  const whole = wholeOf(chapter);
  if (Array.isArray(whole.figures))
    whole.figures.forEach((raw, at) => {
      if (isYamlMap(raw))
        addWhole(locationOf(raw), `figure-${at + 1}`, `figure: ${String(raw.title ?? at + 1)}`);
    });
  if (Array.isArray(whole.promises))
    for (const raw of whole.promises)
      if (isYamlMap(raw))
        addWhole(locationOf(raw), `promise-${String(raw.id)}`, `promise: ${titles.words(String(raw.id))}`);
  const order = new Map(places.map((place, at) => [place, at]));
  return places.sort(
    (a, b) => a.line - b.line || a.column - b.column || (order.get(a) ?? 0) - (order.get(b) ?? 0),
  );
}

/** A tool with its sections, those beside it included. */
function wholeOf({ file, map, tools }: Contents): YamlMap {
  const def = tools.find(({ plan }) => plan.def.file === file)?.plan.def;
  return def === undefined ? map : yamlOf(def.holder);
}

function tablePlaces(table: TableDef, key: Location | undefined, add: Add, titles: Titles): void {
  const anchor = tableAnchor(table);
  const shared = anchor === "table";
  add(key ?? table.location, anchor, shared ? "the table" : `table: ${titles.words(table.name)}`);
  const columns = sectionOf(yamlOf(table.holder), "columns");
  if (columns !== undefined)
    for (const [name] of entriesOf(columns))
      add(locationOfKey(columns, name), `${anchor}-column-${name}`, `column: ${titles.words(name)}`);
  table.rowLocations.forEach((location, at) => {
    const words = table.keys.flatMap(({ columns: [column = ""] }) => wordOf(table.rows[at]?.[column]));
    const known = words.length === 0 ? String(at + 1) : words.join(" ");
    add(location(), rowAnchor(table, at), `${shared ? "" : `${titles.heading(table.name)}, `}row ${known}`);
  });
}

/** A key that names its row: a limit without end and a list of words do not. */
function wordOf(cell: unknown): string[] {
  return typeof cell === "string" || (typeof cell === "number" && Number.isFinite(cell))
    ? [String(cell)]
    : [];
}

function valuePlaces(value: ValueDef, anchor: string, add: Add, titles: Titles): void {
  const { file } = value.location;
  const title = capital(titles.of({ file, anchor }, value.name.replace(/^\$/, "")));
  add(value.location, anchor, title);
  for (const [own, entry, nth] of rulesIn(value, anchor)) {
    const name = entry.id ?? entry.own.get("code") ?? entry.title ?? nth;
    add(entry.location, own, `${title}, rule ${String(name)}`);
  }
  if (value.kind === "decide" && value.otherwise !== undefined)
    add(value.otherwise.location, `${anchor}-otherwise`, `${title}, otherwise`);
}

function resultPlaces(results: YamlMap, around: string, add: Add, titles: Titles): void {
  for (const [name, raw] of entriesOf(results)) {
    const path = around === "" ? name : `${around}.${name}`;
    const title = isYamlMap(raw) && typeof raw.title === "string" ? raw.title : titles.words(name);
    add(locationOfKey(results, name), `result-${path}`, `result: ${title}`);
    const fields = isYamlMap(raw) ? raw.fields : undefined;
    if (isYamlMap(fields)) resultPlaces(fields, path, add, titles);
  }
}

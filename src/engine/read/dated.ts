// Numbers and words that change over time, written as a map from start dates to values. The earliest also applies
// before its date.
import type { Report } from "../language/findings.js";
import type { Citation, ValueBody, WrittenFormula } from "../language/model.js";
import { daysLater, isDateText } from "../language/types.js";
import type { WrittenReader } from "./formulas.js";
import type { RawRow } from "./layouts.js";
import {
  entriesOf,
  isYamlMap,
  locationOf,
  locationOfKey,
  positionOf,
  type Yaml,
  type YamlMap,
} from "./yaml.js";

/** The formula of the evaluation date. */
const AS_OF = "as_of";

export function isDated(raw: Yaml | undefined): raw is YamlMap {
  const days = isYamlMap(raw) ? Object.keys(raw) : [];
  return days.length > 0 && days.every((day) => DAY_OR_MONTH.test(day));
}

const DAY_OR_MONTH = /^\d{4}-\d\d(?:-\d\d)?$/;

/** A month means its first day. */
function firstDay(written: string): string {
  return /^\d{4}-\d\d$/.test(written) ? `${written}-01` : written;
}

/** Returns the date that selects rows: as written, else the evaluation date. */
export function asOfFormula(map: YamlMap, written: WrittenReader): WrittenFormula {
  if (map.dated === AS_OF) written.dated = true;
  if (map.dated === "edition")
    written.report.error(
      "table",
      locationOf(map, "dated"),
      "With `dated: edition`, rows cannot depend on the evaluation date.",
      "write dated: as_of, and the tool takes an as_of_date",
    );
  return written.formula("dated" in map ? map : { dated: AS_OF }, "dated");
}

/** Converts a constant with dated values to a decision by date, latest first. */
export function datedConstant(
  written: WrittenReader,
  map: YamlMap,
  cites: readonly Citation[],
): Extract<ValueBody, { kind: "decide" }> {
  const days = rising(map, written.report);
  const give = (day: string) => ({ kind: "formula" as const, formula: written.given(map, day) });
  const [first = Object.keys(map)[0] ?? "", ...later] = days;
  written.dated = true;
  return {
    kind: "decide",
    entries: later.reverse().map((day) => ({
      location: locationOfKey(map, day),
      cites,
      loops: [],
      own: new Map(),
      when: written.derived(`${AS_OF} >= "${firstDay(day)}"`, positionOf(map), day),
      give: give(day),
    })),
    otherwise: { location: locationOfKey(map, first), cites, give: give(first) },
  };
}

/** Splits a row with dated cells into one row per period. */
export function datedRows(row: RawRow, written: WrittenReader): RawRow[] {
  const dated = entriesOf(row.cells).filter((entry): entry is [string, YamlMap] => isDated(entry[1]));
  if (dated.length === 0) return [row];
  written.dated = true;
  const known = dated.flatMap(([, map]) => rising(map, written.report));
  if ("from" in row.cells || "until" in row.cells) {
    const message = "A row with cells by day has no from or until besides.";
    written.report.error("table", row.location(), message, "write a row for each stretch of days instead");
  }
  const days = [...new Set(known.map(firstDay))].sort();
  return days.map((day, at) => {
    const held = new Map(dated.map(([name, map]) => [name, heldOn(map, day)]));
    const cells: YamlMap = { ...row.cells };
    for (const [name, map] of dated) cells[name] = map[held.get(name) ?? ""] ?? null;
    if (at > 0) cells.from = day;
    const next = days[at + 1];
    if (next !== undefined) cells.until = daysLater(next, -1);
    const maps = new Map(dated);
    return {
      ...(row.map === undefined ? {} : { map: row.map }),
      cells,
      location: (column) => {
        const map = maps.get(column ?? "");
        const since = held.get(column ?? "");
        return map === undefined || since === undefined ? row.location(column) : locationOf(map, since);
      },
    };
  });
}

/** Returns the key of the value for a day: the last one not after it, else the earliest. */
function heldOn(map: YamlMap, day: string): string {
  const days = Object.keys(map).sort();
  return days.filter((each) => firstDay(each) <= day).at(-1) ?? days[0] ?? day;
}

/** Returns the valid dates of a map, which must rise. */
function rising(map: YamlMap, report: Report): string[] {
  const written = Object.keys(map);
  const days = written.filter((day) => isDateText(firstDay(day)));
  for (const day of written)
    if (!days.includes(day)) {
      const kind = day === firstDay(day) ? "day" : "month";
      report.error("table", locationOfKey(map, day), `No calendar has the ${kind} ${day}.`);
    }
  days.forEach((day, at) => {
    const before = days[at - 1];
    if (before !== undefined && firstDay(day) <= firstDay(before))
      report.error("table", locationOfKey(map, day), `The days must rise: ${day} follows ${before}.`);
  });
  return days;
}

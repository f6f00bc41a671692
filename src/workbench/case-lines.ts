// Golden cases as JSON lines: those that another program computed, one case a line. The first line is the head of the
// file (origin, source, always); each line after it is a case. They are read as YAML files of cases are. A line may be
// `like` an earlier one: it expects the same, but for what it says itself.
import type { Report } from "../engine/language/findings.js";
import { Position } from "../engine/language/locations.js";
import {
  entriesOf,
  isYamlMap,
  locator,
  recordPosition,
  type Yaml,
  type YamlMap,
} from "../engine/read/yaml.js";
import { findFault } from "../json/fault.js";

export function isJsonLines(name: string): boolean {
  return name.endsWith(".jsonl");
}

/** Reads one file; problems go to the report and the result is undefined. */
export function readJsonLines(file: string, text: string, report: Report): YamlMap | undefined {
  const at = locator(file, text);
  const maps: YamlMap[] = [];
  const expected = new Map<Yaml | undefined, Yaml | undefined>();
  let start = 0;
  for (const line of text.trimEnd().split("\n")) {
    const read = parsed(line);
    if (!isYamlMap(read)) {
      const fault = findFault(line);
      const message = fault === undefined ? "a line must hold one object" : fault.message;
      report.error("cases", at(start + (fault?.offset ?? 0)), `This is not a line of JSON: ${message}.`);
      return undefined;
    }
    const { like, ...map } = read;
    const before = expected.get(like);
    if (isYamlMap(before)) map.expect = changed(before, map.expect ?? {});
    else if (like !== undefined) {
      report.error("cases", at(start), `No earlier line has the name ${JSON.stringify(like)} and a result.`);
      return undefined;
    }
    expected.set(map.name, map.expect);
    maps.push(placed(map, start, at));
    start += line.length + 1;
  }
  const [head, ...cases] = maps;
  return head === undefined ? undefined : placed({ ...head, cases }, 0, at);
}

/** A value with what is changed in it: records field by field, a list by the places of items (`{"3": item}`). */
export function changed(before: Yaml, own: Yaml): Yaml {
  if (!isYamlMap(own)) return own;
  const inner = (value: Yaml | undefined, key: string) => {
    const change = own[key];
    return change === undefined ? (value ?? null) : value === undefined ? change : changed(value, change);
  };
  if (isYamlMap(before)) {
    const keys = new Set([...entriesOf(before), ...entriesOf(own)].map(([key]) => key));
    return Object.fromEntries([...keys].map((key) => [key, inner(before[key], key)]));
  }
  const places = Object.keys(own);
  const isPlace = (key: string) => /^\d+$/.test(key) && Array.isArray(before) && Number(key) < before.length;
  if (!Array.isArray(before) || places.length === 0 || !places.every(isPlace)) return own;
  return before.map((item, at) => inner(item, String(at)));
}

function parsed(line: string): Yaml | undefined {
  try {
    return JSON.parse(line) as Yaml;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same object, with the beginning of its line as the place of all that it holds. */
function placed(map: YamlMap, start: number, at: ReturnType<typeof locator>): YamlMap {
  const keys = new Map(Object.keys(map).map((key) => [key, start]));
  recordPosition(map, new Position(start, at, keys));
  for (const inner of Object.values(map)) if (isYamlMap(inner)) placed(inner, start, at);
  return map;
}

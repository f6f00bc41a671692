// Reads values of mappings with a valid structure. Missing values are empty.
import type { Report } from "../language/findings.js";
import type { Location } from "../language/locations.js";
import { parseUnit } from "../language/units.js";
import { entriesOf, isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

export function mapIn(map: YamlMap, key: string): YamlMap {
  const inner = map[key];
  return isYamlMap(inner) ? inner : {};
}

export function listIn(map: YamlMap, key: string): readonly Yaml[] {
  const inner = map[key];
  return Array.isArray(inner) ? inner : [];
}

/** Returns the mappings of a list. */
export function mapsIn(map: YamlMap, key: string): YamlMap[] {
  return listIn(map, key).filter(isYamlMap);
}

/** Returns the mappings of a mapping, by key. */
export function mapsOf(map: YamlMap): [string, YamlMap][] {
  return entriesOf(map).filter((entry): entry is [string, YamlMap] => isYamlMap(entry[1]));
}

export function entriesIn(map: YamlMap, key: string): [string, Yaml][] {
  return entriesOf(mapIn(map, key));
}

/** Returns the keys with texts. */
export function textsIn<K extends string>(
  map: YamlMap,
  ...keys: readonly K[]
): { readonly [key in K]?: string } {
  const texts = keys.filter((key) => typeof map[key] === "string");
  return Object.fromEntries(texts.map((key) => [key, map[key]])) as { [key in K]?: string };
}

/** Reports an unknown unit. */
export function checkUnit(unit: Yaml | undefined, at: () => Location, report: Report, hint?: string): void {
  if (unit !== undefined && unit !== null && parseUnit(String(unit)) === undefined)
    report.error("unit", at(), `${String(unit)} is not a valid unit.`, hint);
}

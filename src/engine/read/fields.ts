// What stands under the keys of a mapping whose structure is known to be right: a mapping, a list, texts. What is not there
// is empty.
import { entriesOf, isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

export function mapIn(map: YamlMap, key: string): YamlMap {
  const inner = map[key];
  return isYamlMap(inner) ? inner : {};
}

export function listIn(map: YamlMap, key: string): readonly Yaml[] {
  const inner = map[key];
  return Array.isArray(inner) ? inner : [];
}

/** The mappings of a list. */
export function mapsIn(map: YamlMap, key: string): YamlMap[] {
  return listIn(map, key).filter(isYamlMap);
}

export function entriesIn(map: YamlMap, key: string): [string, Yaml][] {
  return entriesOf(mapIn(map, key));
}

/** Those of the keys that hold a text. */
export function textsIn<K extends string>(
  map: YamlMap,
  ...keys: readonly K[]
): { readonly [key in K]?: string } {
  return Object.fromEntries(
    keys.flatMap((key) => (typeof map[key] === "string" ? [[key, map[key]]] : [])),
  ) as {
    [key in K]?: string;
  };
}

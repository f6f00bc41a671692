// The outline of a definition file: sections and their entries.
import { Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import {
  isYamlMap,
  locationOf,
  locationOfKey,
  positionOf,
  readYaml,
  type Yaml,
} from "../engine/read/yaml.js";

export interface OutlineEntry {
  readonly name: string;
  readonly location: Location;
  readonly inner: readonly OutlineEntry[];
}

/** Empty if the file is not valid YAML. */
export function outlineOf(path: string, text: string): OutlineEntry[] {
  const map = readYaml(path, text, new Report());
  if (map === undefined) return [];
  return keysOf(map, (section, inner) => {
    if (!Array.isArray(inner))
      return keysOf(inner, (_, value) => (section === "inputs" ? wordsOf(value) : []));
    return inner.flatMap((item, at) => {
      const name = isYamlMap(item) ? (item.code ?? item.id ?? item.name ?? item.title ?? item.say) : item;
      if (typeof name !== "string" && typeof name !== "number") return [];
      return [{ name: String(name), location: locationOf(inner, at), inner: [] }];
    });
  });
}

function wordsOf(input: Yaml): OutlineEntry[] {
  if (!isYamlMap(input)) return [];
  const { choices } = isYamlMap(input.items) ? input.items : input;
  if (!Array.isArray(choices)) return keysOf(choices ?? null, () => []);
  return choices.flatMap((name, at) =>
    typeof name === "string" ? [{ name, location: locationOf(choices, at), inner: [] }] : [],
  );
}

function keysOf(map: Yaml, inner: (key: string, value: Yaml) => readonly OutlineEntry[]): OutlineEntry[] {
  if (!isYamlMap(map)) return [];
  return [...positionOf(map).keys.keys()].map((name) => ({
    name,
    location: locationOfKey(map, name),
    inner: inner(name, map[name] ?? null),
  }));
}

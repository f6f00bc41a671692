// Flags, assumptions, recommendations and the standard reference of a tool: values under names of their own.
import { LISTS } from "../language/common-fields.js";
import { locationOfKey } from "../language/locations.js";
import type { Citation, ValueDef } from "../language/model.js";
import type { EntryReader } from "./entries.js";
import { listIn } from "./fields.js";
import type { WrittenReader } from "./formulas.js";
import type { Notes } from "./input-notes.js";
import type { ValueReader } from "./values.js";
import { isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

export function readLists(
  map: YamlMap,
  notes: Notes,
  cites: readonly Citation[],
  written: WrittenReader,
  reader: EntryReader,
  values: ValueReader,
): ValueDef[] {
  const named = (key: string, name: string) => ({
    name,
    holder: map,
    location: locationOfKey(map, key),
    cites,
    empirical: false,
    condition: false,
  });
  const list = (key: string, name: string, entries: readonly Yaml[]): ValueDef => ({
    ...named(key, name),
    kind: "collect",
    flags: key === "flags",
    entries: reader.entries(entries, cites, undefined),
  });
  const standard: ValueDef = isYamlMap(map.standard_reference)
    ? { ...values.value(map, "standard_reference", cites), name: LISTS.standard }
    : {
        ...named("standard_reference", LISTS.standard),
        kind: "text",
        template: written.template(map, "standard_reference"),
      };
  return [
    list("flags", LISTS.flags, notes.flags),
    list("assumptions", LISTS.assumptions, notes.assumptions),
    list("recommendations", LISTS.recommendations, listIn(map, "recommendations")),
    standard,
  ];
}

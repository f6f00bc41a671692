// Reads flags, assumptions, recommendations and the standard reference of a tool as internal values.
import { LISTS, type ListField } from "../language/common-fields.js";
import type { Citation, Entry, ValueDef } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import type { EntryReader } from "./entries.js";
import { listIn } from "./fields.js";
import type { WrittenReader } from "./formulas.js";
import type { Notes } from "./input-notes.js";
import type { ValueReader } from "./values.js";
import { isYamlMap, locationOf, locationOfKey, positionOf, type YamlMap } from "./yaml.js";

export function readLists(
  map: YamlMap,
  notes: Notes,
  cites: readonly Citation[],
  written: WrittenReader,
  reader: EntryReader,
  values: ValueReader,
): ValueDef[] {
  const named = (list: ListField, name: string) => ({
    name,
    list,
    at: positionOf(map),
    location: locationOfKey(map, list),
    cites,
    empirical: false,
    condition: false,
  });
  /** An entry `{input: name}` sets the position of an input's note; others follow in input order. */
  const entries = (key: string, notesOfInputs: Notes[keyof Notes], called: string) => {
    const rest = new Map(notesOfInputs);
    const list = listIn(map, key);
    const own = list.flatMap((entry, at): Entry[] => {
      if (!isYamlMap(entry) || typeof entry.input !== "string") return [reader.entry(list, at, cites)];
      rest.delete(entry.input);
      const note = notesOfInputs.get(entry.input);
      if (note !== undefined) return [note];
      const hint = didYouMean(entry.input, notesOfInputs.keys());
      const message = `The input ${entry.input} has no ${called}.`;
      written.report.error("symbol", locationOf(entry, "input"), message, hint);
      return [];
    });
    return { own, rest: [...rest.values()] };
  };
  const list = (key: ListField, name: string, entries: readonly Entry[]): ValueDef => ({
    ...named(key, name),
    kind: "collect",
    flags: key === "flags",
    entries,
  });
  const flags = entries("flags", notes.flags, "applies");
  const assumptions = entries("assumptions", notes.assumptions, "assumption");
  const standard: ValueDef = isYamlMap(map.standard_reference)
    ? {
        ...values.value(map, "standard_reference", cites),
        name: LISTS.standard,
        list: "standard_reference",
      }
    : {
        ...named("standard_reference", LISTS.standard),
        kind: "text",
        template: written.template(map, "standard_reference"),
      };
  return [
    list("flags", LISTS.flags, [...flags.own, ...flags.rest]),
    list("assumptions", LISTS.assumptions, [...assumptions.rest, ...assumptions.own]),
    list("recommendations", LISTS.recommendations, reader.entries(listIn(map, "recommendations"), cites)),
    standard,
  ];
}

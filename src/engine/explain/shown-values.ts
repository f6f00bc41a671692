// Shortens values for explanations, and replaces frames.
import { Frame, type Value } from "../interpret/frames.js";
import type { Evaluation } from "./computed.js";

export function toJson(value: Value | undefined): unknown {
  if (value === undefined) return null;
  if (value instanceof Frame) return value.scope.label;
  if (Array.isArray(value)) return value.map(toJson);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, toJson(field)]));
  return value;
}

/** Returns the cells of a row, without lists. */
export function rowOf(row: object): unknown {
  return Object.fromEntries(Object.entries(row).filter(([, cell]) => !Array.isArray(cell)));
}

/** Returns the item of a list entry, and the single values computed for it. */
export function entryOf(entry: Frame, evaluation: Evaluation): unknown {
  const shown: Record<string, unknown> = {};
  const { item, scope } = entry;
  if (item === null || typeof item !== "object") {
    if (scope.item !== undefined) shown[scope.item.name] = item;
  } else if (!Array.isArray(item) && !(item instanceof Frame)) {
    const [first] = Object.entries(item);
    if (first !== undefined) shown[first[0]] = toJson(first[1]);
  }
  for (const frame of entry.inner === undefined ? [entry] : [entry, entry.inner])
    for (const { name, value } of evaluation.values(frame))
      if (value === null || typeof value !== "object") shown[name] = value;
  return shown;
}

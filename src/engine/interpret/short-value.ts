// Shortens values for display: frames become names, long lists are cut.
import { LIMITS } from "../language/bounds.js";
import { Frame, type Value } from "./frames.js";

export function shortValue(value: Value): unknown {
  if (value instanceof Frame) return `(${value.scope.label})`;
  if (!isList(value)) return value;
  if (value.some((item) => item instanceof Frame)) return `(${value.length} entries)`;
  const shown = value.slice(0, LIMITS.explainedEntries).map(shortValue);
  return value.length > shown.length ? [...shown, `(${value.length - shown.length} more)`] : shown;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

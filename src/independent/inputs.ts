// Inputs as formulas see them: with defaults, every field, and maps in the order of the schema.
import type { InputPlan } from "../engine/language/inputs.js";
import type { Type } from "../engine/language/types.js";
import { type Datum, type NamedData, onScale } from "./frame.js";

export function inputValue(
  { name, type, fallback }: InputPlan,
  sent: Readonly<Record<string, unknown>>,
): Datum {
  const value = (sent[name] ?? fallback ?? null) as Datum;
  if (type.kind !== "map" || type.keys === undefined || value === null) return complete(value, type);
  const map = value as NamedData;
  return Object.fromEntries([...type.keys].filter((key) => key in map).map((key) => [key, map[key] ?? null]));
}

/** Objects of an input with every field, null if it was not sent. */
function complete(value: Datum, type: Type): Datum {
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => complete(item, type.item));
  if (type.kind !== "record" || value === null)
    return onScale(value, type.kind === "scale" ? type.scale.words : undefined);
  const names = [...(type.shapes[0]?.names() ?? [])];
  return Object.fromEntries(names.map((name) => [name, (value as NamedData)[name] ?? null]));
}

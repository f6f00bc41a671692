// Inputs as formulas see them: complete, and in the order of the schema.
import type { Type } from "../language/types.js";
import type { ReferenceValue } from "./frame.js";

/** Objects and lists of an input with every optional field there: null where it was not sent. */
export function complete(value: ReferenceValue, type: Type): ReferenceValue {
  if (value === null) return null;
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => complete(item, type.item));
  if (type.kind !== "record") return value;
  const given = value as Record<string, ReferenceValue>;
  const [shape] = type.shapes;
  return Object.fromEntries([...(shape?.names() ?? [])].map((name) => [name, given[name] ?? null]));
}

/** Keys of a map in the order of the schema, so that the caller's order cannot matter. */
export function inOrder(map: ReferenceValue, keys: ReadonlySet<string>): ReferenceValue {
  const given = map as Record<string, ReferenceValue>;
  return Object.fromEntries(
    [...keys].flatMap((key) => (key in given ? [[key, given[key] ?? null] as const] : [])),
  );
}

// Inputs as formulas see them: complete, and in the order of the schema.
import type { InputPlan } from "../language/inputs.js";
import type { Type } from "../language/types.js";
import { identify, type ReferenceValue } from "./frame.js";

/** What the caller sent, less what only repeats a default: that counts as left out. */
export function sentBeside(
  input: Readonly<Record<string, unknown>>,
  plans: ReadonlyMap<string, InputPlan>,
): Readonly<Record<string, unknown>> {
  const repeats = ([name, value]: [string, unknown]): boolean => {
    const plan = plans.get(name);
    return (
      plan?.required === false &&
      !plan.assumed &&
      plan.fallback !== undefined &&
      canonical(value) === canonical(plan.fallback)
    );
  };
  return Object.fromEntries(Object.entries(input).filter((entry) => !repeats(entry)));
}

/** The same text for what is the same, whatever the order of its fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, of) =>
    of?.constructor === Object ? Object.fromEntries(Object.entries(of).sort()) : of,
  );
}

/** Objects and lists of an input with every optional field there: null where it was not sent. */
export function complete(value: ReferenceValue, type: Type): ReferenceValue {
  if (value === null) return null;
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => complete(item, type.item));
  if (type.kind !== "record") return value;
  const given = value as Record<string, ReferenceValue>;
  const [shape] = type.shapes;
  return Object.fromEntries([...(shape?.names() ?? [])].map((name) => [name, given[name] ?? null]));
}

/** The records and lists of an input are known by their place in it. */
export function identifyAll(value: ReferenceValue, id: string): void {
  if (value === null || typeof value !== "object") return;
  identify(value, id);
  for (const [key, inner] of Object.entries(value))
    identifyAll(inner as ReferenceValue, Array.isArray(value) ? `${id}[${key}]` : `${id}.${key}`);
}

/** Keys of a map in the order of the schema, so that the caller's order cannot matter. */
export function inOrder(map: ReferenceValue, keys: ReadonlySet<string>): ReferenceValue {
  const given = map as Record<string, ReferenceValue>;
  return Object.fromEntries(
    [...keys].flatMap((key) => (key in given ? [[key, given[key] ?? null] as const] : [])),
  );
}

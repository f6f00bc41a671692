// Resolves dotted paths in inputs, results and input schemas.
import { isRecord } from "../../json/objects.js";
import { type JsonSchema, schemaOf } from "../../wording/field-words.js";

export type Input = Readonly<Record<string, unknown>>;
/** A path to one value: field names and list indexes. */
export type Steps = readonly (string | number)[];

/** Returns the paths to every matching value: each list item, and each entry of a map at the end. */
export function stepsTo(value: unknown, path: readonly string[], at: Steps = []): Steps[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => stepsTo(item, path, [...at, index]));
  const [name, ...rest] = path;
  if (name === undefined)
    return isRecord(value)
      ? Object.keys(value).flatMap((key) => stepsTo(value[key], [], [...at, key]))
      : [at];
  return isRecord(value) && name in value ? stepsTo(value[name], rest, [...at, name]) : [];
}

/** Returns the matching values in the same order. */
export function valuesAt(value: unknown, path: readonly string[], at = 0): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path, at));
  const name = path[at];
  if (name === undefined)
    return isRecord(value) ? Object.values(value).flatMap((inner) => valuesAt(inner, path, at)) : [value];
  return isRecord(value) && name in value ? valuesAt(value[name], path, at + 1) : [];
}

export function valueAt(value: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[step] : undefined,
    value,
  );
}

/** Returns a copy with another value at a path. */
export function withValue<T>(value: T, steps: Steps, put: unknown): T {
  const [step, ...rest] = steps;
  if (step === undefined) return put as T;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? withValue(item, rest, put) : item)) as T;
  const fields: Record<string | number, unknown> = isRecord(value) ? value : {};
  return { ...fields, [step]: withValue(fields[step], rest, put) } as T;
}

/** Returns the schema of the value at a path. */
export function schemaAt(schema: JsonSchema, steps: Steps): JsonSchema {
  return steps.reduce<JsonSchema>((inner, step) => schemaOf(inner, step) ?? {}, schema);
}

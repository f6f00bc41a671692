// Positions inside inputs and results: what a path with dots leads to in a value, and in the JSON Schema of an input.
import { isRecord } from "../../json/objects.js";
import { type JsonSchema, schemaOf } from "../../wording/field-words.js";

export type Input = Readonly<Record<string, unknown>>;
/** The way to one value: names of fields, and positions in lists. */
export type Steps = readonly (string | number)[];

/** Every value that a path leads to: each item of a list, each entry of a map at its end. */
export function stepsTo(value: unknown, path: readonly string[], at: Steps = []): Steps[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => stepsTo(item, path, [...at, index]));
  const [name, ...rest] = path;
  if (name === undefined)
    return isRecord(value)
      ? Object.keys(value).flatMap((key) => stepsTo(value[key], [], [...at, key]))
      : [at];
  return isRecord(value) && name in value ? stepsTo(value[name], rest, [...at, name]) : [];
}

/** All that a path leads to, in the same order. */
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

/** The same value with another one at the end of the way. */
export function withValue<T>(value: T, steps: Steps, put: unknown): T {
  const [step, ...rest] = steps;
  if (step === undefined) return put as T;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? withValue(item, rest, put) : item)) as T;
  const fields: Record<string | number, unknown> = isRecord(value) ? value : {};
  return { ...fields, [step]: withValue(fields[step], rest, put) } as T;
}

/** What the schema of the input says of the value at the end of a way. */
export function schemaAt(schema: JsonSchema, steps: Steps): JsonSchema {
  return steps.reduce<JsonSchema>((inner, step) => schemaOf(inner, step) ?? {}, schema);
}

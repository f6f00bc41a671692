// fast-check arbitraries for the inputs of a tool, from its JSON Schema. Drawing depends only on the seed, and
// failing inputs shrink number by number and field by field.
import {
  Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  dictionary,
  infiniteStream,
  integer,
  oneof,
  option,
  type Random,
  record,
  Stream,
  sample,
  string,
  stringMatching,
  tuple,
  uniqueArray,
  type Value,
} from "fast-check";
import { type JsonSchema, propertiesOf } from "../wording/field-words.js";
import { NumberArbitrary } from "./number-arbitrary.js";
import type { Input } from "./promises/paths.js";

/** Rounds of drawing if few inputs are valid. */
const ROUNDS = 20;
const LONGEST = 1000;
const DAY_MS = 86_400_000;

export interface RandomInputOptions {
  readonly schema: JsonSchema;
  readonly valid: (input: unknown) => boolean;
  readonly count: number;
  readonly seed: string;
  /** Realistic inputs, which supply words and turning points. */
  readonly examples?: readonly Input[];
}

/** Returns up to `count` valid inputs: half drawn freely, half examples with a few inputs redrawn. */
export function randomInputs({ schema, valid, count, seed, examples = [] }: RandomInputOptions): Input[] {
  const drawn = [inputArbitrary(schema, examples), ...nearArbitraries(schema, examples)];
  const inputs: Input[] = [];
  for (let round = 0; round < ROUNDS && inputs.length < count; round++)
    for (const input of sample(oneof(...drawn), { seed: seedOf(`${seed} ${round}`), numRuns: count }))
      if (inputs.length < count && valid(input)) inputs.push(input);
  return inputs;
}

/** Returns a generator of numbers from 0 up to, but excluding, 1. */
export function randomNumbers(seed: string): () => number {
  const range = 2 ** 30;
  const draw = infiniteStream(integer({ min: 0, max: range - 1 }));
  const [numbers] = sample(draw, { seed: seedOf(seed), numRuns: 1, unbiased: true });
  return () => Number(numbers?.next().value) / range;
}

/** Draws any input that the schema allows, field by field. */
export function inputArbitrary(schema: JsonSchema, examples: readonly Input[] = []): Arbitrary<Input> {
  const names = Object.keys(propertiesOf(schema));
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  return record(fieldArbitraries(schema, examples), { noNullPrototype: true }).map(sent, (input) => {
    const unknown = Object.keys(input as Input).find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Error(`${unknown} is no input`);
    return { ...none, ...(input as Input) };
  });
}

/** Draws values of a schema. Shrinks any value, also values that it would not draw. */
export function valueArbitrary(schema: JsonSchema): Arbitrary<unknown> {
  return new FromAnyValue(drawnBy(schema));
}

/** Undefined means omitted. */
function fieldArbitraries(
  schema: JsonSchema,
  examples: readonly Input[],
): Record<string, Arbitrary<unknown>> {
  const required = new Set((schema.required ?? []) as readonly string[]);
  return Object.fromEntries(
    Object.entries(propertiesOf(schema)).map(([name, field]) => {
      const value = likeExamples(
        field,
        examples.flatMap((each) => (name in each ? [each[name]] : [])),
      );
      return [name, required.has(name) ? value : option(value, { nil: undefined, freq: 3 })];
    }),
  );
}

/** Mixes in values of examples, mostly for free text. */
function likeExamples(schema: JsonSchema, known: readonly unknown[]): Arbitrary<unknown> {
  const value = valueArbitrary(schema);
  if (known.length === 0) return value;
  const isFree = (schema.type === "string" || schema.type === "array") && schema.enum === undefined;
  return oneof(
    { arbitrary: constantFrom(...known), weight: isFree ? 7 : 2 },
    { arbitrary: value, weight: isFree ? 3 : 8 },
  );
}

/** Draws examples with one to three inputs redrawn. */
function nearArbitraries(schema: JsonSchema, examples: readonly Input[]): Arbitrary<Input>[] {
  const fields = fieldArbitraries(schema, examples);
  const names = Object.keys(fields);
  if (examples.length === 0 || names.length === 0) return [];
  const start = tuple(
    constantFrom(...examples),
    uniqueArray(constantFrom(...names), { minLength: 1, maxLength: Math.min(3, names.length) }),
  );
  return [
    start.chain(([example, changed]) =>
      record(Object.fromEntries(changed.map((name) => [name, fields[name] as Arbitrary<unknown>]))).map(
        (values) => sent({ ...example, ...values }),
      ),
    ),
  ];
}

function sent(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function drawnBy(schema: JsonSchema): Arbitrary<unknown> {
  const branches = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (branches !== undefined)
    return oneof(
      ...branches.map((branch) => drawnBy({ ...schema, anyOf: undefined, oneOf: undefined, ...branch })),
    );
  if ("const" in schema) return constant(schema.const);
  if (Array.isArray(schema.enum)) return constantFrom(...(schema.enum as unknown[]));
  if (Array.isArray(schema.type)) return oneof(...schema.type.map((type) => drawnBy({ ...schema, type })));
  switch (schema.type) {
    case "integer":
    case "number":
      return new NumberArbitrary(schema);
    case "boolean":
      return boolean();
    case "null":
      return constant(null);
    case "array":
      return lists(schema);
    case "object":
      return schema.properties === undefined ? maps(schema) : inputArbitrary(schema);
    default:
      return texts(schema);
  }
}

function lists({ items, minItems, maxItems, uniqueItems }: JsonSchema): Arbitrary<unknown[]> {
  const item = valueArbitrary((items ?? {}) as JsonSchema);
  const maxLength = Number(maxItems ?? LONGEST);
  const words = (items as JsonSchema | undefined)?.enum;
  const different = Array.isArray(words) && uniqueItems === true ? words.length : maxLength;
  const bounds = { minLength: Math.min(Number(minItems ?? 0), different), maxLength };
  return uniqueItems === true
    ? uniqueArray(item, { ...bounds, selector: (each) => JSON.stringify(each) })
    : array(item, bounds);
}

function maps({ propertyNames, additionalProperties, minProperties }: JsonSchema): Arbitrary<unknown> {
  const names = (propertyNames as { enum?: string[] } | undefined)?.enum ?? ["a", "b"];
  const item = typeof additionalProperties === "object" ? (additionalProperties as JsonSchema) : {};
  return dictionary(constantFrom(...names), valueArbitrary(item), {
    minKeys: Math.min(Number(minProperties ?? 0), names.length),
    maxKeys: names.length,
    noNullPrototype: true,
  });
}

const dayOf = (text: unknown) => Date.parse(String(text)) / DAY_MS;
const [FIRST_DAY, LAST_DAY] = [dayOf("2000-01-01"), dayOf("2040-12-31")];
/** Days from which a date with one bound outside of the usual range is drawn. */
const SPAN = 1000;

function days({ formatMinimum: first, formatMaximum: last }: JsonSchema): Arbitrary<string> {
  const min = first === undefined ? Math.min(FIRST_DAY, dayOf(last ?? "2040-12-31") - SPAN) : dayOf(first);
  const max = last === undefined ? Math.max(LAST_DAY, min + SPAN) : dayOf(last);
  return integer({ min, max }).map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10), dayOf);
}

function texts(schema: JsonSchema): Arbitrary<string> {
  if (schema.format === "date") return days(schema);
  if (typeof schema.pattern === "string") return matching(schema.pattern);
  const minLength = Number(schema.minLength ?? 0);
  return string({ minLength, maxLength: Math.max(minLength, Number(schema.maxLength ?? LONGEST)) });
}

/** fast-check cannot generate some patterns; only examples supply their texts. */
function matching(pattern: string): Arbitrary<string> {
  try {
    return stringMatching(new RegExp(pattern, "u"));
  } catch {
    return constant("");
  }
}

/** fast-check shrinks only values that it drew. Others, such as those of golden cases, stay unchanged. */
class FromAnyValue<T> extends Arbitrary<T> {
  constructor(private readonly inner: Arbitrary<T>) {
    super();
  }

  generate(random: Random, bias: number | undefined): Value<T> {
    return this.inner.generate(random, bias);
  }

  canShrinkWithoutContext(_value: unknown): _value is T {
    return true;
  }

  shrink(value: T, context: unknown): Stream<Value<T>> {
    const isKnown = context !== undefined || this.inner.canShrinkWithoutContext(value);
    return isKnown ? this.inner.shrink(value, context) : Stream.nil();
  }
}

/** Hashes a text to a numeric seed (FNV-1a). */
function seedOf(text: string): number {
  let seed = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193);
  return seed | 0;
}

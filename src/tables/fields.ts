// The inputs of a tool as a line or a table gives them: single fields, and those inside an object by dotted names.
import type { FormHints } from "../engine/language/inputs.js";

/** The part of a tool that has its inputs. A page has it without the compiled tool. */
export interface HasInputs {
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly formHints?: FormHints;
}

export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly unit?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly choices?: Readonly<
    Record<string, string | { readonly title: string; readonly description: string }>
  >;
  readonly default?: unknown;
  readonly assumed?: unknown;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  /** Other words for the field, and for its choices. */
  readonly also?: readonly string[];
  readonly words?: Readonly<Record<string, readonly string[]>>;
  /** Inputs whose sum it is. */
  readonly sumOf?: readonly string[];
}

export interface Field {
  /** `input`, or `input.name` inside an object. */
  readonly name: string;
  readonly input: string;
  readonly inner: string | undefined;
  readonly schema: FieldSchema;
  readonly required: boolean;
}

/** The same by their dotted names, as columns of a table name them. */
export function fieldsByName(tool: HasInputs): ReadonlyMap<string, Field> {
  return new Map(fieldsOf(tool).map((field) => [field.name, field]));
}

/** Every input, each followed by the fields inside it. */
export function fieldsOf(tool: HasInputs): Field[] {
  const { formHints = {} } = tool;
  const worded = (name: string, schema: FieldSchema): FieldSchema => {
    const { also, words, sumOf } = formHints[name] ?? {};
    const more = {
      ...(also === undefined ? {} : { also }),
      ...(words === undefined ? {} : { words }),
      ...(sumOf === undefined ? {} : { sumOf }),
    };
    if (schema.items === undefined) return { ...schema, ...more };
    return { ...schema, ...more, items: { ...schema.items, ...more } };
  };
  const { properties = {}, required = [] } = tool.inputSchema as {
    properties?: Readonly<Record<string, FieldSchema>>;
    required?: readonly string[];
  };
  return Object.entries(properties).flatMap(([input, schema]) => [
    {
      name: input,
      input,
      inner: undefined,
      schema: worded(input, schema),
      required: required.includes(input),
    },
    ...Object.entries(schema.properties ?? {}).map(([inner, each]) => ({
      name: `${input}.${inner}`,
      input,
      inner,
      schema: worded(inner, each),
      required: false,
    })),
  ]);
}

/** Puts a value where its field belongs. */
export function place(input: Record<string, unknown>, { input: name, inner }: Field, value: unknown): void {
  if (inner === undefined) {
    input[name] = value;
    return;
  }
  const known = input[name];
  if (typeof known === "object" && known !== null) (known as Record<string, unknown>)[inner] = value;
  else input[name] = { [inner]: value };
}

/** Returns the input with sums whose parts are all given; a sum that the sender gives stays. */
export function withSums<Input extends Readonly<Record<string, unknown>>>(
  input: Input,
  hints: FormHints,
): Input {
  const sums = Object.entries(hints).flatMap(([name, { sumOf = [] }]) => {
    const parts = sumOf.map((part) => input[part]).filter((value) => typeof value === "number");
    if (sumOf.length === 0 || parts.length < sumOf.length || input[name] !== undefined) return [];
    // Binary fractions would leave further digits.
    return [[name, Number(parts.reduce((sum, each) => sum + each, 0).toPrecision(12))] as const];
  });
  return sums.length === 0 ? input : { ...input, ...Object.fromEntries(sums) };
}

// The inputs of a tool as a line or a table gives them: single fields, those inside an object by dotted names, and what a
// text means as the value of one.
import type { RuntimeTool } from "../engine/run/tool.js";

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
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
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
export function fieldsByName(tool: RuntimeTool): ReadonlyMap<string, Field> {
  return new Map(fieldsOf(tool).map((field) => [field.name, field]));
}

/** Every input, each followed by the fields inside it. */
export function fieldsOf(tool: RuntimeTool): Field[] {
  const { properties = {}, required = [] } = tool.inputSchema as {
    properties?: Readonly<Record<string, FieldSchema>>;
    required?: readonly string[];
  };
  return Object.entries(properties).flatMap(([input, schema]) => [
    { name: input, input, inner: undefined, schema, required: required.includes(input) },
    ...Object.entries(schema.properties ?? {}).map(([inner, each]) => ({
      name: `${input}.${inner}`,
      input,
      inner,
      schema: each,
      required: false,
    })),
  ]);
}

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/** The value that a text stands for; one that cannot be read stays a text, which the tool then refuses by name. */
export function readerOf(schema: FieldSchema): (text: string) => unknown {
  switch (schema.type) {
    case "number":
    case "integer":
      return numberOf;
    case "boolean":
      return (text) => YES_NO.get(text) ?? YES_NO.get(text.trim().toLowerCase()) ?? text;
    case "array": {
      const item = readerOf(schema.items ?? {});
      return (text) => {
        if (text.trimStart().startsWith("[")) return jsonOr(text);
        return text
          .split(/[,;|]/)
          .map((each) => each.trim())
          .filter((each) => each !== "")
          .map(item);
      };
    }
    case "object":
      return jsonOr;
    default:
      return (text) => text;
  }
}

function numberOf(text: string): unknown {
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== "" ? number : text;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
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

// Converts inputs between JSON, the texts of an address, and form values.
import { isRecord, jsonOr } from "../json/objects.js";
import { choiceOf, type JsonSchema, propertiesOf } from "../wording/field-words.js";

export type FormInput = Readonly<Record<string, unknown>>;
type Pairs = readonly (readonly [name: string, text: string])[];

export function typesOf(schema: JsonSchema | undefined): readonly string[] {
  const { type } = schema ?? {};
  if (Array.isArray(type)) return type.map(String);
  return typeof type === "string" ? [type] : [];
}

/** Converts a text to the type of its field. Unconvertible text stays text, so that validation reports it. */
export function meaningOf(text: string, schema: JsonSchema | undefined): unknown {
  const types = typesOf(schema);
  if (types.includes("number") || types.includes("integer")) return numberOf(text) ?? text;
  if (types.includes("boolean")) return text === "true" ? true : text === "false" ? false : text;
  if (types.includes("array")) return text === "" ? [] : text.split(",");
  if (types.includes("object")) return jsonOr(text);
  return text;
}

/** Parses numbers with spaces, thousands separators or a decimal comma. */
export function numberOf(text: string): number | undefined {
  const bare = text.replace(/[\s\u202f\u00a0']/g, "");
  const plain = /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(bare)
    ? bare.replaceAll(",", "")
    : /^[-+]?[1-9]\d{0,2}(\.\d{3})+,\d*$/.test(bare)
      ? bare.replaceAll(".", "").replace(",", ".")
      : bare.replace(",", ".");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** Returns the input in an address. Fields of objects are written `name.field`. */
export function readInput(pairs: Pairs, schema: unknown): FormInput {
  const properties = propertiesOf(schema);
  const input: Record<string, unknown> = {};
  for (const [path, text] of pairs) {
    const [name = "", ...inner] = path.split(".");
    const own = properties[name];
    if (inner.length === 0 || !typesOf(own).includes("object")) {
      input[path] = meaningOf(text, properties[path]);
      continue;
    }
    const field = inner.join(".");
    const before = isRecord(input[name]) ? input[name] : {};
    input[name] = { ...before, [field]: meaningOf(text, propertiesOf(own)[field]) };
  }
  return input;
}

export function writeInput(input: FormInput): [name: string, text: string][] {
  return Object.entries(input).flatMap(([name, value]): [string, string][] => {
    if (!isRecord(value)) return [[name, textOf(value)]];
    const fields = Object.entries(value);
    return fields.length === 0
      ? [[name, "{}"]]
      : fields.map(([field, inner]) => [`${name}.${field}`, textOf(inner)]);
  });
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Sets or removes one value. */
export function withValue(input: FormInput, name: string, value: unknown): FormInput {
  if (value !== undefined) return { ...input, [name]: value };
  const { [name]: _, ...rest } = input;
  return rest;
}

/** Returns the title of a choice. */
export function pickTitle(schema: JsonSchema | undefined, value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return choiceOf(schema, value)?.title ?? String(value);
}

/** Returns the allowed values, or undefined. */
export function choicesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum.filter((each) => each !== null);
  return typesOf(schema).includes("boolean") ? [true, false] : undefined;
}

/** Returns the default, if it is a constant. */
export function assumedOf(schema: JsonSchema): unknown {
  return schema.assumed;
}

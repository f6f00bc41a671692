// Converts JSON Schemas of inputs and results to TypeScript types with comments.
import { isRecord } from "../json/objects.js";

type Schema = Readonly<Record<string, unknown>>;

/** Returns the type of a schema. Other restrictions are checked when the tool runs. */
export function typeOf(schema: unknown, indent = ""): string {
  if (!isRecord(schema)) return "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  const [nulls, words] = split(schema.enum);
  if (words.length > 0) return [...words.map((word) => JSON.stringify(word)), ...nulls].join(" | ");
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either)) return unique(either.map((each) => typeOf(each, indent)));
  const types = schema.type === undefined ? [] : [schema.type].flat().map(String);
  return types.length === 0 ? "unknown" : unique(types.map((type) => ofType(type, schema, indent)));
}

function ofType(type: string, schema: Schema, indent: string): string {
  if (type === "integer" || type === "number") return "number";
  if (type === "object") return objectOf(schema, indent);
  if (type !== "array") return type;
  const item = typeOf(schema.items, indent);
  return `readonly ${/[|&]/.test(item) && !item.endsWith("}") ? `(${item})` : item}[]`;
}

function objectOf(schema: Schema, indent: string): string {
  const { properties, required, additionalProperties } = schema;
  if (!isRecord(properties)) return `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`;
  const needed = new Set(Array.isArray(required) ? required : []);
  const inner = `${indent}  `;
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    ...commentOf(field, inner),
    `${inner}readonly ${key(name)}${needed.has(name) ? "" : "?"}: ${typeOf(field, inner)};`,
  ]);
  return ["{", ...fields, `${indent}}`].join("\n");
}

/** Returns title, unit and description on one line. */
function commentOf(field: unknown, indent: string): string[] {
  if (!isRecord(field)) return [];
  const { title, unit, description } = field;
  const head = [title, unit === undefined || unit === "1" ? undefined : `in ${unit}`]
    .filter(Boolean)
    .join(", ");
  const text = [head, description].filter(Boolean).join(": ");
  return text === "" ? [] : [`${indent}/** ${text.replaceAll("*/", "* /").replaceAll(/\s+/g, " ")} */`];
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function split(words: unknown): [nulls: string[], words: unknown[]] {
  const all = Array.isArray(words) ? words : [];
  return [all.includes(null) ? ["null"] : [], all.filter((word) => word !== null)];
}

function unique(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

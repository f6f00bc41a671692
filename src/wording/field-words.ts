// Titles, units, symbols, descriptions and choices of fields, from a tool's schemas. Used by pages, command line,
// MCP, tables and explorer.
import { unitOfName } from "../engine/language/unit-names.js";
import { type Choice, choiceTitle } from "../engine/language/words.js";
import { isRecord } from "../json/objects.js";
import { capital, plainWords } from "./plain-names.js";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface FieldWords {
  /** The title, or the name as words. */
  readonly title: string;
  /** In the notation of definitions; undefined for pure numbers. */
  readonly unit: string | undefined;
  readonly symbol: string | undefined;
  /** Empty if it is missing. */
  readonly description: string;
}

export interface FieldAt extends FieldWords {
  /** Empty if there is no such field. */
  readonly schema: JsonSchema;
  /** Titles along the path, outermost first. */
  readonly titles: readonly string[];
}

/** Returns the field at a path such as `loads.permanent` or `rows[].width`; `*` is any key of a map. */
export function fieldAt(schema: unknown, path: string): FieldAt {
  const titles: string[] = [];
  let name = "";
  let inner: unknown = schema;
  for (const step of path.replaceAll("[]", ".[]").split(".")) {
    inner = schemaOf(inner, step);
    if (step === "[]" || step === "*") continue;
    name = step;
    titles.push(fieldWords(inner, name).title);
  }
  return { ...fieldWords(inner, name), schema: isRecord(inner) ? inner : {}, titles };
}

export function fieldWords(schema: unknown, name: string): FieldWords {
  const text = (key: string) => {
    const found = isRecord(schema) ? schema[key] : undefined;
    return typeof found === "string" ? found : undefined;
  };
  const [type] = isRecord(schema) ? [schema.type ?? "number"].flat() : ["number"];
  // Texts and booleans have no unit, whatever their name ends with.
  const unit = text("unit") ?? (type === "string" || type === "boolean" ? undefined : unitOfName(name));
  return {
    title: text("title") ?? capital(plainWords(name)),
    unit: unit === "1" ? undefined : unit,
    symbol: text("symbol"),
    // The condition of use is part of the description.
    description: [text("description"), text("x-applies")].filter((part) => part !== undefined).join(" "),
  };
}

const BOUNDS = [
  ["minimum", "at least"],
  ["exclusiveMinimum", "more than"],
  ["maximum", "at most"],
  ["exclusiveMaximum", "less than"],
  ["formatMinimum", "not before"],
  ["formatMaximum", "not after"],
] as const;

/** Returns the bounds of a number or date in words. */
export function boundsOf(schema: unknown, shown: (bound: number) => string = String): string[] {
  if (!isRecord(schema)) return [];
  return BOUNDS.flatMap(([key, words]) => {
    const bound = schema[key];
    if (bound === undefined) return [];
    return [`${words} ${typeof bound === "number" ? shown(bound) : String(bound)}`];
  });
}

/** Returns the schema of a field, item or entry. An index or `[]` is any item, `*` any key. */
export function schemaOf(schema: unknown, step: string | number): JsonSchema | undefined {
  if (!isRecord(schema)) return undefined;
  if (isRecord(schema.items))
    return typeof step === "number" || step === "[]" ? schema.items : schemaOf(schema.items, step);
  const own = isRecord(schema.properties) ? schema.properties[step] : undefined;
  if (isRecord(own)) return own;
  if (!isRecord(schema.additionalProperties)) return undefined;
  // An entry of a keyed object has the title of its key.
  const title = worded(step, schema);
  return title === step ? schema.additionalProperties : { ...schema.additionalProperties, title };
}

/** Returns the fields of an object's schema by name. */
export function propertiesOf(schema: unknown): Readonly<Record<string, JsonSchema>> {
  return isRecord(schema) && isRecord(schema.properties)
    ? (schema.properties as Record<string, JsonSchema>)
    : {};
}

/** Returns the title of a word from its field's choices; other values unchanged. */
export function worded(value: unknown, schema: unknown): unknown {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (!isRecord(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => worded(item, schema.items));
  return typeof value === "string" ? (choiceOf(schema, value)?.title ?? value) : value;
}

/** Returns title and description of a word. */
export function choiceOf(schema: unknown, word: unknown): Choice | undefined {
  const choice = isRecord(schema) && isRecord(schema.choices) ? schema.choices[String(word)] : undefined;
  const title = choiceTitle(choice);
  if (title === undefined) return undefined;
  return isRecord(choice) && typeof choice.description === "string"
    ? { title, description: choice.description }
    : { title };
}

/** Returns a word's title with its description; empty if it has no title. */
export function choiceText(schema: unknown, word: string): string {
  const { title = "", description } = choiceOf(schema, word) ?? {};
  return description === undefined ? title : `${title}: ${description}`;
}

// What people call a field of an input or a result: its title, unit, symbol and meaning, and the words for its values, by the
// schemas that a tool serves. Pages, the command line, MCP, tables and the explorer all ask here.
import { unitOfName } from "../engine/language/unit-names.js";
import { type Choice, choiceTitle } from "../engine/language/words.js";
import { isRecord } from "../json/objects.js";
import { capital, plainWords } from "./plain-names.js";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface FieldWords {
  /** Its title, or its name in words. */
  readonly title: string;
  /** As definitions write it; undefined for a plain number. */
  readonly unit: string | undefined;
  readonly symbol: string | undefined;
  /** What it means; empty where nobody says. */
  readonly description: string;
}

export interface FieldAt extends FieldWords {
  /** Empty where there is no such field. */
  readonly schema: JsonSchema;
  /** Titles of the fields on the way, the outermost first. */
  readonly titles: readonly string[];
}

/** The field at a path such as `loads.permanent` or `rows[].width`; `*` is any key of a map. */
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

/** What the field of this name and schema is called. */
export function fieldWords(schema: unknown, name: string): FieldWords {
  const text = (key: string) => {
    const found = isRecord(schema) ? schema[key] : undefined;
    return typeof found === "string" ? found : undefined;
  };
  const [type] = isRecord(schema) ? [schema.type ?? "number"].flat() : ["number"];
  // A text or a truth has no unit, whatever its name ends in.
  const unit = text("unit") ?? (type === "string" || type === "boolean" ? undefined : unitOfName(name));
  return {
    title: text("title") ?? capital(plainWords(name)),
    unit: unit === "1" ? undefined : unit,
    symbol: text("symbol"),
    // Where the input matters is part of what it is.
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

/** The schema of a field inside that of an object or a list; a position or `[]` is any item, `*` any key. */
export function schemaOf(schema: unknown, step: string | number): JsonSchema | undefined {
  if (!isRecord(schema)) return undefined;
  if (isRecord(schema.items))
    return typeof step === "number" || step === "[]" ? schema.items : schemaOf(schema.items, step);
  const own = isRecord(schema.properties) ? schema.properties[step] : undefined;
  if (isRecord(own)) return own;
  if (!isRecord(schema.additionalProperties)) return undefined;
  // The entry of an object by key is called as its key is.
  const title = worded(step, schema);
  return title === step ? schema.additionalProperties : { ...schema.additionalProperties, title };
}

/** The fields of an object's schema by their names. */
export function propertiesOf(schema: unknown): Readonly<Record<string, JsonSchema>> {
  return isRecord(schema) && isRecord(schema.properties)
    ? (schema.properties as Record<string, JsonSchema>)
    : {};
}

/** A word as people say it, by the choices of its field; any other value as it is. */
export function worded(value: unknown, schema: unknown): unknown {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (!isRecord(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => worded(item, schema.items));
  return typeof value === "string" ? (choiceOf(schema, value)?.title ?? value) : value;
}

/** A word's title and what it means, by the choices of its field. */
export function choiceOf(schema: unknown, word: unknown): Choice | undefined {
  const choice = isRecord(schema) && isRecord(schema.choices) ? schema.choices[String(word)] : undefined;
  const title = choiceTitle(choice);
  if (title === undefined) return undefined;
  return isRecord(choice) && typeof choice.description === "string"
    ? { title, description: choice.description }
    : { title };
}

/** What a word is called, with what it means where that is said; empty where it has no title. */
export function choiceText(schema: unknown, word: string): string {
  const { title = "", description } = choiceOf(schema, word) ?? {};
  return description === undefined ? title : `${title}: ${description}`;
}

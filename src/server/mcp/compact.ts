// The schema of an input as short as it can be said: its type and words, and in one line its title, bounds, unit and default.
import { isRecord } from "../../json/objects.js";

type Schema = Readonly<Record<string, unknown>>;

/** Keys that are said as they are. */
const KEPT = ["type", "enum", "format"];
/** Letters of a description that are worth their place; longer ones are for who asks for the whole schema. */
const LONGEST_SENTENCE = 40;
const MOST_CODES = 8;
const FAR = 1e6;

export function compactInput({ required, properties }: Schema): Schema {
  return {
    type: "object",
    properties: fieldsIn(properties, required),
    ...(Array.isArray(required) && required.length > 0 ? { required } : {}),
  };
}

function fieldsIn(properties: unknown, required: unknown): Schema {
  const needed = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(isRecord(properties) ? properties : {}).map(([name, inner]) => [
      name,
      compactField(isRecord(inner) ? inner : {}, name, needed.includes(name)),
    ]),
  );
}

function compactField(schema: Schema, name: string, needed: boolean): Schema {
  const description = inWords(schema, name, needed);
  const { items, properties } = schema;
  return {
    ...Object.fromEntries(KEPT.flatMap((key) => (key in schema ? [[key, schema[key]]] : []))),
    ...(isRecord(items) ? { items: compactField(items, name, false) } : {}),
    ...(isRecord(properties) ? fieldsOf(properties, schema) : {}),
    ...(description === "" ? {} : { description }),
  };
}

/** Fields that all take the same are told by their names. */
function fieldsOf(properties: Schema, { required }: Schema): Schema {
  const fields = Object.values(properties).filter(isRecord);
  const [first, ...others] = fields.map(({ type, enum: words, ...more }) =>
    JSON.stringify({ type, enum: words, description: measure(more) || undefined }),
  );
  if (others.length > 1 && first !== undefined && others.every((each) => each === first))
    return { propertyNames: { enum: Object.keys(properties) }, additionalProperties: JSON.parse(first) };
  return {
    properties: fieldsIn(properties, required),
    ...(Array.isArray(required) ? { required } : {}),
  };
}

function inWords(schema: Schema, name: string, needed: boolean): string {
  const { title, assumed, description, choices } = schema;
  const named = typeof title !== "string" || tells(title, name);
  // Where the name says what the title says, who must give it is told more.
  const first = typeof description === "string" ? (/^.*?[.;:?](?=\s|$)/.exec(description)?.[0] ?? "") : "";
  const sentence = named && needed && first.length <= LONGEST_SENTENCE ? first.replace(/[.;:]$/, "") : "";
  const parts = [
    named ? "" : String(title),
    measure(schema),
    assumed === undefined || typeof assumed === "object" ? "" : `default ${String(assumed)}`,
  ];
  return [parts.filter((part) => part !== "").join(", "), sentence, isRecord(choices) ? codes(choices) : ""]
    .filter((part) => part !== "")
    .join(". ");
}

/** `0.5 to 40 m`; a bound that nobody comes near is left out. */
function measure(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, unit } = schema;
  const most = exclusiveMaximum ?? maximum;
  const bounded = typeof most === "number" && most < FAR;
  const least = exclusiveMinimum ?? minimum;
  const bounds = [
    exclusiveMinimum !== undefined
      ? "over "
      : !bounded && typeof least === "number" && least !== 0
        ? "from "
        : "",
    typeof least === "number" && (bounded || least !== 0 || exclusiveMinimum !== undefined)
      ? String(least)
      : "",
    bounded ? ` to ${exclusiveMaximum === undefined ? "" : "under "}${String(most)}` : "",
    typeof unit === "string" && unit !== "1" ? ` ${unit}` : "",
  ];
  return bounds.join("").trim();
}

/** Codes, with what they stand for; a long list is one that its readers know, such as countries. */
function codes(choices: Schema): string {
  const words = Object.entries(choices);
  if (words.length > MOST_CODES) return "";
  return words
    .map(([word, choice]) => [word, String(isRecord(choice) ? choice.title : choice)] as const)
    .filter(([word, title]) => wordsOf(word).every((part) => part.length < 6) && !tells(word, title))
    .map(([word, title]) => `${word}: ${title}`)
    .join("; ");
}

/** Whether every word of the one stands, or begins one, in the other. */
function tells(words: string, other: string): boolean {
  const said = wordsOf(other);
  return wordsOf(words).every((part) =>
    said.some((each) => each === part || (part.length > 3 && each.startsWith(part))),
  );
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

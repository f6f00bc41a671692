// The schema of an input as short as it can be said: its type and words, and in one line what it is, its bounds, unit and
// default. All tools together must leave a model room to think, so nothing is said that the name has said already.
import { isRecord } from "../../json/objects.js";
import { sentencesOf } from "../../wording/sentences.js";

type Schema = Readonly<Record<string, unknown>>;

/** Words of a list that its readers know, such as countries: how they are written is said instead. */
const MANY = 20;
/** Letters of a description that are worth their place; longer ones are for who asks for the whole schema. */
const LONGEST_SENTENCE = 40;
/** The same for a text that is not one of a list: only its description says how it is written. */
const LONGEST_FOR_TEXT = 170;
const MOST_CODES = 8;
/** Defaults that go without saying. */
const NOTHING: ReadonlySet<unknown> = new Set([0, false, "none", "no"]);
/** A bound that nobody comes near; the refusal of a call tells it. */
const FAR = 100;

export function compactInput({ required, properties }: Schema): Schema {
  return {
    type: "object",
    properties: fieldsIn(properties, required),
    ...(Array.isArray(required) && required.length > 0 ? { required } : {}),
  };
}

function fieldsIn(properties: unknown, required: unknown): Schema {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(isRecord(properties) ? properties : {}).map(([name, inner]) => [
      name,
      compactField(isRecord(inner) ? inner : {}, name, needed.includes(name)),
    ]),
  );
}

function compactField(schema: Schema, name: string, isNeeded: boolean): Schema {
  const { type, enum: words, format, items, properties } = schema;
  const description = inWords(schema, name, isNeeded);
  return {
    type,
    ...(isShort(words) ? { enum: words } : {}),
    ...(format === undefined ? {} : { format }),
    ...(isRecord(items) ? { items: compactItems(items) } : {}),
    ...(isRecord(properties) ? fieldsOf(properties, schema) : {}),
    ...(description === "" ? {} : { description }),
  };
}

/** What a list holds; what it is for is said of the list. */
function compactItems({ title: _, description: __, ...items }: Schema): Schema {
  return compactField(items, "", false);
}

/** Fields that all take the same are told by their names. */
function fieldsOf(properties: Schema, { required }: Schema): Schema {
  const fields = Object.values(properties).filter(isRecord);
  const [first, ...others] = fields.map(({ type, enum: words, ...more }) =>
    JSON.stringify({ type, enum: words, description: measure(more, "", true) || undefined }),
  );
  if (others.length > 1 && first !== undefined && others.every((each) => each === first))
    return { propertyNames: { enum: Object.keys(properties) }, additionalProperties: JSON.parse(first) };
  return { properties: fieldsIn(properties, required), ...(Array.isArray(required) ? { required } : {}) };
}

function inWords(schema: Schema, name: string, isNeeded: boolean): string {
  const { choices } = schema;
  const parts = [wordsAbout(schema, name, isNeeded), measure(schema, name, isNeeded), defaultOf(schema)];
  return [parts.filter((part) => part !== "").join(", "), isRecord(choices) ? codes(choices) : ""]
    .filter((part) => part !== "")
    .join(". ");
}

/** What is taken where nothing is given; a result tells it too, and its date of law is that of the edition. */
function defaultOf({ assumed, format }: Schema): string {
  if (assumed === undefined || typeof assumed === "object" || format === "date") return "";
  return NOTHING.has(assumed) ? "" : `default ${String(assumed)}`;
}

/**
 * The title; or the begin of the description for a text, since only words tell how it is written, and for an input that
 * must be given where its name says what the title says.
 */
function wordsAbout(schema: Schema, name: string, isNeeded: boolean): string {
  const { title, description, type, enum: words, format } = schema;
  if (typeof title !== "string") return "";
  const [sentence = ""] = typeof description === "string" ? sentencesOf(description) : [];
  const isFree = type === "string" && !isShort(words) && format === undefined;
  const most = isFree ? LONGEST_FOR_TEXT : isNeeded && tells(title, name) ? LONGEST_SENTENCE : 0;
  const ends = isFree ? [/;(?=\s)/, /[;:](?=\s)/] : [/[;:](?=\s)/];
  const told = ends
    .map((end) => beginOf(sentence, end))
    .find((begin, at) => begin.length > (at === 0 ? 0 : title.length) && begin.length <= most);
  const [example] = Array.isArray(words) && !isShort(words) ? words : [];
  return example === undefined ? (told ?? title) : `${told ?? title}, such as ${example}`;
}

function isShort(words: unknown): boolean {
  return Array.isArray(words) && words.length <= MANY;
}

/** A sentence up to where it begins to explain itself. */
function beginOf(sentence: string, end: RegExp): string {
  return sentence.split(end, 1)[0]?.replace(/[.!?]$/, "") ?? "";
}

/**
 * `0.5 to 40 m`, without a unit that the name ends with, nor a bound that nobody comes near. Bounds are told of what must be
 * given, and of numbers whose scale they tell: shares, factors and percentages.
 */
function measure(schema: Schema, name: string, isNeeded: boolean): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, unit } = schema;
  const most = exclusiveMaximum ?? maximum;
  const least = exclusiveMinimum ?? minimum;
  const isBare = typeof unit !== "string" || unit === "1";
  const isTold = (isNeeded || isBare || unit === "%") && typeof most === "number" && most <= FAR;
  const bounds = isTold ? `${typeof least === "number" ? least : ""} to ${most}`.trim() : "";
  return isBare || endsWith(name, unit) ? bounds : `${bounds} ${unit}`.trim();
}

/** Whether a name ends with its unit, as one in _m2 does with m^2. */
function endsWith(name: string, unit: string): boolean {
  const plain = unit.toLowerCase().replace("%", "pct").replace("^", "").replace(/^deg/, "");
  const spelt = [plain.replaceAll(" ", ""), plain.replaceAll("/", "_per_"), plain.replaceAll("/", "_")];
  return spelt.some((each) => `_${name}`.endsWith(`_${each}`));
}

/** Codes, with what they stand for; a long list is one that its readers know, such as countries. */
function codes(choices: Schema): string {
  const words = Object.entries(choices);
  if (words.length > MOST_CODES) return "";
  return words
    .map(([word, choice]) => [word, String(isRecord(choice) ? choice.title : choice)] as const)
    .filter(([word, title]) => wordsOf(word).every((part) => part.length < 6) && !abbreviates(word, title))
    .map(([word, title]) => `${word}: ${title}`)
    .join("; ");
}

/** Whether a code is the begin, or the first letters, of the words that it stands for. */
function abbreviates(code: string, title: string): boolean {
  const initials = wordsOf(title).map(([letter = ""]) => letter);
  return tells(code, title) || initials.join("") === code.toLowerCase();
}

/** Whether every word of the one stands, or begins one, in the other. */
function tells(words: string, other: string): boolean {
  const said = wordsOf(other);
  return wordsOf(words).every((part) =>
    said.some((each) => each === part || (part.length > 3 && each.startsWith(part))),
  );
}

/** The words and numbers of a text, in small letters. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

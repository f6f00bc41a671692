// Shortens input schemas so that the list of tools fits into a model's context: type, allowed words, and one line of
// description. Omits facts that the field's name already states.
import { defined } from "../../engine/language/defined.js";
import { isRecord } from "../../json/objects.js";
import { sentencesOf } from "../../wording/sentences.js";

type Schema = Readonly<Record<string, unknown>>;

/** Longer lists, such as countries, are described by their format instead. */
const MANY = 15;
/** Characters of a description. Longer ones are only in the full schema. */
const LONGEST_SENTENCE = 40;
/** The limit for free text: only its description explains its format. */
const LONGEST_FOR_TEXT = 170;
const MOST_CODES = 8;
/** Characters of a question in a checklist; describe_tool has the whole question. */
const LONGEST_QUESTION = 42;
/** Titles of codes with as many words define the code. */
const WORDS_TO_TELL = 4;
/** Defaults that a reader assumes anyway. */
const NOTHING: ReadonlySet<unknown> = new Set([0, false, "none", "no"]);
/** Larger bounds are omitted; the error of a call reports them. */
const FAR = 100;

export function compactInput({ required, properties }: Schema): Schema {
  return {
    type: "object",
    properties: fieldsIn(properties, required),
    required,
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
    ...(isRecord(properties) ? fieldsOf(properties) : {}),
    ...(description === "" ? {} : { description }),
  };
}

/** Returns the entries of a checklist or map: allowed words, and titles that add to the name. */
function fieldsOf(properties: Schema): Schema {
  const fields = Object.entries(properties).map(([name, field]) => {
    const { type, title, enum: words } = isRecord(field) ? field : {};
    const isTold = typeof title !== "string" || tells(title, name);
    return [
      name,
      { type, ...defined({ enum: words, title: isTold ? undefined : beginning(title) }) },
    ] as const;
  });
  return { properties: Object.fromEntries(fields) };
}

/** Returns a text up to the last word that fits. */
function beginning(text: string): string {
  if (text.length <= LONGEST_QUESTION) return text;
  return `${text.slice(0, LONGEST_QUESTION).replace(/[\s,]+\S*$/, "")}...`;
}

/** Items inherit the description of their list. */
function compactItems({ title: _, description: __, ...items }: Schema): Schema {
  return compactField(items, "", false);
}

function inWords(schema: Schema, name: string, isNeeded: boolean): string {
  const { choices } = schema;
  const parts = [wordsAbout(schema, name, isNeeded), measure(schema, name, isNeeded), defaultOf(schema)];
  return [parts.filter((part) => part !== "").join(", "), isRecord(choices) ? codes(choices) : ""]
    .filter((part) => part !== "")
    .join(". ");
}

/** Returns the default for omitted input. Dates are left out: the date of law is the edition's. */
function defaultOf({ assumed, format }: Schema): string {
  if (assumed === undefined || typeof assumed === "object" || format === "date") return "";
  return NOTHING.has(assumed) ? "" : `default ${String(assumed)}`;
}

/**
 * Returns the title, or the first sentence for free text and for a required input with a title that repeats its name.
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

/** Returns a sentence up to the given delimiter. */
function beginOf(sentence: string, end: RegExp): string {
  return sentence.split(end, 1)[0]?.replace(/[.!?]$/, "") ?? "";
}

/**
 * Returns bounds and unit, such as `0.5 to 40 m`. Bounds are included for required inputs, and for shares, factors
 * and percentages, because bounds show their scale.
 */
function measure(schema: Schema, name: string, isNeeded: boolean): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, unit } = schema;
  const most = exclusiveMaximum ?? maximum;
  const least = exclusiveMinimum ?? minimum;
  const isBare = typeof unit !== "string" || unit === "1";
  const isTold = (isNeeded || isBare || unit === "%") && typeof most === "number" && most <= FAR;
  const isPlain = least === 0 && most === 100 && unit === "%" && endsWith(name, unit);
  const bounds = isTold && !isPlain ? `${typeof least === "number" ? least : ""} to ${most}`.trim() : "";
  return isBare || endsWith(name, unit) ? bounds : `${bounds} ${unit}`.trim();
}

/** Returns whether a name ends with its unit, such as _m2 for m^2. */
function endsWith(name: string, unit: string): boolean {
  const plain = unit.toLowerCase().replace("%", "pct").replace("^", "").replace(/^deg/, "");
  const spelt = [plain.replaceAll(" ", ""), plain.replaceAll("/", "_per_"), plain.replaceAll("/", "_")];
  return spelt.some((each) => `_${name}`.endsWith(`_${each}`));
}

/** Explains codes, unless the list is long or its codes are obvious. */
function codes(choices: Schema): string {
  const words = Object.entries(choices);
  if (words.length > MOST_CODES) return "";
  return words
    .map(([word, choice]) => [word, String(isRecord(choice) ? choice.title : choice)] as const)
    .filter(([word, title]) => wordsOf(word).every((part) => part.length < 6) && !abbreviates(word, title))
    .map(
      ([word, title]) => `${word}: ${title.startsWith(`${word}, `) ? title.slice(word.length + 2) : title}`,
    )
    .join("; ");
}

/** Returns whether a code consists of the first letters of its title, or is a word of a title in which little else is. */
function abbreviates(code: string, title: string): boolean {
  const words = wordsOf(title);
  const initials = words.map(([letter = ""]) => letter);
  return (tells(code, title) && words.length < WORDS_TO_TELL) || initials.join("") === code.toLowerCase();
}

/** Returns whether every word occurs in the other text, at least as a prefix. */
function tells(words: string, other: string): boolean {
  const said = wordsOf(other);
  return wordsOf(words).every((part) =>
    said.some((each) => each === part || (part.length > 3 && each.startsWith(part))),
  );
}

/** Returns the words and numbers of a text in lower case. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

// Converts identifiers without a title to words: w_permanent_kn_m becomes "w permanent", shear_ratio "shear ratio".
import { unitOfName } from "../engine/language/unit-names.js";
import { choiceTitle } from "../engine/language/words.js";
import { isRecord } from "../json/objects.js";

/** Removes the unit at the end of a name. */
export function stemOf(name: string): string {
  const unit = unitOfName(name);
  if (unit === undefined) return name;
  const tokens = name.split("_");
  for (let tail = 1; tail < tokens.length && tail <= 3; tail++) {
    const end = tokens.slice(-tail).join("_");
    if (unitOfName(`some_word_${end}`) === unit) return tokens.slice(0, -tail).join("_");
  }
  return name;
}

/** Whether a name is a symbol: a letter with indexes, such as m_ed or v_pl_rd. */
export function isLetter(stem: string): boolean {
  return /^[a-z](_[a-z0-9]{1,9}){0,3}$/i.test(stem);
}

/** Returns the last name of a path as words. */
export function plainWords(path: string): string {
  const stem = stemOf(path.split(".").at(-1) ?? path);
  return isLetter(stem) ? stem : stem.replaceAll("_", " ");
}

/** Corrects capitals: pue to PUE, it to IT. */
export type Spelling = (words: string) => string;

/** Learns capitals from titles in these schemas. */
export function spellingOf(...schemas: readonly unknown[]): Spelling {
  const titles: string[] = [];
  const collect = (value: unknown) => {
    if (!isRecord(value)) return;
    if (typeof value.title === "string") titles.push(value.title);
    for (const choice of isRecord(value.choices) ? Object.values(value.choices) : [])
      titles.push(choiceTitle(choice) ?? "");
    collect(value.items);
    collect(value.additionalProperties);
    for (const field of isRecord(value.properties) ? Object.values(value.properties) : []) collect(field);
  };
  for (const schema of schemas) collect(schema);
  return spellingIn(titles);
}

/** Learns capitals from titles, unless a word is mostly in lower case. */
export function spellingIn(titles: readonly string[]): Spelling {
  const forms = new Map<string, Map<string, number>>();
  for (const [word] of titles.join(" ").matchAll(/[A-Za-z][A-Za-z0-9]+/g)) {
    const counts = forms.get(word.toLowerCase()) ?? new Map<string, number>();
    forms.set(word.toLowerCase(), counts.set(word, (counts.get(word) ?? 0) + 1));
  }
  const capitals = new Map<string, string>();
  for (const [small, counts] of forms) {
    const [[most] = [small]] = [...counts].sort(([, a], [, b]) => b - a);
    // An initial capital belongs to the sentence.
    if (/^.+[A-Z]/.test(most)) capitals.set(small, most);
  }
  return (text) => text.replace(/[a-z][a-z0-9]*/g, (word) => capitals.get(word) ?? word);
}

export function capital(words: string): string {
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

/** Lowers the first letter, except in words with further capitals, such as PUE. */
export function lower(words: string): string {
  return /^(?:A |[A-Z][a-z])/.test(words) ? `${words[0]?.toLowerCase()}${words.slice(1)}` : words;
}

/** Words after a noun: "charge points in use", "items open", "requirements confirmed". */
const BEHIND =
  /(?: (?:of|per|between|by|under|in|for|with|without|that|on|to|at|from)\b|[,(]| (?:open|left|done|missing|available|[a-z]+ed)$).*$/;

/** Whether words are plural: the noun ends in s. */
export function isMany(words: string): boolean {
  return /\w{2}[^sui]s$/.test(words.replace(BEHIND, ""));
}

/** Returns the singular: "charge point in use". */
export function oneOf(words: string): string {
  const noun = words.replace(BEHIND, "");
  return `${noun.replace(/(ie)?s$/, (_, ie?: string) => (ie === undefined ? "" : "y"))}${words.slice(noun.length)}`;
}

/** Returns "is" or "are". */
export function isOrAre(words: string): string {
  return isMany(words) ? "are" : "is";
}

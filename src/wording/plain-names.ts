// Identifiers as words, for what the definition gives no title: w_permanent_kn_m is "w permanent", shear_ratio "shear ratio".
import { unitOfName } from "../engine/language/unit-names.js";
import { choiceTitle } from "../engine/language/words.js";
import { isRecord } from "../json/objects.js";

/** A name without the unit that it ends in. */
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

/** A letter with what stands below it, such as m_ed or v_pl_rd, is a symbol and not a word. */
export function isLetter(stem: string): boolean {
  return /^[a-z](_[a-z0-9]{1,9}){0,3}$/i.test(stem);
}

/** The last name of a path, as words. */
export function plainWords(path: string): string {
  const stem = stemOf(path.split(".").at(-1) ?? path);
  return isLetter(stem) ? stem : stem.replaceAll("_", " ");
}

/** Words as a tool writes them: pue as PUE, it as IT. */
export type Spelling = (words: string) => string;

/** Spells the words of names as the titles in these schemas do. */
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

/** Spells words with the capitals that these titles give them, unless they mostly write them small. */
export function spellingIn(titles: readonly string[]): Spelling {
  const forms = new Map<string, Map<string, number>>();
  for (const [word] of titles.join(" ").matchAll(/[A-Za-z][A-Za-z0-9]+/g)) {
    const counts = forms.get(word.toLowerCase()) ?? new Map<string, number>();
    forms.set(word.toLowerCase(), counts.set(word, (counts.get(word) ?? 0) + 1));
  }
  const capitals = new Map<string, string>();
  for (const [small, counts] of forms) {
    const [[most] = [small]] = [...counts].sort(([, a], [, b]) => b - a);
    // A capital at the beginning is that of a sentence.
    if (/^.+[A-Z]/.test(most)) capitals.set(small, most);
  }
  return (text) => text.replace(/[a-z][a-z0-9]*/g, (word) => capitals.get(word) ?? word);
}

/** Words as a heading begins. */
export function capital(words: string): string {
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

/** As in the middle of a sentence; what has a capital further on, as PUE, keeps it. */
export function lower(words: string): string {
  return /^(?:A |[A-Z][a-z])/.test(words) ? `${words[0]?.toLowerCase()}${words.slice(1)}` : words;
}

/** What describes a noun and stands behind it: "charge points in use", "items open", "requirements confirmed". */
const BEHIND =
  /(?: (?:of|per|between|by|under|in|for|with|without|that|on|to|at|from)\b|[,(]| (?:open|left|done|missing|available|[a-z]+ed)$).*$/;

/** Whether words name several things: the noun ends in s. */
export function isMany(words: string): boolean {
  return /\w{2}[^sui]s$/.test(words.replace(BEHIND, ""));
}

/** One of several things: "charge point in use". */
export function oneOf(words: string): string {
  const noun = words.replace(BEHIND, "");
  return `${noun.replace(/(ie)?s$/, (_, ie?: string) => (ie === undefined ? "" : "y"))}${words.slice(noun.length)}`;
}

/** The verb of a sentence about them. */
export function isOrAre(words: string): string {
  return isMany(words) ? "are" : "is";
}

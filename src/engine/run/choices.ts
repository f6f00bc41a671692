// Converts words to the codes of choices: for callers the words under `also`, for table cells also titles and other case.
import type { FormHints } from "../language/inputs.js";
import { choiceTitle, foldedWord } from "../language/words.js";

type Schema = Readonly<Record<string, unknown>>;
export type OtherWords = Readonly<Record<string, readonly string[]>>;

interface Listed {
  readonly enum?: readonly unknown[];
  readonly choices?: unknown;
}

/** Returns the input with codes for its choices; the same object if nothing changed. */
export function withCodes(input: unknown, schema: Schema, hints: FormHints, name = ""): unknown {
  if (typeof input === "string") {
    const { enum: codes } = schema;
    if (!Array.isArray(codes) || codes.includes(input)) return input;
    return codeOf(input, codes, hints[name]?.words) ?? input;
  }
  if (Array.isArray(input)) {
    const items = (schema.items ?? {}) as Schema;
    const coded = input.map((item: unknown) => withCodes(item, items, hints, name));
    return coded.some((item, at) => item !== input[at]) ? coded : input;
  }
  if (typeof input !== "object" || input === null) return input;
  const { properties = {}, additionalProperties } = schema as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly additionalProperties?: unknown;
  };
  let changed = false;
  const entries = Object.entries(input).map(([key, value]: [string, unknown]) => {
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const each = typeof additionalProperties === "object" ? (additionalProperties as Schema | null) : null;
    const coded = withCodes(value, own ?? each ?? {}, hints, own === undefined ? name : key);
    changed ||= coded !== value;
    return [key, coded] as const;
  });
  return changed ? Object.fromEntries(entries) : input;
}

/** Returns the choice with this word under `also`. Codes keep their case: a code in another case is refused. */
function codeOf(text: string, codes: readonly unknown[], words: OtherWords = {}): string | undefined {
  const word = foldedWord(text);
  if (codes.some((code) => foldedWord(String(code)) === word)) return undefined;
  const meant = codes.filter((code) => words[String(code)]?.some((other) => foldedWord(other) === word));
  return meant.length === 1 ? String(meant[0]) : undefined;
}

/** Returns a function from text to the choice that it means: by code, alternative word or title. */
export function codeReader(schema: Listed, words: OtherWords = {}): (text: string) => string | undefined {
  const found = codesByName(schema, words);
  const exact = new Set(codesOf(schema));
  return (text) => (exact.has(text) ? text : found.get(foldedWord(text)));
}

function codesOf(schema: Listed): string[] {
  return (schema.enum ?? []).filter((code) => typeof code === "string");
}

/** Returns the choice of each folded name; undefined for a name that two choices share. */
export function codesByName(schema: Listed, words: OtherWords = {}): ReadonlyMap<string, string | undefined> {
  const codes = codesOf(schema);
  const titles = (schema.choices ?? {}) as Schema;
  const found = new Map<string, string | undefined>();
  // Earlier kinds of names take precedence. An ambiguous name means no choice.
  for (const namesOf of [
    (code: string) => [code],
    (code: string) => words[code] ?? [],
    (code: string) => [choiceTitle(titles[code]) ?? ""],
  ]) {
    const own = new Map<string, string | undefined>();
    for (const code of codes)
      for (const name of new Set(namesOf(code).map(foldedWord)))
        own.set(name, own.has(name) ? undefined : code);
    for (const [name, code] of own) if (name !== "" && !found.has(name)) found.set(name, code);
  }
  return found;
}

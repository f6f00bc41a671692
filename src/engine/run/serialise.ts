// Results as JSON text, by the function that was compiled for them.
import { UNSAFE } from "./plain-texts.js";

/** The text of a result; `tail` stands before its closing brace, for what the caller adds. */
export type Serialiser = (result: Readonly<Record<string, unknown>>, tail: string) => string;

/** The compiled function, given how texts, lists of texts that need no look, and anything else are written. */
export type MakeSerialiser = (
  quoted: (text: string) => string,
  plainList: (texts: readonly string[]) => string,
  other: (value: unknown) => string,
) => Serialiser;

/** `texts` are those that results are known to hold; others are written as well, more slowly. */
export function startSerialiser(make: MakeSerialiser, texts: Iterable<string>): Serialiser {
  return make(quotedKnowing(texts), plainList, JSON.stringify);
}

/** For results whose texts need no look. */
export function startPlainSerialiser(make: MakeSerialiser): Serialiser {
  return make(asItIs, plainList, JSON.stringify);
}

function quoted(text: string): string {
  return UNSAFE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function asItIs(text: string): string {
  return `"${text}"`;
}

/** Most sentences of a result stand in its definition word for word: these are looked at once, not in every answer. */
function quotedKnowing(texts: Iterable<string>): typeof quoted {
  const known = new Map<string, string>();
  for (const text of texts) known.set(text, quoted(text));
  return known.size === 0 ? quoted : (text) => known.get(text) ?? quoted(text);
}

/** A list of texts that need no look. */
function plainList(texts: readonly string[]): string {
  return texts.length === 0 ? "[]" : `["${texts.join('","')}"]`;
}

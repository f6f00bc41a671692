// The words of sections that name inputs and results without a formula, each with its place.
import type { Location, Position } from "../engine/language/locations.js";

/** Keys whose value is a sentence, or a name of its own. */
const SAID = new Set(["say", "because", "title", "description", "id"]);

/** Yields the words of these sections of a file. */
export function* wordsIn(
  file: Position,
  sections: readonly string[],
): Generator<readonly [string, Location]> {
  for (const [key, section] of file.inner) if (sections.includes(key)) yield* words(section);
}

function* words({ keys, values, inner, at }: Position): Generator<readonly [string, Location]> {
  for (const [key, start] of keys) yield [key, at(start)];
  for (const [key, { raw, start }] of values)
    if (!SAID.has(key))
      // In a sentence of the headline only what stands in braces is a name.
      for (const { 0: word, index } of raw.matchAll(/[A-Za-z_]\w*/g))
        if (!raw.includes("{") || isInBraces(raw, index)) yield [word, at(start + index)];
  for (const each of inner.values()) yield* words(each);
}

function isInBraces(text: string, at: number): boolean {
  return text.lastIndexOf("{", at) > text.lastIndexOf("}", at);
}

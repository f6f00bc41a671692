// Words in sections that name inputs and results without formulas, with locations.
import type { Location, Position } from "../engine/language/locations.js";

/** Keys with a sentence or a new name as value. */
const SAID = new Set(["say", "because", "title", "description", "id"]);

/** Yields the words of these sections. */
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
      // In headline sentences only words in braces are names.
      for (const { 0: word, index } of raw.matchAll(/[A-Za-z_]\w*/g))
        if (!raw.includes("{") || isInBraces(raw, index)) yield [word, at(start + index)];
  for (const each of inner.values()) yield* words(each);
}

function isInBraces(text: string, at: number): boolean {
  return text.lastIndexOf("{", at) > text.lastIndexOf("}", at);
}

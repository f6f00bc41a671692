// The words of sections that name inputs and results without a formula, each with its place.
import { type Location, positionsOf } from "../engine/language/locations.js";

/** Keys whose value is a sentence, or a name of its own. */
const SAID = new Set(["say", "because", "title", "description", "id"]);

/** Words of these sections of what was read. */
export function* wordsIn(
  holder: object,
  sections: readonly string[],
): Generator<readonly [string, Location]> {
  for (const [key, value] of Object.entries(holder)) if (sections.includes(key)) yield* words(value);
}

function* words(value: unknown): Generator<readonly [string, Location]> {
  if (typeof value !== "object" || value === null) return;
  const known = positionsOf(value);
  if (known !== undefined) {
    for (const [key, start] of known.keys) yield [key, known.at(start)];
    for (const [key, { raw, start }] of known.values)
      if (!SAID.has(key))
        // In a sentence of the headline only what stands in braces is a name.
        for (const { 0: word, index } of raw.matchAll(/[A-Za-z_]\w*/g))
          if (!raw.includes("{") || isInBraces(raw, index)) yield [word, known.at(start + index)];
  }
  for (const inner of Object.values(value)) yield* words(inner);
}

function isInBraces(text: string, at: number): boolean {
  return text.lastIndexOf("{", at) > text.lastIndexOf("}", at);
}

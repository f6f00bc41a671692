// Formats values by their schemas.
import type { Tone } from "../engine/language/headline.js";
import { exactNumber, quantityPieces, quantityText, unitText, valueText } from "../pages/show.js";
import { fieldWords, worded } from "../wording/field-words.js";

/** Returns the unit of a number, or the empty text. */
export function unitOf(schema: unknown): string {
  return unitText(fieldWords(schema, "").unit);
}

export function shown(value: unknown, schema: unknown): string {
  if (value === null || value === undefined) return "n/a";
  return valueText(worded(value, schema), exactNumber);
}

/** Adds the unit to a number. */
export function withUnit(value: unknown, schema: unknown): string {
  return typeof value === "number" ? quantityText(value, fieldWords(schema, "").unit) : shown(value, schema);
}

/** Returns value and unit separately. */
export function piecesOf(value: unknown, schema: unknown): readonly [value: string, unit: string] {
  return typeof value === "number"
    ? quantityPieces(value, fieldWords(schema, "").unit)
    : [shown(value, schema), ""];
}

export function toneOf(tones: Readonly<Record<string, Tone>> | undefined, value: unknown): Tone {
  return tones?.[String(value)] ?? "unknown";
}

const TONES: readonly Tone[] = ["bad", "unknown", "care", "good"];

/** Returns the rank of each verdict: by tone, then in the order of the headline, which begins or ends with the best. */
export function ranksOf(tones: Readonly<Record<string, Tone>>): ReadonlyMap<string, number> {
  const words = Object.entries(tones);
  const tone = (at: number) => TONES.indexOf(words.at(at)?.[1] ?? "unknown");
  const way = tone(0) >= tone(-1) ? -1 : 1;
  return new Map(words.map(([word, own], at) => [word, TONES.indexOf(own) * words.length + way * at]));
}

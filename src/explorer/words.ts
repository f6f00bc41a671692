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

/**
 * Returns the verdicts that are better than one, the nearest first. The headline lists verdicts from the best or to the best; one
 * on the other side of the verdict, such as a building outside the scope, is no better.
 */
export function betterVerdicts(tones: Readonly<Record<string, Tone>>, verdict: unknown): string[] {
  const words = Object.entries(tones).map(([word, tone]) => ({ word, tone: TONES.indexOf(tone) }));
  if ((words[0]?.tone ?? 0) >= (words.at(-1)?.tone ?? 0)) words.reverse();
  const own = words.findIndex(({ word }) => word === String(verdict));
  if (own < 0) return [];
  const better = words.slice(own + 1).filter(({ tone }) => tone >= (words[own]?.tone ?? 0));
  return better
    .filter(({ word }) => tones[word] !== "unknown")
    .sort((a, b) => a.tone - b.tone)
    .map(({ word }) => word);
}

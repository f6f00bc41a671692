// Values as people read them, by their schemas.
import type { Tone } from "../engine/language/headline.js";
import { isRecord } from "../json/objects.js";
import { worded } from "../pages/sheet/context.js";
import { exactNumber, unitText, valueText } from "../pages/show.js";
import { titleOf as titled } from "../wording/wording.js";

export function titleOf(schema: unknown, name: string): string {
  return isRecord(schema) && typeof schema.title === "string" ? schema.title : titled(name);
}

export function aboutOf(schema: unknown): string {
  return isRecord(schema) && typeof schema.description === "string" ? schema.description : "";
}

export function unitOf(schema: unknown): string {
  return isRecord(schema) && typeof schema.unit === "string" ? unitText(schema.unit) : "";
}

export function shown(value: unknown, schema: unknown): string {
  if (value === null || value === undefined) return "n/a";
  return valueText(worded(value, schema), exactNumber);
}

/** With its unit, where it is a number. */
export function withUnit(value: unknown, schema: unknown): string {
  const unit = typeof value === "number" ? unitOf(schema) : "";
  return unit === "" ? shown(value, schema) : `${shown(value, schema)}\u202f${unit}`;
}

export function toneOf(tones: Readonly<Record<string, Tone>> | undefined, value: unknown): Tone {
  return tones?.[String(value)] ?? "unknown";
}

/** The first sentence of a description. */
export function firstSentence(text: string): string {
  const end = /[.:;](\s|$)/.exec(text);
  return end === null ? text : `${text.slice(0, end.index)}.`;
}

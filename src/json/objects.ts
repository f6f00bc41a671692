// Helpers for JSON objects.
import { likely } from "../engine/language/nearest.js";
import { type InputProblem, show } from "../engine/run/validate.js";

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the parsed JSON, or the text itself if it is not JSON. */
export function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Returns a problem for each unknown name. */
export function unknownNames(
  object: Readonly<Record<string, unknown>>,
  known: readonly string[],
  pointer: string,
  what: string,
): InputProblem[] {
  return Object.keys(object)
    .filter((name) => !known.includes(name))
    .slice(0, 20)
    .map((name) => {
      const meant = likely(name, known);
      const hint = meant === undefined ? `Known: ${known.join(", ")}.` : `Did you mean ${meant}?`;
      return { pointer: pointerTo(pointer, name), message: `${show(name)} is not ${what}. ${hint}` };
    });
}

export function pointerTo(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).slice(0, 80).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

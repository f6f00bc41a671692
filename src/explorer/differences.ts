// Differences between the first scenario and the others, as numbers and percentages.
import type { Tone } from "../engine/language/headline.js";
import type { JsonSchema } from "../wording/field-words.js";
import { withUnit } from "./words.js";

export interface ScenarioDifference {
  readonly text: string;
  readonly tone?: "good" | "bad";
}

export function toneClass(difference: ScenarioDifference | undefined): string {
  return difference?.tone === undefined ? "" : `tone tone-${difference.tone}`;
}

/** Further digits of a difference are rounding errors. */
const DIGITS = 12;

export function differencesOf(
  values: readonly unknown[],
  schema: JsonSchema,
  better?: "lower",
): readonly ScenarioDifference[] {
  const [first, ...others] = values;
  return others.map((other): ScenarioDifference => {
    if (typeof first !== "number" || typeof other !== "number") return { text: "" };
    const less = Number((first - other).toPrecision(DIGITS));
    if (less === 0) return { text: "0" };
    const sign = less > 0 ? "+" : "−";
    const share = other === 0 ? "" : ` (${sign}${percent(Math.abs(less / other))})`;
    const text = `${sign}${withUnit(Math.abs(less), schema)}${share}`;
    return better === undefined ? { text } : { text, tone: less < 0 ? "good" : "bad" };
  });
}

function percent(share: number): string {
  const per = 100 * share;
  return `${per >= 10 ? Math.round(per) : Number(per.toFixed(1))}\u202f%`;
}

const RANKS: readonly Tone[] = ["bad", "care", "good"];

/** Compares two verdicts, if both tones are defined. */
export function verdictDifference(first: Tone | undefined, other: Tone): ScenarioDifference {
  const [now, before] = [RANKS.indexOf(first ?? "unknown"), RANKS.indexOf(other)];
  if (now < 0 || before < 0 || now === before) return { text: "" };
  return now > before ? { text: "better", tone: "good" } : { text: "worse", tone: "bad" };
}

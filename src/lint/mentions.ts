// Units and nouns next to a number in a sentence.

import { parseUnit, type Unit } from "../engine/language/units.js";

const SIGNS: Readonly<Record<string, string>> = {
  ...{ "£": "GBP", "€": "EUR", $: "USD", pound: "GBP", euro: "EUR", dollar: "USD" },
  ...{ kilowatt: "kW", megawatt: "MW", metre: "m" },
};

const PER_CENT = /^((?: to [\d.]+)? )per ?cent\b/;

/** Returns the unit next to a number: 3,600 GBP, GBP 3,600, £3,600, 7 %, 2 years. */
export function unitBeside(before: string, after: string): Unit | undefined {
  const written = [
    /^[ -]?(\p{L}[\p{L}\d/^]* per \p{L}[\p{L}\d]*)/u.exec(after)?.[1]?.replace(" per ", "/"),
    /^[ -]?(%|\p{L}[\p{L}\d/^]*)/u.exec(after.replace(PER_CENT, "$1%"))?.[1],
    /(?:\b[A-Z]{3} ?|[£€$])$/.exec(before)?.[0].trim(),
  ];
  return written
    .flatMap((word = "") => [word, singular(word)])
    .map((word) => parseUnit(SIGNS[word] ?? word))
    .find((unit) => unit !== undefined);
}

/** Nouns in names of many constants. */
const GENERAL: ReadonlySet<string> = new Set(
  "limit from year month day hour per pct area reference constant cite unit title value when give then that with this which".split(
    " ",
  ),
);

/** Returns the nouns of a name or word, without those of many names. */
export function nounsOf(name: string): string[] {
  return name
    .split("_")
    .filter((noun) => noun.length > 2)
    .map(singular)
    .filter((noun) => !GENERAL.has(noun));
}

function singular(noun: string): string {
  return noun.toLowerCase().replace(/s$/, "");
}

// Numbers as sentences write them: 3500, 3,500, 3 500, 0.5 or eight.

/** Words of numbers that stand for limits in sentences; smaller ones are counts of something else too often. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, eighteen: 18, twenty: 20 },
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100 },
};
const LARGE: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9 };
/** What matches one. */
export const NUMBER = `(?:[1-9]\\d{0,2}(?:[ '’]\\d{3})+(?![\\d,])|[1-9][\\d,]*(?:\\.\\d+)?|0\\.\\d+)(?: ?(?:${Object.keys(LARGE).join("|")})\\b)?|${Object.keys(NUMBER_WORDS).join("|")}`;

export function isPlain(unit: string | undefined): boolean {
  return unit === undefined || unit === "1";
}

export function numberOf(written: string): number {
  const [, digits = "", large = ""] = /^([\d,. '’]*\d) ?([a-z]*)$/i.exec(written) ?? [];
  const number = NUMBER_WORDS[written.toLowerCase()] ?? Number(digits.replaceAll(/[, '’]/g, ""));
  // 0.29 million is no whole number of binary fractions.
  return Number((number * (LARGE[large.toLowerCase()] ?? 1)).toPrecision(12));
}

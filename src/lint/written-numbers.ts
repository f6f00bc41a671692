// Numbers and days as sentences write them: 3500, 3,500, 3 500, 0.5, eight; 1 April 2018, 01/04/2018.

/** Number words in sentences. "One" is left out, because it is seldom a number. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, eighteen: 18, twenty: 20 },
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100 },
};
const LARGE: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9 };
/** Matches one written number. */
export const NUMBER = `(?:[1-9]\\d{0,2}(?:[ '’]\\d{3})+(?![\\d,])|[1-9][\\d,]*(?:\\.\\d+)?|0\\.\\d+)(?: ?(?:${Object.keys(LARGE).join("|")})\\b)?|${Object.keys(NUMBER_WORDS).join("|")}`;

export function numberOf(written: string): number {
  const [, digits = "", large = ""] = /^([\d,. '’]*\d) ?([a-z]*)$/i.exec(written) ?? [];
  const number = NUMBER_WORDS[written.toLowerCase()] ?? Number(digits.replaceAll(/[, '’]/g, ""));
  // Removes binary rounding: 0.29 million must be a whole number.
  return Number((number * (LARGE[large.toLowerCase()] ?? 1)).toPrecision(12));
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH = `(?<month>${MONTHS.join("|")})[a-z]*\\.?`;
const DAY_OF_MONTH = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
/** 1 November 2026, 1st Nov. 2026, November 1, 2026, 01/11/2026. */
const IN_WORDS = [
  `${DAY_OF_MONTH}(?: of)? ${MONTH},? `,
  `${MONTH} ${DAY_OF_MONTH}, `,
  "(?<day>\\d{1,2})([./])(?<month>\\d{1,2})\\2",
].map((order) => new RegExp(`\\b${order}(?<year>\\d{4})\\b`, "gi"));

/** Returns the days in a sentence, each as written and as a date. */
export function daysNamed(text: string): (readonly [written: string, day: string])[] {
  return [
    ...[...text.matchAll(/\b\d{4}-\d\d-\d\d\b/g)].map(([day]) => [day, day] as const),
    ...IN_WORDS.flatMap((order) => [...text.matchAll(order)]).map(({ 0: written, groups = {} }) => {
      const { day = "", month = "", year = "" } = groups;
      const two = (number: number | string) => String(number).padStart(2, "0");
      const number = MONTHS.indexOf(month.toLowerCase()) + 1 || month;
      return [written, `${year}-${two(number)}-${two(day)}`] as const;
    }),
  ];
}

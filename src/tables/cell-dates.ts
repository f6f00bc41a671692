// Days as people write them in cells: 31/03/2026, 3 Mar 2029, März 2029, 03/29, and the serial numbers of spreadsheets.

export type DateOrder = "day-first" | "month-first";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[AaPp][Mm]|Z|[+-]\d{2}:?\d{2})?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`);
/** Two numbers and a year. The column decides which of them is the day. */
export const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`);
const NAMED =
  /^(?:\p{L}{2,10}\.?,? )?(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-]*(?:of |de )?(\p{L}{3,10})\.?,?[\s-]*'?(\d{4}|\d{2})$/u;
const NAMED_FIRST = /^(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const MONTH_NAMED = /^(\p{L}{3,10})\.?[\s/-]*'?(\d{4}|\d{2})$/u;
const MONTH_YEAR = /^(0?[1-9]|1[0-2])[/.-](\d{4}|\d{2})$/;
const TOGETHER = /^(19|20)(\d{2})([01]\d)([0-3]\d)$/;
/** Serial numbers from 1954 to 2119. */
const SERIAL = /^[2-7]\d{4}(?:\.\d+)?$/;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const MILLISECONDS_A_DAY = 86_400_000;
/** Years of two digits up to this are of this century. */
const LAST_OF_CENTURY = 69;

/** Beginnings of the names of months in English, German, French and Dutch, without accents. */
const MONTHS: readonly string[] = [
  "jan",
  "feb fev",
  "mar maa mrt",
  "apr avr",
  "may mai mei",
  "jun juin",
  "jul juil",
  "aug aou",
  "sep",
  "oct okt",
  "nov",
  "dec dez",
];

/** Returns a day in the form of inputs, 2026-04-01, without a time; other texts unchanged. */
export function dayOf(given: string, order: DateOrder | undefined): string {
  if (DAY.test(given)) return given;
  const text = given.trim().replace(/\s+/g, " ");
  const first = YEAR_FIRST.exec(text);
  if (first !== null) return isoDay(first[1], first[3], first[4]);
  const last = YEAR_LAST.exec(text);
  if (last !== null) {
    const found = orderOf(last) ?? order;
    if (found === undefined) return given;
    return found === "day-first" ? isoDay(last[4], last[3], last[1]) : isoDay(last[4], last[1], last[3]);
  }
  return namedDay(text) ?? monthIn(text) ?? numbered(text) ?? given;
}

/** The order that one date can only have. */
export function orderOf(match: RegExpExecArray): DateOrder | undefined {
  const [first, second] = [Number(match[1]), Number(match[3])];
  if (first > 12 && second <= 12) return "day-first";
  if (second > 12 && first <= 12) return "month-first";
  return match[2] === "." ? "day-first" : undefined;
}

/** Returns the first day of a month without a day. */
export function monthIn(text: string): string | undefined {
  const numbers = MONTH_YEAR.exec(text);
  if (numbers !== null) return isoDay(numbers[2], numbers[1], "1");
  const named = MONTH_NAMED.exec(text);
  const month = monthOf(named?.[1]);
  return named === null || month === undefined ? undefined : isoDay(named[2], month, "1");
}

function namedDay(text: string): string | undefined {
  const [, day, word, year] = NAMED.exec(text) ?? [];
  const [, firstWord, firstDay, firstYear] = NAMED_FIRST.exec(text) ?? [];
  const month = monthOf(word ?? firstWord);
  return month === undefined ? undefined : isoDay(year ?? firstYear, month, day ?? firstDay);
}

function monthOf(word = ""): string | undefined {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  // juin and juil differ in their fourth letter only.
  const at = [4, 3]
    .map((length) => MONTHS.findIndex((names) => names.split(" ").includes(plain.slice(0, length))))
    .find((found) => found >= 0);
  return plain.length < 3 || at === undefined ? undefined : String(at + 1);
}

function numbered(text: string): string | undefined {
  const together = TOGETHER.exec(text);
  if (together !== null) return isoDay(`${together[1]}${together[2]}`, together[3], together[4]);
  if (!SERIAL.test(text)) return undefined;
  return new Date(SERIAL_ZERO + Math.floor(Number(text)) * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}

function isoDay(year = "", month = "", day = ""): string {
  const whole = year.length === 4 ? year : `${Number(year) > LAST_OF_CENTURY ? "19" : "20"}${year}`;
  return `${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

// Formats values in text braces.

import { significant } from "./numbers.js";

export function printed(value: unknown): string {
  if (value === null) return "n/a";
  if (typeof value === "number") return String(significant(value));
  if (Array.isArray(value)) return value.map(printed).join(", ");
  return String(value);
}

const UP_TO_TWENTY = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen twenty"
).split(" ");

/** Writes a number in words up to twenty, else in digits. */
export function inWords(value: number): string {
  return UP_TO_TWENTY[value] ?? String(significant(value));
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** Writes a date in words: 1 April 2018. */
export function longDate(date: string): string {
  const [year, month, day] = date.split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

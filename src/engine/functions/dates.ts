// Functions of dates.
import type { BuiltinFunction } from "./builtin.js";
import { later } from "./evaluation.js";
import { SIGNATURES } from "./signatures.js";

/** Extracts a part of a date by character positions. */
function part(
  from: number,
  to: number,
): Pick<BuiltinFunction, "args" | "takes" | "unit" | "evaluate" | "code"> {
  return {
    args: 1,
    takes: SIGNATURES.part,
    unit: "none",
    evaluate: () => (date: string) => Number(date.slice(from, to)),
    code: () => (date) => `Number(${date}.slice(${from}, ${to}))`,
  };
}

export const DATE_FUNCTIONS: Readonly<Record<string, BuiltinFunction>> = {
  year: {
    usage: "year(date)",
    ...part(0, 4),
    example: ['year("2026-11-01")', "2026", "calendar year of a date, a plain number"],
  },
  month: {
    usage: "month(date)",
    ...part(5, 7),
    example: ['month("2026-11-01")', "11", "month of a date"],
  },
  day: { usage: "day(date)", ...part(8, 10), example: ['day("2026-11-01")', "1", "day of the month"] },
  add_days: {
    usage: "add_days(date, number)",
    args: 2,
    takes: SIGNATURES.later,
    unit: "day",
    evaluate:
      ({ site }) =>
      (date: string, days: number) =>
        later(date, 0, days, site),
    code:
      ({ site }) =>
      (date, days) =>
        `LATER(${date}, 0, ${days}, ${site})`,
    runtime: { LATER: later },
    example: [
      'add_days("2026-11-01", 30)',
      '"2026-12-01"',
      "the date a number of days later; negative for earlier",
    ],
  },
  add_months: {
    usage: "add_months(date, number)",
    args: 2,
    takes: SIGNATURES.later,
    unit: "month",
    evaluate:
      ({ site }) =>
      (date: string, months: number) =>
        later(date, months, 0, site),
    code:
      ({ site }) =>
      (date, months) =>
        `LATER(${date}, ${months}, 0, ${site})`,
    runtime: { LATER: later },
    example: [
      'add_months("2026-08-31", 6)',
      '"2027-02-28"',
      "the date a number of months later or earlier; at most the last day of the month",
    ],
  },
};

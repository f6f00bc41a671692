// Days that no calendar has, wherever they are written, and a `from` or `until` one day beside that of the others.
import type { Check } from "../engine/checks/check.js";
import type { DefinitionFile } from "../engine/language/files.js";
import type { Report } from "../engine/language/findings.js";
import { type Location, locationOf, locationOfWord } from "../engine/language/locations.js";
import type { Memory } from "../engine/language/memory.js";
import type { ToolDef } from "../engine/language/model.js";
import { isDateText } from "../engine/language/types.js";

export const DAY: Check = {
  code: "day",
  refuses:
    "a day that no calendar has, a `from` or `until` one day beside that of others in the tool, an `until` alone beside those of the same `from`, an assumed `as_of_date` that is not the edition, a refusal that names another day than its condition, and a sentence or cell on the law as at another day",
  example: "No calendar has the day 2026-31-12. (did you mean 2026-12-31?)",
};

interface Day {
  readonly day: string;
  /** The key that it is the value of. */
  readonly key: string;
  /** The day that a period begins on, where it is written before its end. */
  readonly from: string | undefined;
  readonly location: Location;
}

/** Others with the same day that tell that one was meant to be theirs. */
const FEW = 2;
/** Periods that tell that another was meant to end with them. */
const MANY = 3;
const DAYS = /(?:\b(\w*(?:from|until)): "?)?\b(\d{4}-\d\d-\d\d)\b/g;

export function checkDays(files: Iterable<DefinitionFile>, memory: Memory, report: Report): void {
  const tools = new Map<string, Day[]>();
  const wrong: Day[] = [];
  for (const file of files) {
    const days = memory.step(file.path, "days", [file.text], report, () => daysIn(file));
    wrong.push(...days.filter(({ day }) => !isDateText(day)));
    const tool = /^\w+\/\w+/.exec(file.path)?.[0] ?? file.path;
    for (const day of days) {
      const own = tools.get(`${tool} ${day.key}`) ?? [];
      own.push(day);
      tools.set(`${tool} ${day.key}`, own);
    }
  }
  for (const day of wrong) none(day, [...tools.values()].flat(), report);
  for (const days of tools.values()) if (days[0]?.key !== "") beside(days, report);
  for (const [key, days] of tools) if (key.endsWith(" until")) ends(days, report);
}

/** The day that is assumed is the edition, and the sentence about it names no other. */
export function checkAssumedDays(def: ToolDef, report: Report): void {
  const section = (def.holder as { readonly inputs?: Readonly<Record<string, object>> }).inputs ?? {};
  for (const { name, type, fallback } of def.inputs.values()) {
    const raw = section[name];
    if (type.kind !== "date" || typeof fallback !== "string" || raw === undefined) continue;
    const { edition } = def.holder as { readonly edition?: unknown };
    if (name === "as_of_date" && fallback !== String(edition))
      report.error(
        DAY.code,
        locationOf(raw, "assumed"),
        `as_of_date assumes ${fallback}, and the edition is ${String(edition)}.`,
        () => ({ said: fallback, meant: String(edition) }),
      );
    const { assumption } = raw as { readonly assumption?: unknown };
    const named = typeof assumption === "string" ? daysNamed(assumption) : [];
    const ofEdition = name === "as_of_date";
    const meant = ofEdition ? String(edition) : fallback;
    const [other] = named;
    if (other !== undefined && named.every(([, day]) => day !== meant))
      report.error(
        DAY.code,
        locationOf(raw, "assumption"),
        `The sentence names ${other[0]}, and ${ofEdition ? "the edition is" : `${name} assumes`} ${meant}.`,
        ofEdition ? "write {edition}" : "change both together",
      );
  }
}

/** A refusal names the days that its condition compares with, and no other. */
export function checkRefusedDays({ constraints }: ToolDef, report: Report): void {
  for (const { when, say } of constraints) {
    const compared = daysNamed(when.it.text).map(([, day]) => day);
    const named = daysNamed(say.it.parts.filter((part) => typeof part === "string").join(""));
    const [other] = compared.length === 0 ? [] : named.filter(([, day]) => !compared.includes(day));
    if (other !== undefined)
      report.error(
        DAY.code,
        locationOfWord(say.holder, say.key, other[0]),
        `The sentence names ${other[0]}, and its condition compares with ${compared.join(" and ")}.`,
        "change both together",
      );
  }
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** 1 November 2026, 1st Nov. 2026, November 1, 2026, 01/11/2026. */
const MONTH = `(?<month>${MONTHS.join("|")})[a-z]*\\.?`;
const DAY_OF_MONTH = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
const IN_WORDS = [
  `${DAY_OF_MONTH}(?: of)? ${MONTH},? `,
  `${MONTH} ${DAY_OF_MONTH}, `,
  "(?<day>\\d{1,2})([./])(?<month>\\d{1,2})\\2",
].map((order) => new RegExp(`\\b${order}(?<year>\\d{4})\\b`, "gi"));

/** Days in a sentence as they are written, and as dates. */
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

/** What was meant: month and day turned round, the end of a shorter month, or the day of it which is written most. */
function none({ day, key, location }: Day, all: readonly Day[], report: Report): void {
  const [year, month, last = ""] = day.split("-");
  const turned = `${year}-${last}-${month}`;
  const inMonth = all.map((each) => each.day).filter((each) => each.startsWith(`${year}-${month}-`));
  const often = (each: string) => inMonth.filter((other) => other === each).length;
  const ends = ["31", "30", "29", "28"].map((end) => `${year}-${month}-${end}`);
  const apart = (each: string) => Math.abs(Number(each.slice(-2)) - Number(last));
  const usual = inMonth.toSorted((a, b) => often(b) - often(a) || apart(a) - apart(b));
  const meant = [turned, ...(last > "31" ? usual : []), ...ends].find((each) => isDateText(each));
  const message = `${key === "" ? "No" : `${key} must be a date, and no`} calendar has the day ${day}.`;
  report.error(DAY.code, location, message, () =>
    meant === undefined ? "a day is written as year-month-day" : { said: day, meant },
  );
}

function beside(own: readonly Day[], report: Report): void {
  const counts = new Map<string, number>();
  for (const { day } of own) counts.set(day, (counts.get(day) ?? 0) + 1);
  const count = (day: string) => counts.get(day) ?? 0;
  for (const { key, day, location } of own) {
    if (count(day) > 1) continue;
    const others = [-1, 1].map((step) => moved(day, step)).find((other) => count(other) >= FEW);
    if (others === undefined) continue;
    report.error(
      DAY.code,
      location,
      `${key} ${day} is one day beside ${others}, which stands ${count(others)} times in the tool.`,
      () => ({ said: day, meant: others }),
    );
  }
}

/** Of periods that begin on one day all but one end together. */
function ends(own: readonly Day[], report: Report): void {
  for (const { day, from, location } of own) {
    const others = own.filter((each) => each.from === from && each.location !== location);
    const [first] = others;
    if (from === undefined || first === undefined || first.day === day || others.length < MANY) continue;
    if (others.every((each) => each.day === first.day))
      report.error(
        DAY.code,
        location,
        `This period from ${from} ends on ${day}, and all others from that day on ${first.day}.`,
        () => ({ said: day, meant: first.day }),
      );
  }
}

function daysIn({ path, text }: DefinitionFile): Day[] {
  return text.split("\n").flatMap((line, at) => {
    const end = /(?:^|\s)#/.exec(line)?.index ?? line.length;
    return [...line.slice(0, end).matchAll(DAYS)].map(({ 0: whole, 1: key = "", 2: day = "", index }) => ({
      day,
      key,
      from: /\bfrom: "?(\d{4}-\d\d-\d\d)/.exec(line)?.[1],
      location: { file: path, line: at + 1, column: index + whole.length - day.length + 1 },
    }));
  });
}

function moved(day: string, by: number): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? day : new Date(time + by * 86_400_000).toISOString().slice(0, 10);
}

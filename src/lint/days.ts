// Days that no calendar has, wherever they are written, and a `from` or `until` one day beside that of the others.
import type { Check } from "../engine/checks/check.js";
import type { DefinitionFile } from "../engine/language/files.js";
import type { Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import { isDateText } from "../engine/language/types.js";

export const DAY: Check = {
  code: "day",
  refuses: "a day that no calendar has, and a `from` or `until` one day beside that of others in the file",
  example: "No calendar has the day 2026-31-12. (did you mean 2026-12-31?)",
};

interface Day {
  readonly day: string;
  /** The key that it is the value of. */
  readonly key: string;
  readonly location: Location;
}

/** Others with the same day that tell that one was meant to be theirs. */
const FEW = 2;
const DAYS = /(?:\b(from|until): "?)?\b(\d{4}-\d\d-\d\d)\b/g;

const found = new WeakMap<DefinitionFile, readonly Day[]>();

export function checkDays(files: Iterable<DefinitionFile>, report: Report): void {
  for (const file of files) {
    const days = found.get(file) ?? daysIn(file);
    found.set(file, days);
    for (const { day, location } of days) if (!isDateText(day)) none(day, location, report);
    for (const key of ["from", "until"]) beside(key, days, report);
  }
}

function none(day: string, location: Location, report: Report): void {
  const [year, month, last] = day.split("-");
  const turned = `${year}-${last}-${month}`;
  report.error(DAY.code, location, `No calendar has the day ${day}.`, () =>
    isDateText(turned) ? { said: day, meant: turned } : undefined,
  );
}

function beside(key: string, days: readonly Day[], report: Report): void {
  const own = days.filter((each) => each.key === key);
  const count = (day: string) => own.filter((each) => each.day === day).length;
  for (const { day, location } of own) {
    const others = [-1, 1].map((step) => moved(day, step)).find((other) => count(other) >= FEW);
    if (others === undefined || count(day) > 1) continue;
    report.error(
      DAY.code,
      location,
      `${key} ${day} is one day beside ${others}, which stands ${count(others)} times in the file.`,
      () => ({ said: day, meant: others }),
    );
  }
}

function daysIn({ path, text }: DefinitionFile): Day[] {
  return text.split("\n").flatMap((line, at) => {
    const end = /(?:^|\s)#/.exec(line)?.index ?? line.length;
    return [...line.slice(0, end).matchAll(DAYS)].map(({ 0: whole, 1: key = "", 2: day = "", index }) => ({
      day,
      key,
      location: { file: path, line: at + 1, column: index + whole.length - day.length + 1 },
    }));
  });
}

function moved(day: string, by: number): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? day : new Date(time + by * 86_400_000).toISOString().slice(0, 10);
}

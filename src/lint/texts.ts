// Numbers and days of constants that texts repeat, in digits or in words, so that a change of one does not forget the other.

import type { Check } from "../engine/checks/check.js";
import { LISTS } from "../engine/language/common-fields.js";
import { leavesOf } from "../engine/language/entries.js";
import type { Report } from "../engine/language/findings.js";
import { locationOf } from "../engine/language/locations.js";
import type { ToolDef, WrittenTemplate } from "../engine/language/model.js";
import { isDateText } from "../engine/language/types.js";
import { unitOfName } from "../engine/language/unit-names.js";
import { isPure, parseUnit, sameDimensions, sameScale, type Unit } from "../engine/language/units.js";
import { daysNamed } from "./days.js";
import { checkRowNumbers } from "./row-numbers.js";
import { isPlain, NUMBER, NUMBER_WORDS, numberOf } from "./written-numbers.js";

export const REPEATED_NUMBER: Check = {
  code: "repeated_number",
  refuses:
    "a text, title, description or cell that repeats the number or day of a constant, a cell that states another limit than the number of its row, a code such as `50_80` without it",
  example:
    'The text repeats 8,760, the value of hours. (change both together, or write {hours}; {"8,760"} if it is another)',
};

/** Any number in a sentence that is no clause, date or range of characters. */
const MENTIONED = new RegExp(`(?<![\\w.]|\\d[(-])(?:${NUMBER})(?!\\w|-\\d)`, "gi");

interface Constant {
  readonly name: string;
  readonly unit: string | undefined;
}

/** A number in a sentence, and what stands around it. */
interface Mention {
  readonly written: string;
  readonly before: string;
  readonly after: string;
}

export function checkRepeatedNumbers(tool: ToolDef, report: Report): void {
  for (const template of textsOf(tool))
    repeated(template, tool, report, (constants, mention) =>
      constants.find((each) => standsFor(each, mention)),
    );
  // A refusal lists what is allowed: a number in it is a constant where the words are its own.
  for (const template of [...tool.texts, ...tool.constraints.map(({ say }) => say)])
    repeated(template, tool, report, (constants, mention) => namedIn(constants, mention, template));
  for (const table of tool.tables.values()) checkRowNumbers(table, report);
}

/** The sentences of a tool, but for what names editions of standards. */
export function textsOf(tool: ToolDef): WrittenTemplate[] {
  return tool.values.flatMap((value) => {
    if (value.name === LISTS.standard) return [];
    if (value.kind === "collect" || value.kind === "decide")
      return leavesOf(value.entries).flatMap(({ entry: { give } }) =>
        give?.kind === "text" ? [give.template] : [],
      );
    return value.kind === "text" ? [value.template] : [];
  });
}

function repeated(
  { it, holder, key }: WrittenTemplate,
  tool: ToolDef,
  report: Report,
  meant: (constants: readonly Constant[], mention: Mention) => Constant | undefined,
): void {
  const tell = (written: string, name: string, mend = name) =>
    report.error(
      REPEATED_NUMBER.code,
      locationOf(holder, key),
      `The text repeats ${written}, the value of ${name}.`,
      `change both together, or write {${mend}}; {${/^[\d.]+$/.test(written) ? written : `"${written}"`}} if it is another`,
    );
  const { numbers, days } = constantsOf(tool);
  for (const part of it.parts) {
    if (typeof part !== "string") continue;
    for (const [written, day] of daysNamed(part)) {
      const name = days.get(day);
      if (name !== undefined && written !== it.text)
        tell(written, name, written === day ? name : `long_date(${name})`);
    }
    for (const { 0: written, index } of part.matchAll(MENTIONED)) {
      const mention = { written, before: part.slice(0, index), after: part.slice(index + written.length) };
      const constant = meant(numbers.get(numberOf(written)) ?? [], mention);
      if (constant !== undefined)
        tell(written, constant.name, isInWords(mention) ? `in_words(${constant.name})` : constant.name);
    }
  }
}

interface Constants {
  readonly numbers: ReadonlyMap<number, readonly Constant[]>;
  readonly days: ReadonlyMap<string, string>;
}

const known = new WeakMap<ToolDef, Constants>();

function constantsOf(tool: ToolDef): Constants {
  const before = known.get(tool);
  if (before !== undefined) return before;
  const numbers = new Map<number, Constant[]>();
  const days = new Map<string, string>();
  for (const { name, unit = unitOfName(name), ...value } of tool.values) {
    if (value.kind !== "constant") continue;
    const { constant } = value;
    if (typeof constant === "number")
      numbers.set(constant, [{ name, unit }, ...(numbers.get(constant) ?? [])]);
    else if (typeof constant === "string" && isDateText(constant)) days.set(constant, name);
  }
  const found = { numbers, days };
  known.set(tool, found);
  return found;
}

function isInWords({ written }: Mention): boolean {
  return written.toLowerCase() in NUMBER_WORDS;
}

/** Smaller numbers mean so much else that only the noun of the constant tells: two years, or 5 % beside lighting. */
const SMALL = 10;

function standsFor(constant: Constant, mention: Mention): boolean {
  if (counts(constant, mention)) return true;
  const unit = unitAfter(mention.after);
  return (
    numberOf(mention.written) >= SMALL &&
    (unit === undefined || unit === constant.unit) &&
    (!isInWords(mention) || isPlain(constant.unit))
  );
}

const PER_CENT = /^((?: to [\d.]+)? )per ?cent\b/;

function counts({ name, unit }: Constant, { before, after }: Mention): boolean {
  const word = /^[ -]([\p{L}%]+)/u.exec(after.replace(PER_CENT, "$1%"))?.[1] ?? "";
  const nouns = nounsOf(name);
  const isLimit = isPlain(unit) && /\b(?:above|below|than|least|most|up to|exceeds?) $/.test(before);
  if (unit === word || isLimit) {
    // "the renovation cap of 7 %", "the 7 % cap"
    const around = wordsIn(`${before} ${/^\W*\w* \w+/.exec(after)?.[0] ?? ""}`);
    return nouns.some((noun) => around.includes(noun));
  }
  return isPlain(unit) ? nouns.includes(singular(word)) : nouns.at(-1) === singular(word);
}

/**
 * A title, description or cell speaks of much that is no constant: it repeats one where it gives the number the same unit and
 * the clause names at least half of what the constant is called after, or the text shows the constant elsewhere. Of several the
 * one that it names most of is meant.
 */
function namedIn(
  constants: readonly Constant[],
  mention: Mention,
  { it: { parts } }: WrittenTemplate,
): Constant | undefined {
  const said = unitBeside(mention);
  if (said === undefined) return undefined;
  const shown = parts.flatMap((part) => (typeof part === "string" ? [] : part.formula.text));
  const words = wordsIn(`${mention.before.split(CLAUSE_END).at(-1)} ${mention.after.split(CLAUSE_END)[0]}`);
  const ranked = constants.flatMap((constant) => {
    const own = parseUnit(constant.unit ?? "1");
    if (own === undefined || isPure(own) || !sameDimensions(own, said) || !sameScale(own, said)) return [];
    if (shown.includes(constant.name)) return [{ constant, named: Number.POSITIVE_INFINITY }];
    const nouns = nounsOf(constant.name).filter((noun) => !GENERAL.has(noun));
    const named = nouns.filter((noun) =>
      words.some((word) => word.startsWith(noun) || (word.length > SHORT && noun.startsWith(word))),
    );
    return named.length > 0 && named.length * 2 >= nouns.length ? [{ constant, named: named.length }] : [];
  });
  return ranked.sort((a, b) => b.named - a.named)[0]?.constant;
}

/** The unit that a number is written with: 3,600 GBP, GBP 3,600, 7 %, 2 years. */
function unitBeside({ before, after }: Mention): Unit | undefined {
  const written =
    /^[ -]?(%|\p{L}[\p{L}\d/^]*)/u.exec(after.replace(PER_CENT, "$1%"))?.[1] ??
    /\b([A-Z]{3}) $/.exec(before)?.[1];
  return written === undefined ? undefined : (parseUnit(written) ?? parseUnit(singular(written)));
}

/** Words up to this length begin many others. */
const SHORT = 3;
const CLAUSE_END = /[,;.()](?= |$)/;

/** Nouns of names that speak of any number. */
const GENERAL: ReadonlySet<string> = new Set([
  "limit",
  "from",
  "year",
  "month",
  "day",
  "per",
  "pct",
  "area",
  "reference",
]);

function nounsOf(name: string): string[] {
  return name
    .split("_")
    .filter((noun) => noun.length > 2)
    .map(singular);
}

function wordsIn(text: string): string[] {
  return (text.match(/\p{L}{3,}/gu) ?? []).map(singular);
}

function singular(noun: string): string {
  return noun.toLowerCase().replace(/s$/, "");
}

/** The unit that a sentence gives a number, where that tells it from constants of another: 20 to 30 %, a 24-hour day. */
function unitAfter(text: string): string | undefined {
  if (/^(?: to [\d.]+)? %/.test(text.replace(PER_CENT, "$1%"))) return "%";
  return /^-hour\b/.test(text) ? "h" : undefined;
}

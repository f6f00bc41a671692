// Numbers and days of constants that texts repeat, in digits or in words, so that a change of one does not forget the other.

import type { Check } from "../engine/checks/check.js";
import { LISTS } from "../engine/language/common-fields.js";
import { leavesOf } from "../engine/language/entries.js";
import type { Report } from "../engine/language/findings.js";
import { locationOfWord } from "../engine/language/locations.js";
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
    "a text, title, description or cell that repeats the number or day of a constant or the edition, a sentence that repeats that of a cell or what is assumed, a cell that states another limit than the number of its row, a code such as `50_80` without it or that of the row before",
  example:
    'The text repeats 8,760, the value of hours. (change both together, or write {hours:,0}; {"8,760"} if it is another)',
};

const MONEY = "GBP|EUR|USD|AED|SAR";
/** Any number in a sentence that is no clause, date or range of characters. */
const MENTIONED = new RegExp(
  `(?<=\\b(?:${MONEY})|(?<![\\w.]|\\d[(-]))(?:${NUMBER})(?!-\\d|(?!(?:[kM]?Wh?|kVA|[mck]?m[23]?|${MONEY})\\b)\\w)`,
  "gi",
);

interface Constant {
  /** What it is called after, where that is not its name. */
  readonly noun?: string;
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
  const cells = cellsOf(tool);
  for (const template of textsOf(tool))
    repeated(
      template,
      tool,
      report,
      (constants, mention) =>
        constants.find((each) => standsFor(each, mention)) ??
        namedIn(constants, mention) ??
        namedIn(cells.get(numberOf(mention.written)) ?? [], mention),
    );
  // What cannot hold a formula cannot take a cell either; a refusal lists what is allowed, and a number in it is a constant only
  // where the words are its own.
  for (const template of [...tool.texts, ...tool.constraints.map(({ say }) => say)])
    repeated(template, tool, report, (constants, mention) => namedIn(constants, mention, template));
  assumedByHand(tool, report);
  for (const table of tool.tables.values()) checkRowNumbers(table, report);
}

/** A sentence on what is assumed that names the number by hand: it is that of the line above, or another by mistake. */
function assumedByHand(tool: ToolDef, report: Report): void {
  const section = (tool.holder as { readonly inputs?: Readonly<Record<string, object>> }).inputs ?? {};
  const sentences = textsOf(tool).filter(({ key }) => key === "assumption");
  for (const { name, fallback, unit } of tool.inputs.values()) {
    const template = sentences.find(({ holder }) => holder === section[name]);
    const own = parseUnit(unit ?? unitOfName(name) ?? "1");
    const isShown = template?.it.parts.some(
      (part) => typeof part !== "string" && part.formula.text.includes(name),
    );
    if (template === undefined || typeof fallback !== "number" || own === undefined || isShown) continue;
    const { holder, key, it } = template;
    for (const { 0: written, index } of it.text.matchAll(MENTIONED)) {
      const said = unitBeside({
        written,
        before: it.text.slice(0, index),
        after: it.text.slice(index + written.length),
      });
      if (said === undefined || isPure(said) || !sameDimensions(own, said) || !sameScale(own, said)) continue;
      const message = `The sentence says ${written}, and ${name} assumes ${fallback}.`;
      report.error(REPEATED_NUMBER.code, locationOfWord(holder, key, written), message, `write {${name}}`);
    }
  }
}

/** The sentences of a tool; without what names editions of standards, unless that is asked for. */
export function textsOf(tool: ToolDef, withStandard = false): WrittenTemplate[] {
  return tool.values.flatMap((value) => {
    if (value.name === LISTS.standard && !withStandard) return [];
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
      locationOfWord(holder, key, written),
      `The text repeats ${written}, the value of ${name}.`,
      `change both together, or write {${mend}}; {"${written}"} if it is another`,
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
      if (constant !== undefined) tell(written, constant.name, bracesOf(constant, mention));
    }
  }
}

/** What prints a constant as it is written here. */
function bracesOf({ name }: Constant, mention: Mention): string {
  if (isInWords(mention)) return `in_words(${name})`;
  const [, decimals] = /^\d[\d]*,\d{3}(?:,\d{3})*(?:\.(\d+))?$/.exec(mention.written) ?? [];
  return mention.written.includes(",") ? `${name}:,${decimals?.length ?? 0}` : name;
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
  const { edition } = tool.holder as { readonly edition?: unknown };
  const days = new Map([[String(edition), "edition"]]);
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

/** The numbers with a unit that a lookup finds, by what finds them. */
function cellsOf(tool: ToolDef): Map<number, Constant[]> {
  const cells = new Map<number, Constant[]>();
  for (const { name: table, keys, columns, rows } of tool.tables.values()) {
    const given = keys.map((key) => key.name).join(", ");
    const found = [...columns.values()].filter(({ name }) => !keys.some((key) => key.columns.includes(name)));
    for (const { name: column, unit = unitOfName(column) } of keys.length === 0 ? [] : found) {
      const name = `${table}(${given})${found.length > 1 ? `.${column}` : ""}`;
      for (const { [column]: cell } of rows)
        if (typeof cell === "number")
          cells.set(cell, [...(cells.get(cell) ?? []), { name, unit, noun: column }]);
    }
  }
  return cells;
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
 * A title, description or cell speaks of much that is no constant, as a sentence does of much that is no cell: it repeats one
 * where it gives the number the same unit and the clause names at least half of what that is called after, or a fixed text shows
 * it elsewhere. Of several the one that it names most of is meant.
 */
function namedIn(
  constants: readonly Constant[],
  mention: Mention,
  fixed?: WrittenTemplate,
): Constant | undefined {
  const said = unitBeside(mention);
  if (said === undefined) return undefined;
  const shown = (fixed?.it.parts ?? []).flatMap((part) =>
    typeof part === "string" ? [] : part.formula.text,
  );
  const words = wordsIn(`${mention.before.split(CLAUSE_END).at(-1)} ${mention.after.split(CLAUSE_END)[0]}`);
  const ranked = constants.flatMap((constant) => {
    const own = parseUnit(constant.unit ?? "1");
    if (own === undefined || isPure(own) || !sameDimensions(own, said) || !sameScale(own, said)) return [];
    if (shown.includes(constant.name)) return [{ constant, named: Number.POSITIVE_INFINITY }];
    const nouns = nounsOf(constant.noun ?? constant.name).filter((noun) => !GENERAL.has(noun));
    const named = nouns.filter((noun) =>
      words.some((word) => word.startsWith(noun) || (word.length > SHORT && noun.startsWith(word))),
    );
    return named.length > 0 && named.length * 2 >= nouns.length ? [{ constant, named: named.length }] : [];
  });
  return ranked.sort((a, b) => b.named - a.named)[0]?.constant;
}

const SIGNS: Readonly<Record<string, string>> = {
  ...{ "£": "GBP", "€": "EUR", $: "USD", pound: "GBP", euro: "EUR", dollar: "USD" },
  ...{ kilowatt: "kW", megawatt: "MW", metre: "m" },
};

/** The unit that a number is written with: 3,600 GBP, GBP 3,600, £3,600, 7 %, 2 years. */
function unitBeside({ before, after }: Mention): Unit | undefined {
  const written = [
    /^[ -]?(%|\p{L}[\p{L}\d/^]*)/u.exec(after.replace(PER_CENT, "$1%"))?.[1],
    /(?:\b[A-Z]{3} ?|[£€$])$/.exec(before)?.[0].trim(),
  ];
  return written
    .flatMap((word = "") => [word, singular(word)])
    .map((word) => parseUnit(SIGNS[word] ?? word))
    .find((unit) => unit !== undefined);
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
  "hour",
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
  return (text.match(/\p{L}{3,}|[£€$]/gu) ?? []).map((word) => singular(SIGNS[word] ?? word));
}

function singular(noun: string): string {
  return noun.toLowerCase().replace(/s$/, "");
}

/** The unit that a sentence gives a number, where that tells it from constants of another: 20 to 30 %, a 24-hour day. */
function unitAfter(text: string): string | undefined {
  if (/^(?: to [\d.]+)? %/.test(text.replace(PER_CENT, "$1%"))) return "%";
  return /^-hour\b/.test(text) ? "h" : undefined;
}

// Reports texts that repeat the number or date of a constant, because a later change may miss them.

import type { Check } from "../engine/checks/check.js";
import { leavesOf } from "../engine/language/entries.js";
import type { Report } from "../engine/language/findings.js";
import type { ToolDef, WrittenTemplate } from "../engine/language/model.js";
import { isDateText } from "../engine/language/types.js";
import { unitOfName } from "../engine/language/unit-names.js";
import { isPure, parseUnit, sameDimensions, sameScale, type Unit } from "../engine/language/units.js";
import { daysNamed, NUMBER, NUMBER_WORDS, numberOf } from "./written-numbers.js";

export const REPEATED_NUMBER: Check = {
  code: "repeated_number",
  isRemark: true,
  refuses:
    "a text, title, description or cell that repeats the number of a constant with its unit and name, a day of a constant or the edition; a sentence that repeats a cell",
  example:
    'The text repeats 3,600, the value of connection_cap_gbp. (change both together, or write {connection_cap_gbp:,0}; {"3,600"} if it is another)',
};

const MONEY = "GBP|EUR|USD|AED|SAR";
/** Numbers in a sentence, except clauses, dates and ranges of characters. */
const MENTIONED = new RegExp(
  `(?<=\\b(?:${MONEY})|(?<![\\w.]|\\d[(-]))(?:${NUMBER})(?!-\\d|(?!(?:[kM]?Wh?|kVA|[mck]?m[23]?|${MONEY})\\b)\\w)`,
  "gi",
);

interface Constant {
  /** The name with the nouns that a sentence would use, if not `name`: a table column. */
  readonly noun?: string;
  readonly name: string;
  readonly unit: string | undefined;
}

/** A number in a sentence, and the text around it. */
interface Mention {
  readonly written: string;
  readonly before: string;
  readonly after: string;
}

export function checkRepeatedNumbers(tool: ToolDef, report: Report): void {
  const { numbers } = constantsOf(tool);
  const cells = cellsOf(tool);
  for (const template of textsOf(tool))
    repeated(template, tool, report, (value, mention) => {
      const constant = namedIn(numbers.get(value) ?? [], mention);
      return constant ?? namedIn(cells.get(value) ?? [], mention);
    });
  // Titles, descriptions and constraint texts cannot contain table cells.
  for (const template of [...tool.texts, ...tool.constraints.map(({ say }) => say)])
    repeated(template, tool, report, (value, mention) => namedIn(numbers.get(value) ?? [], mention));
}

/** Returns the sentences of a tool, except references to standards. */
function textsOf(tool: ToolDef): WrittenTemplate[] {
  return tool.values.flatMap((value) => {
    if (value.list === "standard_reference") return [];
    if (value.kind === "collect" || value.kind === "decide")
      return leavesOf(value.entries).flatMap(({ entry: { give } }) =>
        give?.kind === "text" ? [give.template] : [],
      );
    return value.kind === "text" ? [value.template] : [];
  });
}

function repeated(
  { it, at, key }: WrittenTemplate,
  tool: ToolDef,
  report: Report,
  meant: (value: number, mention: Mention) => Constant | undefined,
): void {
  const tell = (written: string, name: string, mend = name) =>
    report.found(
      REPEATED_NUMBER,
      at.ofWord(key, written),
      `The text repeats ${written}, the value of ${name}.`,
      `change both together, or write {${mend}}; {"${written}"} if it is another`,
    );
  const { days } = constantsOf(tool);
  for (const part of it.parts) {
    if (typeof part !== "string") continue;
    for (const [written, day] of daysNamed(part)) {
      const name = days.get(day);
      if (name !== undefined && written !== it.text)
        tell(written, name, written === day ? name : `long_date(${name})`);
    }
    for (const { 0: written, index } of part.matchAll(MENTIONED)) {
      const mention = { written, before: part.slice(0, index), after: part.slice(index + written.length) };
      const constant = meant(numberOf(written), mention);
      if (constant !== undefined) tell(written, constant.name, bracesOf(constant, mention));
    }
  }
}

/** Returns the braces that print a constant as the text writes it. */
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
  const days = new Map([[tool.edition, "edition"]]);
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

/** Returns numbers with units in lookup results, with their lookups. */
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

/**
 * Returns the constant with the unit of the mention and with at least half of the nouns of its name in the clause; of
 * several, the one with most.
 */
function namedIn(constants: readonly Constant[], mention: Mention): Constant | undefined {
  const said = unitBeside(mention);
  if (said === undefined) return undefined;
  const words = wordsIn(`${mention.before.split(CLAUSE_END).at(-1)} ${mention.after.split(CLAUSE_END)[0]}`);
  const ranked = constants.flatMap((constant) => {
    const own = parseUnit(constant.unit ?? "1");
    if (own === undefined || isPure(own) || !sameDimensions(own, said) || !sameScale(own, said)) return [];
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

const PER_CENT = /^((?: to [\d.]+)? )per ?cent\b/;

/** Returns the unit next to a number: 3,600 GBP, GBP 3,600, £3,600, 7 %, 2 years. */
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

/** Nouns in names of many constants. */
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

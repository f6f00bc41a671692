// Lists copies of a changed number or day that still have the old value.
import type { DefinitionFile } from "../../engine/language/files.js";
import { isDateText } from "../../engine/language/types.js";
import { unitOfName } from "../../engine/language/unit-names.js";
import { isPure, parseUnit, sameDimensions, sameScale, type Unit } from "../../engine/language/units.js";
import { toolOf } from "../cause.js";
import { nounsOf, unitBeside } from "../mentions.js";
import { daysNamed, NUMBER, NUMBER_WORDS, numberOf } from "../written-numbers.js";
import type { Doubt, Edit, SetChanges, Versions } from "./edits.js";
import { Lines } from "./tokens.js";

/** A copy needs this many points. */
const ENOUGH = 3;
const MOST_COPIES = 12;
const MENTION = new RegExp(`(?<![\\w.])(?:${NUMBER})(?![\\w-]*\\d)`, "gi");

interface Old {
  readonly edit: Edit;
  readonly written: string;
  readonly value: number | string;
  readonly unit: Unit | undefined;
  readonly nouns: ReadonlySet<string>;
}

export function copiesLeft({ edits, lines: changed }: SetChanges, { after }: Versions): Doubt[] {
  const old = edits.flatMap((edit) => valueIn(edit, after) ?? []);
  if (old.length === 0) return [];
  const written = new RegExp(old.flatMap(({ value }) => formsOf(value)).join("|"), "i");
  const found = new Map<Edit, Doubt[]>();
  for (const file of after.values()) {
    if (!written.test(file.text)) continue;
    const lines = new Lines(file);
    lines.lines.forEach((text, at) => {
      if (!written.test(text)) return;
      for (const mention of mentionsIn(text))
        for (const each of old) {
          const isOwn = each.edit.file === file.path && each.edit.at.line === at + 1;
          if (each.value !== mention.value || (changed.get(file.path)?.has(at + 1) && !isOwn)) continue;
          if (pointsOf(each, lines, at + 1, mention.index, mention.written) >= ENOUGH)
            found.set(each.edit, [
              ...(found.get(each.edit) ?? []),
              doubtOf(each, file, at + 1, mention.index, mention.written),
            ]);
        }
    });
  }
  return [...found.values()].flatMap((doubts) => doubts.slice(0, MOST_COPIES));
}

/** Returns patterns of which one is in every text with the value. */
function formsOf(value: number | string): string[] {
  if (typeof value === "string") return [value.slice(0, 4)];
  const word = Object.entries(NUMBER_WORDS).find(([, number]) => number === value)?.[0];
  const first = /^\d{1,3}?(?=(?:\d{3})*(?:\.|$))/.exec(String(value))?.[0] ?? "";
  return [`(?<!\\d)${first}`, ...(word === undefined ? [] : [word])];
}

function doubtOf(old: Old, { path }: DefinitionFile, line: number, index: number, written: string): Doubt {
  const { edit } = old;
  return {
    location: { file: path, line, column: index + 1 },
    message: `${written} is still here. At ${edit.file}:${edit.at.line} it is now ${edit.after.join(" ")}.`,
  };
}

/** Returns the value that an edit replaced, with its unit and nouns. */
function valueIn(edit: Edit, after: Versions["after"]): Old | undefined {
  const [written, ...more] = edit.before;
  const [now, ...rest] = edit.after;
  const file = after.get(edit.file);
  if (written === undefined || now === undefined || more.length + rest.length > 0 || file === undefined)
    return undefined;
  const value = asValue(written);
  if (value === undefined || asValue(now) === undefined || asValue(now) === value) return undefined;
  const lines = new Lines(file);
  if (lines.use(edit.at) === "upkeep") return undefined;
  const { line, column } = edit.at;
  const text = lines.at(line);
  const keys = lines.keys(line, column).map(({ key }) => key);
  const stated = parseUnit(/\bunit: "?([^,}"]+)/.exec(text)?.[1] ?? "");
  return {
    edit,
    written,
    value,
    unit: stated ?? unitAt(text, column - 1, now, keys),
    nouns: new Set([...keys.slice(0, 2), ...wordsOf(text)].flatMap(nounsOf)),
  };
}

/** Returns a number or a day. */
function asValue(text: string): number | string | undefined {
  if (isDateText(text)) return text;
  const number = /^\d/.test(text) || text.toLowerCase() in NUMBER_WORDS ? numberOf(text) : Number.NaN;
  return Number.isNaN(number) ? undefined : number;
}

function* mentionsIn(text: string): Generator<{ value: number | string; written: string; index: number }> {
  for (const [written, value] of daysNamed(text)) yield { value, written, index: text.indexOf(written) };
  for (const { 0: written, index } of text.matchAll(MENTION))
    yield { value: numberOf(written), written, index };
}

/** Rates a mention: the same tool, the same unit, shared nouns, a rare number. */
function pointsOf(old: Old, lines: Lines, line: number, index: number, written: string): number {
  const keys = lines.keys(line, index + 1).map(({ key }) => key);
  const unit = unitAt(lines.at(line), index, written, keys.slice(0, 2));
  const words = new Set([...keys.slice(0, 2), ...wordsOf(lines.around(line))].flatMap(nounsOf));
  const shared = [...old.nouns].filter((noun) => words.has(noun)).length;
  const isSameTool = toolOf(lines.file.path) === toolOf(old.edit.file);
  const isDay = typeof old.value === "string";
  const isRare = isDay || String(old.value).replace(/0+$|\./g, "").length > 2 || old.value >= 1000;
  const fits =
    unit === undefined || old.unit === undefined
      ? 0
      : sameDimensions(unit, old.unit) && sameScale(unit, old.unit)
        ? 1
        : -2;
  // A single digit is often another fact.
  const least = !isDay && old.value < 10 ? 1 : 0;
  return (
    (isSameTool ? 1 : 0) -
    least +
    fits +
    Math.min(shared, 2) +
    (isRare ? 1 : 0) +
    (isDay && isSameTool ? 1 : 0)
  );
}

/** Returns the unit next to a number, or in the nearest name that has one. */
function unitAt(text: string, index: number, written: string, keys: readonly string[]): Unit | undefined {
  const beside = unitBeside(text.slice(0, index), text.slice(index + written.length));
  const named = () => keys.map(unitOfName).find((unit) => unit !== undefined);
  const unit = beside ?? parseUnit(named() ?? "1");
  return unit === undefined || isPure(unit) ? undefined : unit;
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}[\p{L}_]{2,}/gu) ?? [];
}

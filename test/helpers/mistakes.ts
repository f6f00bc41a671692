// Draws mistakes of twenty kinds at random places of the definitions, each an edit of one file.
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { readFolder } from "../../src/definitions/read-folder.js";
import type { DefinitionFile } from "../../src/engine/language/files.js";
import { parseUnit, sameDimensions, UNIT_NAMES } from "../../src/engine/language/units.js";

export interface Mistake {
  readonly kind: string;
  readonly file: string;
  /** The line that a reviewer has to look at. */
  readonly line: number;
  readonly text: string;
  readonly said: string;
}

/** A place where a mistake can be made, with the replaced text. */
interface Place {
  readonly file: DefinitionFile;
  readonly index: number;
  readonly length: number;
  readonly put: string;
  /** The line to name, if not that of the edit. */
  readonly line?: number;
}

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
function generator(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let random = generator(0);
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

export const files = readFolder(DEFAULT_FOLDER).filter(({ path }) => path !== "plans.yaml");
const sources = files.find(({ path }) => path === "sources.yaml")?.text ?? "";
const SOURCES = [...sources.matchAll(/^(\w+):/gm)].map(([, id = ""]) => id);
/** Values of these keys are no facts of the subject. */
const UPKEEP = /\b(?:version|edition|review_by|url|id|name): *$/;
const definitions = files.filter(({ path }) => path !== "sources.yaml" && path !== "licences.yaml");

/** Returns matches of the first group outside of comments. */
function places(
  pattern: RegExp,
  put: (found: string, match: RegExpMatchArray, file: DefinitionFile) => string | undefined,
  only: (line: string) => boolean = () => true,
  of = definitions,
): Place[] {
  return of.flatMap((file) =>
    [...file.text.matchAll(pattern)].flatMap((match): Place[] => {
      const said = match[1] ?? "";
      const index = match.index + match[0].indexOf(said);
      const from = file.text.lastIndexOf("\n", index) + 1;
      const before = file.text.slice(from, index);
      const end = file.text.indexOf("\n", index);
      if (/(?:^|\s)#/.test(before) || UPKEEP.test(before)) return [];
      if (!only(file.text.slice(from, end < 0 ? undefined : end))) return [];
      const now = put(said, match, file);
      return now === undefined || now === said ? [] : [{ file, index, length: said.length, put: now }];
    }),
  );
}

const NUMBER = /(?<=(?:[:[,] |[-+*/<>=(] ?))(\d+(?:\.\d+)?)(?=[,}\])\s])/g;
const isFormula = (line: string) =>
  /\b(?:when|formula|give|met|applies|where|each|ratio): .*[\w)] (?:[-+*/<>=]|and|or)/.test(line) ||
  /^\s+\w+: \w+ (?:[-+*/<>]|<=|>=|==|and|or) \w+/.test(line);
const isSentence = (line: string) => /[a-z]{3,} [a-z]{2,} [a-z]{2,}/.test(line) && !isFormula(line);

function anotherDigit(number: string): string {
  const at = Math.floor(random() * number.replace(/\..*/, "").length);
  return (
    number.slice(0, at) +
    ((Number(number[at]) + 1 + Math.floor(random() * 8)) % 10 || 1) +
    number.slice(at + 1)
  );
}

function exchanged(number: string): string | undefined {
  for (let at = 0; at + 1 < number.length; at++) {
    const [one = "", other = ""] = [number[at], number[at + 1]];
    if (one !== other && /\d\d/.test(one + other) && other !== "0")
      return number.slice(0, at) + other + one + number.slice(at + 2);
  }
  return undefined;
}

function anotherDay(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const swapped = Number(date) <= 12 && month !== date ? `${year}-${date}-${month}` : undefined;
  return random() < 0.5 && swapped !== undefined
    ? swapped
    : `${Number(year) + (random() < 0.5 ? 1 : -1)}-${month}-${date}`;
}

function words(file: DefinitionFile, pattern: RegExp): string[] {
  return [...new Set([...file.text.matchAll(pattern)].map(([, word = ""]) => word))];
}

const OPPOSITE: Readonly<Record<string, string>> = {
  ...{ "<=": "<", "<": "<=", ">=": ">", ">": ">=" },
  ...{ min: "max", max: "min", ceil: "floor", floor: "ceil", sum: "count" },
  ...{ and: "or", or: "and", "+": "-", "-": "+" },
};
const REVERSED: Readonly<Record<string, string>> = { "<=": ">=", "<": ">", ">=": "<=", ">": "<" };

/** Returns constants of two digits or more that a sentence or comment of the same tool repeats with a noun of their name. */
function copies(): Place[] {
  return definitions.flatMap((file) =>
    [...file.text.matchAll(/^ {2}(\w+): \{constant: (\d\d[\d.]*|\d+\.\d+)([,}].*)$/gm)].flatMap(
      (match): Place[] => {
        const [whole, name = "", number = "", rest = ""] = match;
        const tool = file.path.replace(/\.yaml$|(?<=\w)\/.*$/g, (found) => (found === ".yaml" ? "" : found));
        const nouns = name.split("_").filter((noun) => noun.length > 3);
        const grouped = Number(number).toLocaleString("en-GB");
        const written = new RegExp(
          `(?<![\\w.,])(?:${number.replace(".", "\\.")}|${grouped})(?![\\w]|[.,]\\d)`,
        );
        return definitions
          .filter(({ path }) => path === file.path || path.startsWith(`${tool}/`))
          .flatMap((other) =>
            other.text.split("\n").flatMap((line, at): Place[] => {
              const names = nouns.some((noun) => line.toLowerCase().includes(noun));
              if (
                other !== file ||
                !names ||
                !written.test(line) ||
                line.includes("constant:") ||
                !isSentence(line)
              )
                return [];
              const put = `  ${name}: {constant: ${anotherDigit(number)}${rest.replace(/\}/, "").replace(/(cite: [^,}]+)/, "$1 bis")}}`;
              return [{ file, index: match.index, length: whole.length, put, line: at + 1 }];
            }),
          );
      },
    ),
  );
}

const UNITS = UNIT_NAMES.filter((unit) => parseUnit(unit) !== undefined);

const KINDS: Readonly<Record<string, () => Place[]>> = {
  "a digit is wrong": () => places(NUMBER, anotherDigit, (line) => !isSentence(line)),
  "digits are exchanged": () => places(NUMBER, exchanged, (line) => !isSentence(line)),
  "the point is wrong": () =>
    places(
      NUMBER,
      (found) => String(Number(found) * (random() < 0.5 ? 10 : 0.1)),
      (line) => !isSentence(line),
    ),
  "another unit": () =>
    places(/\bunit: "?([\w%/^]+)/g, (unit) => {
      const own = parseUnit(unit);
      const like =
        own === undefined
          ? []
          : UNITS.filter((each) => each !== unit && sameDimensions(own, parseUnit(each) ?? own));
      return like.length === 0 ? undefined : oneOf(like);
    }),
  "a conversion is lost": () => places(/\w( [*/] 1000?)\b/g, () => "", isFormula),
  "a row is lost": () => places(/(?<=\n)( +- \{[^\n]*\}\n)/g, () => ""),
  "cells are exchanged": () =>
    places(/(?<=\n)( +- \{(\w+): [^\n]*\n +- \{\2: [^\n]*\n)/g, (rows) => {
      const [one = "", other = ""] = rows.split("\n");
      const cell = /(: )(\d[\d.]*)([,}])/;
      const [a, b] = [cell.exec(one)?.[2], cell.exec(other)?.[2]];
      if (a === undefined || b === undefined || one.replace(cell, `$1${b}$3`) === other) return undefined;
      return `${one.replace(cell, `$1${b}$3`)}\n${other.replace(cell, `$1${a}$3`)}\n`;
    }),
  "a sign is wrong": () => places(/[\w)] ([+-]) [\w(]/g, (sign) => OPPOSITE[sign], isFormula),
  "the limit itself": () => places(/\w (<=|>=|<|>) /g, (sign) => OPPOSITE[sign], isFormula),
  "a comparison is reversed": () => places(/\w (<=|>=|<|>) /g, (sign) => REVERSED[sign], isFormula),
  "another day": () => places(/(?<=[:[,{] ?"?)(\d{4}-\d\d-\d\d)/g, anotherDay),
  "a number in a sentence": () =>
    places(/[a-z] (\d[\d,.]*\d|\d)(?= [a-z%])/g, (found) => anotherDigit(found), isSentence),
  "another word is given": () =>
    places(/\bgive: ([a-z]\w+)(?=[,}\n])/g, (word, _, file) =>
      oneOf(words(file, /\bgive: ([a-z]\w+)(?=[,}\n])/g).filter((each) => each !== word) ?? [word]),
    ),
  "another word is asked": () =>
    places(/== "(\w+)"/g, (word, _, file) =>
      oneOf(words(file, /== "(\w+)"/g).filter((each) => each !== word)),
    ),
  "another name": () =>
    places(
      /(?:[-+*/<>=(]|and|or|not) ([a-z]+_\w+)(?![\w(.])/g,
      (name, _, file) => {
        const end = name.split("_").at(-1) ?? "";
        return oneOf(
          words(file, /^ {2}([a-z]+_\w+):/gm).filter((each) => each !== name && each.endsWith(`_${end}`)),
        );
      },
      isFormula,
    ),
  "another clause": () => places(/\b(?:at|cite): [^,}\n]*?(?<!\w)(\d+)/g, anotherDigit),
  "another source": () =>
    places(/\bcite: "?(\w+) /g, (id) =>
      SOURCES.includes(id) ? oneOf(SOURCES.filter((each) => each !== id)) : undefined,
    ),
  "a copy is left": copies,
  "and, or and not": () => [
    ...places(/\w (and|or) \w/g, (word) => OPPOSITE[word], isFormula),
    ...places(/(?:: |and |or )(not )\w/g, () => "", isFormula),
  ],
  "another function": () => places(/\b(min|max|ceil|floor)\(/g, (name) => OPPOSITE[name]),
};

function drawn(kind: string, all: readonly Place[]): Mistake {
  const { file, index, length, put, line } = oneOf(all);
  const text = file.text.slice(0, index) + put + file.text.slice(index + length);
  return {
    kind,
    file: file.path,
    line: line ?? file.text.slice(0, index).split("\n").length,
    text,
    said: `${file.text.slice(index, index + length).trim()} → ${put.trim()}`.replaceAll("\n", " ¶ "),
  };
}

/** Returns so many mistakes, the same ones for a seed. */
export function mistakes(count: number, seed: number): Mistake[] {
  random = generator(seed);
  const places = new Map(Object.entries(KINDS).map(([kind, find]) => [kind, find()]));
  return Array.from({ length: count }, () => {
    const kind = oneOf([...places.keys()]);
    return drawn(kind, places.get(kind) ?? []);
  });
}

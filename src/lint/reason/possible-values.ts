// Possible values of an expression: words, numbers and null.

import type { InputPlan } from "../../engine/language/inputs.js";
import type { Type } from "../../engine/language/types.js";
import { ALL, above, below, canHold, type Range } from "./numbers.js";

export type Word = string | number | boolean;

export interface Possible {
  /** Whether it can be null. */
  readonly nil: boolean;
  /** Other possible values: a set, a range, or anything of its type. */
  readonly be: ReadonlySet<Word> | Range | "any";
}

/** Larger sets become ranges, or "any". */
const LARGEST_SET = 40;

export const NULL_ONLY: Possible = { nil: true, be: new Set() };
export const ANYTHING: Possible = { nil: true, be: "any" };
export const NOT_NULL: Possible = { nil: false, be: "any" };
export const NOTHING: Possible = { nil: false, be: new Set() };

export function isSet(be: Possible["be"]): be is ReadonlySet<Word> {
  return be instanceof Set;
}

const TRUTHS: readonly Possible[] = [[], [true], [false], [true, false]]
  .map((words) => new Set(words))
  .flatMap((be) => [false, true].map((nil): Possible => ({ nil, be })));

/** Returns the possible outcomes of a condition. */
export function truth(yes: boolean, no: boolean, nil: boolean): Possible {
  return TRUTHS[(yes ? 2 : 0) + (no ? 4 : 0) + (nil ? 1 : 0)] as Possible;
}

export function setOf(values: Iterable<Word>, nil = false): Possible {
  const set = values instanceof Set ? (values as ReadonlySet<Word>) : new Set(values);
  if (set.size <= LARGEST_SET) return { nil, be: set };
  return { nil, be: rangeOf({ nil, be: set }) ?? "any" };
}

export function inRange({ lo, hi }: Range, nil = false): Possible {
  if (lo > hi) return { nil, be: NOTHING.be };
  return { nil, be: lo === hi ? new Set([lo]) : { lo, hi } };
}

export function withNil(of: Possible, nil: boolean): Possible {
  return of.nil === nil ? of : { nil, be: of.be };
}

/** Whether only null is possible. */
export function isNone({ be }: Possible): boolean {
  return isSet(be) && be.size === 0;
}

export function impossible(of: Possible): boolean {
  return !of.nil && isNone(of);
}

/** Returns the single possible value; undefined if there are several. */
export function theOne(of: Possible): Word | null | undefined {
  if (isNone(of)) return of.nil ? null : undefined;
  return !of.nil && isSet(of.be) && of.be.size === 1 ? [...of.be][0] : undefined;
}

/** Whether a condition can have this outcome. */
export function holds({ be }: Possible, value: boolean): boolean {
  return be === "any" || (isSet(be) && be.has(value));
}

/** Returns the range of a number; undefined for other types. */
export function rangeOf({ be }: Possible): Range | undefined {
  if (be === "any") return ALL;
  if (!isSet(be)) return be;
  let [lo, hi] = [ALL.hi, ALL.lo];
  for (const value of be) {
    if (typeof value !== "number") return undefined;
    lo = Math.min(lo, value);
    hi = Math.max(hi, value);
  }
  return { lo, hi };
}

/** Returns the union. */
export function join(a: Possible, b: Possible): Possible {
  const nil = a.nil || b.nil;
  if (isNone(a)) return withNil(b, nil);
  if (isNone(b) || a.be === b.be) return withNil(a, nil);
  if (isSet(a.be) && isSet(b.be)) {
    if (isWithin(b.be, a.be)) return withNil(a, nil);
    return isWithin(a.be, b.be) ? withNil(b, nil) : setOf([...a.be, ...b.be], nil);
  }
  const [x, y] = [rangeOf(a), rangeOf(b)];
  if (a.be === "any" || b.be === "any" || x === undefined || y === undefined) return { nil, be: "any" };
  return inRange({ lo: Math.min(x.lo, y.lo), hi: Math.max(x.hi, y.hi) }, nil);
}

function isWithin(words: ReadonlySet<Word>, be: ReadonlySet<Word> | Range): boolean {
  for (const word of words) if (!isOneOf(word, be)) return false;
  return true;
}

function isOneOf(word: Word, be: ReadonlySet<Word> | Range): boolean {
  return isSet(be) ? be.has(word) : typeof word === "number" && word >= be.lo && word <= be.hi;
}

/** Returns the intersection; the first operand itself if nothing changes. */
export function meet(a: Possible, b: Possible): Possible {
  const nil = a.nil && b.nil;
  if (b.be === "any" || a.be === b.be || isNone(a)) return withNil(a, nil);
  if (a.be === "any" || isNone(b)) return withNil(b, nil);
  if (isSet(a.be)) {
    const { be } = b;
    if (isWithin(a.be, be)) return withNil(a, nil);
    if (isSet(be) && isWithin(be, a.be)) return withNil(b, nil);
    return setOf(
      [...a.be].filter((word) => isOneOf(word, be)),
      nil,
    );
  }
  if (isSet(b.be)) return meet(b, a);
  const [x, y] = [a.be, b.be];
  if (y.lo <= x.lo && y.hi >= x.hi) return withNil(a, nil);
  return inRange({ lo: Math.max(x.lo, y.lo), hi: Math.min(x.hi, y.hi) }, nil);
}

/** Whether a comparison can be true. Only equality accepts null; words of a scale compare by rank. */
export function mayHold(fn: string, a: Possible, b: Possible, scale: readonly string[] | undefined): boolean {
  if (fn === "==" && a.nil && b.nil) return true;
  if (fn === "!=" && ((a.nil && !isNone(b)) || (b.nil && !isNone(a)))) return true;
  if (isNone(a) || isNone(b)) return false;
  if (a.be === "any" || b.be === "any") return true;
  if (isSet(a.be) && isSet(b.be)) {
    for (const word of a.be) if (wordMayHold(fn, word, b, scale)) return true;
    return false;
  }
  const [x, y] = [rangeOf(a), rangeOf(b)];
  return x === undefined || y === undefined || canHold(fn, x, y);
}

/** Whether a comparison with this word or number can be true. */
export function wordMayHold(
  fn: string,
  word: Word,
  other: Possible,
  scale: readonly string[] | undefined,
): boolean {
  if (fn === "!=" && other.nil) return true;
  const { be } = other;
  if (be === "any") return true;
  if (!isSet(be)) return typeof word !== "number" || canHold(fn, { lo: word, hi: word }, be);
  for (const right of be) if (wordsHold(fn, word, right, scale)) return true;
  return false;
}

function wordsHold(fn: string, a: Word, b: Word, scale: readonly string[] | undefined): boolean {
  if (typeof a === "number" && typeof b === "number") return canHold(fn, { lo: a, hi: a }, { lo: b, hi: b });
  const [x, y] = scale === undefined ? [a, b] : [scale.indexOf(String(a)), scale.indexOf(String(b))];
  if (fn === "==") return x === y;
  if (fn === "!=") return x !== y;
  if (fn === "<" || fn === ">=") return x < y === (fn === "<");
  return x > y === (fn === ">");
}

const byType = new WeakMap<Type, Possible>();

/** Returns all values of a type. */
export function ofType(type: Type): Possible {
  const before = byType.get(type);
  if (before !== undefined) return before;
  const words =
    type.kind === "null"
      ? []
      : type.kind === "scale"
        ? (type.set ?? type.scale.words)
        : "set" in type
          ? type.set
          : undefined;
  const found =
    type.kind === "boolean"
      ? truth(true, true, type.nullable)
      : words === undefined
        ? withNil(ANYTHING, type.nullable)
        : setOf(words, type.nullable);
  byType.set(type, found);
  return found;
}

type Schema = Readonly<Record<string, unknown>>;

/** Returns all values of an input, including its default. */
export function ofInput({ type, fallback }: InputPlan, schema: Schema): Possible {
  let found = allowed(schema, type);
  if (fallback !== undefined && fallback !== null) found = join(found, setOf([fallback]));
  return withNil(found, type.nullable);
}

function allowed(schema: Schema, type: Type): Possible {
  if ("const" in schema) return setOf([schema.const as Word]);
  if (Array.isArray(schema.enum)) return setOf(schema.enum as Word[]);
  if (type.kind !== "number") return withNil(ofType(type), false);
  if (Array.isArray(schema.anyOf))
    return (schema.anyOf as Schema[]).map((each) => allowed(each, type)).reduce(join, NOTHING);
  const at = (key: string, none: number) =>
    typeof schema[key] === "number" ? (schema[key] as number) : none;
  return inRange({
    lo: Math.max(at("minimum", ALL.lo), above(at("exclusiveMinimum", ALL.lo))),
    hi: Math.min(at("maximum", ALL.hi), below(at("exclusiveMaximum", ALL.hi))),
  });
}

// What is certainly known of a value: which words, numbers or rows it can be, and whether it can be null.
import type { Cell, Row, TableDef } from "../model.js";
import type { Scope } from "../plan.js";
import type { Type } from "../types.js";
import type { Facts } from "./facts.js";
import { joinRanges, meetRanges, type Range, range, single } from "./ranges.js";

export type Word = string | number | boolean;
export type Being =
  | { readonly kind: "any" }
  | { readonly kind: "none" }
  | ({ readonly kind: "range" } & Range)
  | { readonly kind: "set"; readonly set: ReadonlySet<Word> }
  | { readonly kind: "rows"; readonly table: TableDef; readonly rows: readonly Row[] }
  | { readonly kind: "fields"; readonly fields: ReadonlyMap<string, Known> }
  | { readonly kind: "frame"; readonly scope: Scope; readonly facts: Facts };

export interface Known {
  /** It can be null. */
  readonly nil: boolean;
  /** What else it can be; `none` where it can only be null, or where nothing is possible at all. */
  readonly be: Being;
}

/** Sets above this size become ranges, or anything. */
const LARGEST_SET = 40;
const ANY: Being = { kind: "any" };
const NONE: Being = { kind: "none" };

export const ANYTHING: Known = { nil: true, be: ANY };
export const NOTHING: Known = { nil: false, be: NONE };
export const NULL_ONLY: Known = { nil: true, be: NONE };

const TRUTHS: readonly Known[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
  setOf([...((bits & 1) !== 0 ? [true] : []), ...((bits & 2) !== 0 ? [false] : [])], (bits & 4) !== 0),
);

/** Of a condition: what it can come out as. */
export function truth(yes: boolean, no: boolean, nil: boolean): Known {
  return TRUTHS[(yes ? 1 : 0) + (no ? 2 : 0) + (nil ? 4 : 0)] as Known;
}

export const TRUE = truth(true, false, false);
export const FALSE = truth(false, true, false);
export const EITHER = truth(true, true, false);

export function setOf(values: Iterable<Word>, nil = false): Known {
  const set = new Set(values);
  if (set.size === 0) return { nil, be: NONE };
  if (set.size <= LARGEST_SET) return { nil, be: { kind: "set", set } };
  const numbers = [...set];
  if (!numbers.every((value) => typeof value === "number")) return { nil, be: ANY };
  return inRange(range(Math.min(...(numbers as number[])), Math.max(...(numbers as number[]))), nil);
}

export function inRange(of: Range, nil = false): Known {
  const one = single(of);
  return one === undefined ? { nil, be: { kind: "range", ...of } } : setOf([one], nil);
}

export function orNil(of: Known): Known {
  return of.nil ? of : { nil: true, be: of.be };
}

export function notNil(of: Known): Known {
  return of.nil ? { nil: false, be: of.be } : of;
}

export function impossible(of: Known): boolean {
  return !of.nil && of.be.kind === "none";
}

const known = new WeakMap<Type, Known>();

/** All that a type allows. */
export function ofType(type: Type): Known {
  const before = known.get(type);
  if (before !== undefined) return before;
  const found = fromType(type);
  known.set(type, found);
  return found;
}

function fromType(type: Type): Known {
  const nil = type.nullable;
  switch (type.kind) {
    case "boolean":
      return { nil, be: EITHER.be };
    case "null":
      return NULL_ONLY;
    case "text":
    case "date":
    case "number":
      return type.set === undefined ? { nil, be: ANY } : setOf(type.set, nil);
    case "scale":
      return setOf(type.set ?? type.scale.words, nil);
    default:
      return { nil, be: ANY };
  }
}

/** The range of a number; undefined where it is not known to be one. */
export function rangeOf(of: Known): Range | undefined {
  if (of.be.kind === "range") return of.be;
  if (of.be.kind === "any") return range(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  if (of.be.kind !== "set") return undefined;
  let [lo, hi] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of of.be.set) {
    if (typeof value !== "number") return undefined;
    if (value < lo) lo = value;
    if (value > hi) hi = value;
  }
  return range(lo, hi);
}

export function ofCell(cell: Cell | undefined): Known {
  if (cell === null || cell === undefined) return NULL_ONLY;
  if (typeof cell === "object") return { nil: false, be: ANY };
  return setOf([cell]);
}

/** What is either of the two. */
export function join(a: Known, b: Known): Known {
  if (a === b) return a;
  const nil = a.nil || b.nil;
  if (a.be.kind === "none") return { nil, be: b.be };
  if (b.be.kind === "none") return { nil, be: a.be };
  if (a.be.kind === "set" && b.be.kind === "set") return setOf([...a.be.set, ...b.be.set], nil);
  if (a.be.kind === "rows" && b.be.kind === "rows" && a.be.table.rows === b.be.table.rows)
    return { nil, be: { ...a.be, rows: [...new Set([...a.be.rows, ...b.be.rows])] } };
  if (a.be.kind === "fields" && b.be.kind === "fields") {
    const fields = new Map<string, Known>();
    for (const [name, field] of a.be.fields) {
      const other = b.be.fields.get(name);
      if (other !== undefined) fields.set(name, join(field, other));
    }
    return { nil, be: { kind: "fields", fields } };
  }
  const [x, y] = [rangeOf(a), rangeOf(b)];
  if (isNumber(a.be) && isNumber(b.be) && x !== undefined && y !== undefined)
    return inRange(joinRanges(x, y), nil);
  return { nil, be: ANY };
}

/** What is both. */
export function meet(a: Known, b: Known): Known {
  if (a === b) return a;
  const nil = a.nil && b.nil;
  const [x, y] = [a.be, b.be];
  if (y.kind === "any" || x.kind === "none") return { nil, be: x };
  if (x.kind === "any" || y.kind === "none") return { nil, be: y };
  if (x.kind === "set" && y.kind === "set")
    return setOf(
      [...x.set].filter((value) => y.set.has(value)),
      nil,
    );
  if (x.kind === "set" && y.kind === "range") return setOf(inside(x.set, y), nil);
  if (x.kind === "range" && y.kind === "set") return setOf(inside(y.set, x), nil);
  if (x.kind === "range" && y.kind === "range") {
    const both = meetRanges(x, y);
    return both === undefined ? { nil, be: NONE } : inRange(both, nil);
  }
  if (x.kind === "rows" && y.kind === "rows" && x.table.rows === y.table.rows) {
    const rows = x.rows.filter((row) => y.rows.includes(row));
    return { nil, be: rows.length === 0 ? NONE : { ...x, rows } };
  }
  return { nil, be: x };
}

/** Takes words away; only sets can lose some. */
export function without(of: Known, words: ReadonlySet<Word>): Known {
  const { be } = of;
  if (be.kind !== "set") return of;
  return setOf(
    [...be.set].filter((value) => !words.has(value)),
    of.nil,
  );
}

function inside(set: ReadonlySet<Word>, limits: Range): Word[] {
  return [...set].filter(
    (value) => typeof value === "number" && meetRanges(range(value, value), limits) !== undefined,
  );
}

function isNumber(be: Being): boolean {
  return (
    be.kind === "range" || (be.kind === "set" && [...be.set].every((value) => typeof value === "number"))
  );
}

/** The one value that it must be; undefined where it can be several. */
export function theOne(of: Known): Word | null | undefined {
  if (of.be.kind === "none" && of.nil) return null;
  if (of.nil || of.be.kind !== "set" || of.be.set.size !== 1) return undefined;
  return [...of.be.set][0];
}

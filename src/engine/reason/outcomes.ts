// How comparisons, conditions and lists of words come out, given what is known of their parts.
import type { Typed } from "../plan.js";
import { EITHER, FALSE, type Known, NULL_ONLY, rangeOf, setOf, TRUE, truth, type Word } from "./known.js";
import { compareRanges, range } from "./ranges.js";

/** Whether a comparison can come out true, and whether false, where neither side is null but for equality. */
export function canBe(
  fn: string,
  a: Known,
  b: Known,
  exact: boolean,
  words: readonly string[] | undefined,
): [yes: boolean, no: boolean] {
  if (fn === "!=") {
    const [yes, no] = canBe("==", a, b, exact, words);
    return [no, yes];
  }
  const [x, y] = [a.be, b.be];
  if (fn === "==") {
    const values = x.kind !== "none" && y.kind !== "none" ? canEqual(a, b, exact) : [false, false];
    const oneNil = (a.nil && y.kind !== "none") || (b.nil && x.kind !== "none");
    return [values[0] || (a.nil && b.nil), values[1] || oneNil];
  }
  if (x.kind === "none" || y.kind === "none") return [false, false];
  if (x.kind === "set" && y.kind === "set") {
    const rank = (value: Word) => (words === undefined ? value : words.indexOf(String(value)));
    const sides = [...x.set].flatMap((left) => [...y.set].map((right) => [rank(left), rank(right)] as const));
    if (sides.every(([left, right]) => typeof left === typeof right && typeof left !== "number"))
      return some(sides.map(([left, right]) => ordered(fn, left < right ? -1 : left > right ? 1 : 0)));
    if (words !== undefined)
      return some(sides.map(([left, right]) => ordered(fn, (left as number) - (right as number))));
  }
  const [left, right] = [rangeOf(a), rangeOf(b)];
  return left === undefined || right === undefined || words !== undefined
    ? [true, true]
    : compareRanges(fn, left, right, exact);
}

function canEqual(a: Known, b: Known, exact: boolean): [yes: boolean, no: boolean] {
  const [x, y] = [a.be, b.be];
  const textual = (be: typeof x) =>
    be.kind === "set" && [...be.set].every((value) => typeof value !== "number");
  if (x.kind === "set" && y.kind === "set" && textual(x) && textual(y)) {
    const shared = [...x.set].some((value) => y.set.has(value));
    return [shared, !(shared && x.set.size === 1 && y.set.size === 1)];
  }
  const [left, right] = [rangeOf(a), rangeOf(b)];
  if (left === undefined || right === undefined || x.kind === "any" || y.kind === "any") return [true, true];
  const [yes, no] = compareRanges("==", left, right, exact);
  if (!yes || x.kind !== "set" || y.kind !== "set") return [yes, no];
  const near = (p: Word, q: Word) =>
    compareRanges("==", range(Number(p), Number(p)), range(Number(q), Number(q)), exact)[0];
  return [[...x.set].some((p) => [...y.set].some((q) => near(p, q))), no];
}

function ordered(fn: string, sign: number): boolean {
  return fn === "<" ? sign < 0 : fn === "<=" ? sign <= 0 : fn === ">" ? sign > 0 : sign >= 0;
}

function some(outcomes: readonly boolean[]): [yes: boolean, no: boolean] {
  return [outcomes.includes(true), outcomes.includes(false)];
}

/** Never null: a word that is null is none of them. */
export function oneOf(of: Known, words: readonly Known[]): Known {
  if (of.be.kind === "none") return words.some((word) => word.nil) ? EITHER : FALSE;
  const listed = new Set<Word>();
  for (const word of words) {
    if (word.nil || word.be.kind !== "set" || word.be.set.size !== 1) return EITHER;
    for (const each of word.be.set) listed.add(each);
  }
  if (of.be.kind !== "set" || [...of.be.set].some((value) => typeof value === "number")) return EITHER;
  const inside = [...of.be.set].filter((value) => listed.has(value)).length;
  if (inside === 0) return FALSE;
  return inside === of.be.set.size && !of.nil ? TRUE : EITHER;
}

/** Whole numbers and zero are compared without tolerance. */
export function exactly(args: readonly Typed[]): boolean {
  const whole = (arg: Typed) => arg.type.kind === "number" && arg.type.integer;
  return args.every(whole) || args.some((arg) => arg.op === "literal" && arg.value === 0);
}

export function holds(of: Known, value: boolean): boolean {
  return of.be.kind === "any" || (of.be.kind === "set" && of.be.set.has(value));
}

export function must(of: Known, value: boolean): boolean {
  return !of.nil && holds(of, value) && !holds(of, !value);
}

export function negated(of: Known): Known {
  return truth(holds(of, false), holds(of, true), of.nil);
}

const literals = new WeakMap<Typed, Known>();

export function literalOf(typed: Extract<Typed, { op: "literal" }>): Known {
  let known = literals.get(typed);
  if (known === undefined) {
    known = typed.value === null ? NULL_ONLY : setOf([typed.value]);
    literals.set(typed, known);
  }
  return known;
}

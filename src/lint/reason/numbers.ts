// Ranges of numbers. Comparisons tolerate 1e-9, so "less than 60" ends where a number starts to equal 60.

/** Both ends included. */
export interface Range {
  readonly lo: number;
  readonly hi: number;
}

export const ALL: Range = { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
const TOLERANCE = 1 - 1e-9;
/**
 * From this size on, the tolerance exceeds 0.1, so neighbouring whole numbers, which are compared exactly, need care.
 */
const LARGE = 1e8;

/** Returns the least number that equals the limit; with `strict`, one that is certainly not larger. */
function down(limit: number, strict: boolean): number {
  if (!Number.isFinite(limit) || (strict && Math.abs(limit) >= LARGE)) return limit;
  return limit > 0 ? limit * TOLERANCE : limit / TOLERANCE;
}

function up(limit: number, strict: boolean): number {
  return -down(-limit, strict);
}

export function above(of: number): number {
  return Number.isFinite(of) ? of + Math.max(Math.abs(of) * Number.EPSILON, Number.MIN_VALUE) : of;
}

export function below(of: number): number {
  return -above(-of);
}

/** Whether the comparison is true for some pair of numbers. */
export function canHold(fn: string, a: Range, b: Range): boolean {
  switch (fn) {
    case "<":
      return a.lo < down(b.hi, true);
    case "<=":
      return a.lo <= up(b.hi, false);
    case ">":
      return a.hi > up(b.lo, true);
    case ">=":
      return a.hi >= down(b.lo, false);
    case "==":
      return canHold("<=", a, b) && canHold(">=", a, b);
    default:
      return a.lo !== a.hi || b.lo !== b.hi || a.lo !== b.lo;
  }
}

/** Returns the range of the first operand of a true comparison. */
export function narrowed(fn: string, b: Range): Range {
  switch (fn) {
    case "<":
      return { lo: ALL.lo, hi: below(down(b.hi, true)) };
    case "<=":
      return { lo: ALL.lo, hi: up(b.hi, false) };
    case ">":
      return { lo: above(up(b.lo, true)), hi: ALL.hi };
    case ">=":
      return { lo: down(b.lo, false), hi: ALL.hi };
    case "==":
      return { lo: down(b.lo, false), hi: up(b.hi, false) };
    default:
      return ALL;
  }
}

const EXACT: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "^": (a, b) => a ** b,
  negate: (a) => -a,
  sqrt: Math.sqrt,
  exp: Math.exp,
  log: Math.log,
};

/** Returns the value of an operation on these numbers, or undefined. */
export function apply(fn: string, a: number, b: number): number | undefined {
  return Object.hasOwn(EXACT, fn) ? EXACT[fn]?.(a, b) : undefined;
}

/** Returns the range of an operation. Rounding is monotonic, so the ends suffice. */
export function calculate(fn: string, a: Range, given?: Range): Range {
  const b = given ?? ALL;
  const isOne = a.lo === a.hi && (given === undefined || b.lo === b.hi);
  const one = isOne ? apply(fn, a.lo, b.lo) : undefined;
  if (one !== undefined && Number.isFinite(one)) return { lo: one, hi: one };
  switch (fn) {
    case "negate":
      return { lo: -a.hi, hi: -a.lo };
    case "+":
      return sound(a.lo + b.lo, a.hi + b.hi);
    case "-":
      return sound(a.lo - b.hi, a.hi - b.lo);
    case "*":
      // Zero times infinity counts as zero, because every actual number is finite.
      return corners(a, b, (x, y) => (x === 0 || y === 0 ? 0 : x * y));
    case "/":
      return b.lo > 0 || b.hi < 0 ? corners(a, b, (x, y) => x / y) : ALL;
    case "^":
      return b.lo === b.hi && b.lo > 0 && a.lo >= 0 ? wide(a.lo ** b.lo, a.hi ** b.lo) : ALL;
    case "min":
      return { lo: Math.min(a.lo, b.lo), hi: Math.min(a.hi, b.hi) };
    case "max":
      return { lo: Math.max(a.lo, b.lo), hi: Math.max(a.hi, b.hi) };
    case "abs":
      return { lo: Math.max(0, a.lo, -a.hi), hi: Math.max(-a.lo, a.hi) };
    case "sqrt":
      return { lo: Math.sqrt(Math.max(0, a.lo)), hi: Math.sqrt(Math.max(0, a.hi)) };
    case "exp":
      return wide(Math.exp(a.lo), Math.exp(a.hi));
    default:
      return ALL;
  }
}

function sound(lo: number, hi: number): Range {
  return Number.isNaN(lo) || Number.isNaN(hi) ? ALL : { lo, hi };
}

function corners(a: Range, b: Range, of: (x: number, y: number) => number): Range {
  const all = [of(a.lo, b.lo), of(a.lo, b.hi), of(a.hi, b.lo), of(a.hi, b.hi)];
  return sound(Math.min(...all), Math.max(...all));
}

/** Widens the result of inexact functions. */
function wide(lo: number, hi: number): Range {
  return sound(lo * (1 - 1e-12), hi * (1 + 1e-12));
}

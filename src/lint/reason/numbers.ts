// Ranges of numbers: what lies outside one is certainly never the case. Comparisons of the language tolerate 1e-9, so
// "less than 60" ends, and "at least 60" begins, where a number stops counting as equal to 60.

/** Both ends included. */
export interface Range {
  readonly lo: number;
  readonly hi: number;
}

export const ALL: Range = { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
const TOLERANCE = 1 - 1e-9;
/** From here on whole numbers, which are compared exactly, may be so near that others in between count as equal. */
const LARGE = 1e8;

/** The least number that counts as equal to the limit; `strict` where what is less must certainly be so. */
function down(limit: number, strict: boolean): number {
  if (!Number.isFinite(limit) || (strict && Math.abs(limit) >= LARGE)) return limit;
  return limit > 0 ? limit * TOLERANCE : limit / TOLERANCE;
}

function up(limit: number, strict: boolean): number {
  return -down(-limit, strict);
}

/** A number just above. */
export function above(of: number): number {
  return Number.isFinite(of) ? of + Math.max(Math.abs(of) * Number.EPSILON, Number.MIN_VALUE) : of;
}

export function below(of: number): number {
  return -above(-of);
}

/** Whether the comparison holds for some number of the first and some of the second. */
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

/** What is left for the first side of a comparison that holds. */
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

/** Returns what an operation or function gives for these numbers; undefined for any other. */
export function apply(fn: string, a: number, b: number): number | undefined {
  return Object.hasOwn(EXACT, fn) ? EXACT[fn]?.(a, b) : undefined;
}

/** The range of an operation. Rounding keeps the order, so what the ends give are ends. */
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
      // Zero times an end without limit is zero: every number is finite.
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

/** For functions whose last digit may be off. */
function wide(lo: number, hi: number): Range {
  return sound(lo * (1 - 1e-12), hi * (1 + 1e-12));
}

// Ranges of numbers, as wide as they must be: what lies outside one is certainly never the case. Comparisons of the
// language tolerate 1e-9, so an end is kept with the way in which it was met.

/** `exact`: at least (at most) the limit. `near`: or as near to it as the tolerance. `beyond`: past it and not near. */
export type End = "exact" | "near" | "beyond";
export interface Range {
  readonly lo: number;
  readonly hi: number;
  readonly loEnd: End;
  readonly hiEnd: End;
}

const WIDEST: Range = {
  lo: Number.NEGATIVE_INFINITY,
  hi: Number.POSITIVE_INFINITY,
  loEnd: "exact",
  hiEnd: "exact",
};
const STRENGTH: Readonly<Record<End, number>> = { near: 0, exact: 1, beyond: 2 };
/** Ten times the tolerance of comparisons: what is farther apart is never near. */
const MARGIN = 1e-8;

export function range(lo: number, hi: number, loEnd: End = "exact", hiEnd: End = "exact"): Range {
  return Number.isNaN(lo) || Number.isNaN(hi) ? WIDEST : { lo, hi, loEnd, hiEnd };
}

export function single(of: Range): number | undefined {
  return of.lo === of.hi && of.loEnd === "exact" && of.hiEnd === "exact" ? of.lo : undefined;
}

export function joinRanges(a: Range, b: Range): Range {
  const [lo, loEnd] =
    a.lo === b.lo ? [a.lo, weaker(a.loEnd, b.loEnd)] : a.lo < b.lo ? [a.lo, a.loEnd] : [b.lo, b.loEnd];
  const [hi, hiEnd] =
    a.hi === b.hi ? [a.hi, weaker(a.hiEnd, b.hiEnd)] : a.hi > b.hi ? [a.hi, a.hiEnd] : [b.hi, b.hiEnd];
  return { lo, hi, loEnd, hiEnd };
}

/** What is in both; undefined when nothing is. */
export function meetRanges(a: Range, b: Range): Range | undefined {
  const [lo, loEnd] =
    a.lo === b.lo ? [a.lo, stronger(a.loEnd, b.loEnd)] : a.lo > b.lo ? [a.lo, a.loEnd] : [b.lo, b.loEnd];
  const [hi, hiEnd] =
    a.hi === b.hi ? [a.hi, stronger(a.hiEnd, b.hiEnd)] : a.hi < b.hi ? [a.hi, a.hiEnd] : [b.hi, b.hiEnd];
  if (lo === hi && (loEnd === "beyond" || hiEnd === "beyond")) return undefined;
  if (lo > hi && (farApart(lo, hi) || (loEnd !== "near" && hiEnd !== "near"))) return undefined;
  return { lo, hi, loEnd, hiEnd };
}

function weaker(a: End, b: End): End {
  return STRENGTH[a] < STRENGTH[b] ? a : b;
}

function stronger(a: End, b: End): End {
  return STRENGTH[a] > STRENGTH[b] ? a : b;
}

function farApart(a: number, b: number): boolean {
  return Math.abs(a - b) > MARGIN * Math.max(Math.abs(a), Math.abs(b));
}

/** The same with exact ends, for computing. Rounding of a single operation keeps the order, so the ends hold. */
function hard(of: Range): Range {
  const spread = (limit: number) => (Number.isFinite(limit) ? MARGIN * Math.abs(limit) : 0);
  return range(
    of.loEnd === "near" ? of.lo - spread(of.lo) : of.lo,
    of.hiEnd === "near" ? of.hi + spread(of.hi) : of.hi,
  );
}

// Comparison -------------------------------------------------------------------------------------------------------

/** Every number of the first is greater than every one of the second, and not near it. */
function above(a: Range, b: Range, exact: boolean): boolean {
  if (a.lo === b.hi) {
    return (
      (a.loEnd === "beyond" && (single(b) !== undefined || exact)) ||
      (b.hiEnd === "beyond" && (single(a) !== undefined || exact))
    );
  }
  return a.lo > b.hi && (exact || farApart(a.lo, b.hi));
}

/** Every number of the first is at least every one of the second, or near it. */
function atLeast(a: Range, b: Range, exact: boolean): boolean {
  if (a.lo === b.hi)
    return (
      exact ||
      (a.loEnd !== "near" && b.hiEnd !== "near") ||
      single(a) !== undefined ||
      single(b) !== undefined
    );
  return a.lo > b.hi && (exact || farApart(a.lo, b.hi) || (a.loEnd !== "near" && b.hiEnd !== "near"));
}

/** Whether a comparison can come out true, and whether false. Exact: whole numbers, or against zero. */
export function compareRanges(fn: string, a: Range, b: Range, exact: boolean): [yes: boolean, no: boolean] {
  switch (fn) {
    case "<":
      return [!atLeast(a, b, exact), !above(b, a, exact)];
    case "<=":
      return [!above(a, b, exact), !atLeast(b, a, exact)];
    case ">":
      return [!atLeast(b, a, exact), !above(a, b, exact)];
    case ">=":
      return [!above(b, a, exact), !atLeast(a, b, exact)];
    default: {
      const [x, y] = [single(a), single(b)];
      const same = x !== undefined && x === y;
      const apart = above(a, b, exact) || above(b, a, exact);
      return fn === "==" ? [!apart, !same] : [!same, !apart];
    }
  }
}

/** The range that is left for the first side of a comparison that holds. */
export function narrowed(fn: string, b: Range, exact: boolean, whole: boolean): Range {
  const limit = single(b);
  const least = hard(b).lo;
  const most = hard(b).hi;
  const spread = (of: number) => (Number.isFinite(of) && !exact ? MARGIN * Math.abs(of) : 0);
  const loose: End = exact ? "exact" : "near";
  switch (fn) {
    case "<":
      if (limit === undefined) return range(WIDEST.lo, most);
      return whole ? range(WIDEST.lo, Math.ceil(limit) - 1) : range(WIDEST.lo, limit, "exact", "beyond");
    case "<=":
      if (limit === undefined) return range(WIDEST.lo, most + spread(most));
      return range(WIDEST.lo, limit, "exact", loose);
    case ">":
      if (limit === undefined) return range(least, WIDEST.hi);
      return whole ? range(Math.floor(limit) + 1, WIDEST.hi) : range(limit, WIDEST.hi, "beyond", "exact");
    case ">=":
      if (limit === undefined) return range(least - spread(least), WIDEST.hi);
      return range(limit, WIDEST.hi, loose, "exact");
    case "==":
      if (limit === undefined) return range(least - spread(least), most + spread(most));
      return range(limit, limit, loose, loose);
    default:
      return WIDEST;
  }
}

// Arithmetic -------------------------------------------------------------------------------------------------------

export function calculate(fn: string, given: readonly Range[]): Range {
  const [a = WIDEST, b = WIDEST] = given.map(hard);
  switch (fn) {
    case "negate":
      return range(-a.hi, -a.lo);
    case "+":
      return range(a.lo + b.lo, a.hi + b.hi);
    case "-":
      return range(a.lo - b.hi, a.hi - b.lo);
    case "*":
      return corners(a, b, times);
    case "/":
      return b.lo > 0 || b.hi < 0 ? corners(a, b, (x, y) => x / y) : WIDEST;
    case "^": {
      const power = single(b);
      if (power === 2) return square(a);
      return power !== undefined && power > 0 && a.lo >= 0 ? wide(a.lo ** power, a.hi ** power) : WIDEST;
    }
    case "min":
      return range(Math.min(a.lo, b.lo), Math.min(a.hi, b.hi));
    case "max":
      return range(Math.max(a.lo, b.lo), Math.max(a.hi, b.hi));
    case "abs":
      return a.lo >= 0 ? a : a.hi <= 0 ? range(-a.hi, -a.lo) : range(0, Math.max(-a.lo, a.hi));
    case "sqrt":
      return a.lo >= 0 ? range(Math.sqrt(a.lo), Math.sqrt(a.hi)) : range(0, Math.sqrt(Math.max(0, a.hi)));
    case "exp":
      return wide(Math.exp(a.lo), Math.exp(a.hi));
    default:
      return WIDEST;
  }
}

function corners(a: Range, b: Range, of: (x: number, y: number) => number): Range {
  const all = [of(a.lo, b.lo), of(a.lo, b.hi), of(a.hi, b.lo), of(a.hi, b.hi)];
  return all.some(Number.isNaN) ? WIDEST : range(Math.min(...all), Math.max(...all));
}

/** Zero times an end that has no limit is zero: every number is finite. */
function times(x: number, y: number): number {
  return x === 0 || y === 0 ? 0 : x * y;
}

function square(a: Range): Range {
  const ends = [a.lo * a.lo, a.hi * a.hi];
  return wide(a.lo <= 0 && a.hi >= 0 ? 0 : Math.min(...ends), Math.max(...ends));
}

/** For functions whose last digit may be off. */
function wide(lo: number, hi: number): Range {
  const spread = (of: number) => (Number.isFinite(of) ? 1e-12 * Math.abs(of) : 0);
  return range(lo - spread(lo), hi + spread(hi));
}

// Arithmetic, comparisons and rounding. Each result has limits, which show where checks can be left out.
import { compare, near, power, round } from "../language/numbers.js";
import {
  badOf,
  boolean,
  type Constant,
  FALSE,
  isConstant,
  isNull,
  NULL,
  type SqlScalar,
  scalar,
  TRUE,
  withFacts,
} from "./scalars.js";
import type { SqlTarget } from "./values.js";

export function constant(t: SqlTarget, value: Constant): SqlScalar {
  if (value === null) return NULL;
  if (typeof value === "boolean") return boolean(value);
  if (typeof value === "string") return { ...scalar(t.dialect.text(value)), constant: value };
  return { ...scalar(t.dialect.number(value), { low: value, high: value }), constant: value };
}

/** A constant array position. */
export function position(value: number): SqlScalar {
  return { ...scalar(String(value), { low: value, high: value }), constant: value };
}

type Limits = readonly [low: number, high: number];

const OPEN: Limits = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

const LIMITS: Readonly<Record<string, (a: SqlScalar, b: SqlScalar) => Limits>> = {
  "+": (a, b) => [a.low + b.low, a.high + b.high],
  "-": (a, b) => [a.low - b.high, a.high - b.low],
  "*": (a, b) => corners(a, b, (x, y) => (x === 0 || y === 0 ? 0 : x * y)),
  "/": (a, b) => (b.low > 0 || b.high < 0 ? corners(a, b, (x, y) => (x === 0 ? 0 : x / y)) : OPEN),
  "^": powerLimits,
};

function corners(a: SqlScalar, b: SqlScalar, of: (x: number, y: number) => number): Limits {
  const all = [of(a.low, b.low), of(a.low, b.high), of(a.high, b.low), of(a.high, b.high)];
  return all.some(Number.isNaN) ? OPEN : [Math.min(...all), Math.max(...all)];
}

function powerLimits(a: SqlScalar, b: SqlScalar): Limits {
  const exponent = b.constant;
  if (typeof exponent !== "number" || exponent <= 0) return a.low > 0 ? positivePower(a, b) : OPEN;
  const ends = [power(a.low, exponent), power(a.high, exponent)];
  if (a.low >= 0) return [ends[0] as number, ends[1] as number];
  if (!Number.isInteger(exponent)) return OPEN;
  return exponent % 2 === 0 ? [0, Math.max(...ends)] : [ends[0] as number, ends[1] as number];
}

function positivePower(a: SqlScalar, b: SqlScalar): Limits {
  return corners(a, b, (x, y) => x ** y);
}

const COMPUTED: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "^": power,
};

/** Exponents that are written as products, like in compiled tools. */
const MULTIPLIED: readonly Constant[] = [2, 3, 4];

export function negated(t: SqlTarget, of: SqlScalar): SqlScalar {
  if (isNull(of)) return of;
  if (typeof of.constant === "number") return constant(t, 0 - of.constant);
  return scalar(`(- ${of.sql})`, { low: -of.high, high: -of.low, bad: of.bad });
}

/** Returns null if either argument is null. */
export function arithmetic(t: SqlTarget, fn: string, a: SqlScalar, b: SqlScalar): SqlScalar {
  const bad = badOf([a, b]);
  if (isNull(a) || isNull(b)) return withFacts(NULL, { bad });
  if (typeof a.constant === "number" && typeof b.constant === "number") {
    const made = COMPUTED[fn]?.(a.constant, b.constant) ?? Number.NaN;
    if (Number.isFinite(made)) return constant(t, made);
  }
  const [low, high] = LIMITS[fn]?.(a, b) ?? OPEN;
  const facts = { low: Number.isNaN(low) ? OPEN[0] : low, high: Number.isNaN(high) ? OPEN[1] : high, bad };
  return scalar(arithmeticText(t, fn, a, b), facts);
}

function arithmeticText(t: SqlTarget, fn: string, a: SqlScalar, b: SqlScalar): string {
  const { dialect, columns } = t;
  if (fn === "+") return dialect.add(a.sql, b.sql);
  if (fn === "-") return dialect.subtract(a.sql, b.sql);
  if (fn === "*") return dialect.multiply(a.sql, b.sql);
  if (fn === "/") return dialect.divide(a.sql, b.sql);
  const base = columns.of(a.sql);
  if (b.constant === 1.5) return dialect.multiply(base, dialect.call("sqrt", base));
  if (!MULTIPLIED.includes(b.constant ?? null)) return dialect.power(base, b.sql);
  return Array.from({ length: Number(b.constant) - 1 }).reduce<string>(
    (made) => dialect.multiply(made, base),
    base,
  );
}

export function isSurelyFinite({ low, high }: SqlScalar): boolean {
  return low > -Number.MAX_VALUE && high < Number.MAX_VALUE;
}

/** Marks rows in which the number is not finite; `site` is the id of the value that is reported. */
export function finite(t: SqlTarget, of: SqlScalar, site: number): SqlScalar {
  if (isSurelyFinite(of) || isConstant(of)) return of;
  const sql = t.columns.of(of.sql);
  t.columns.doubt(sql);
  const own = `CASE WHEN NOT ${t.dialect.finite(sql)} THEN ${site} END`;
  const bad = of.bad === undefined ? own : `coalesce(${of.bad}, ${own})`;
  const facts = { low: Math.max(of.low, -Number.MAX_VALUE), high: Math.min(of.high, Number.MAX_VALUE), bad };
  return { ...of, sql, ...facts };
}

const FLIPPED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
const COMPARED: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "==": compare.EQ,
  "<": compare.LT,
  "<=": compare.LE,
  ">": compare.GT,
  ">=": compare.GE,
};

/** Compares two numbers. Near numbers are equal unless `isExact`. Null if either is null. */
export function compared(t: SqlTarget, fn: string, a: SqlScalar, b: SqlScalar, isExact: boolean): SqlScalar {
  const bad = badOf([a, b]);
  if (isNull(a) || isNull(b)) return withFacts(NULL, { bad });
  if (typeof a.constant === "number" && typeof b.constant === "number")
    return boolean(COMPARED[fn]?.(a.constant, b.constant) === true);
  if (typeof a.constant === "number" && fn !== "==") return compared(t, FLIPPED[fn] ?? fn, b, a, isExact);
  return scalar(comparisonText(t, fn, a, b, isExact), { bad });
}

function comparisonText(t: SqlTarget, fn: string, a: SqlScalar, b: SqlScalar, isExact: boolean): string {
  if (isExact) return `(${a.sql} ${fn === "==" ? "=" : fn} ${b.sql})`;
  const band = typeof b.constant === "number" ? bandAround(b.constant) : undefined;
  if (band !== undefined) {
    const [low, high] = band.map((end) => t.dialect.number(end));
    if (fn === "==") return `(${t.columns.of(a.sql)} BETWEEN ${low} AND ${high})`;
    return `(${a.sql} ${fn} ${fn === "<" || fn === ">=" ? low : high})`;
  }
  const [x, y] = [t.columns.of(a.sql), t.columns.of(b.sql)];
  const size = t.dialect.greatest([t.dialect.call("abs", x), t.dialect.call("abs", y)]);
  const difference = t.dialect.call("abs", t.dialect.subtract(x, y));
  const whole = `(${x} = ${t.dialect.call("floor", x)} AND ${y} = ${t.dialect.call("floor", y)})`;
  const close = `(${difference} <= ${t.dialect.multiply(t.dialect.number(1e-9), size)} AND NOT ${whole})`;
  switch (fn) {
    case "<":
    case ">":
      return `CASE WHEN ${x} ${fn} ${y} THEN NOT ${close} ELSE ${x} ${fn} ${y} END`;
    case "==":
      return `(${x} = ${y} OR ${close})`;
    default:
      return `CASE WHEN ${x} ${fn} ${y} THEN true ELSE ${close} END`;
  }
}

/** From here on, neighbouring whole numbers lie within the tolerance. */
const CROWDED = 1e8;

/** Returns the least and the greatest number that are equal to `center` within the tolerance. */
function bandAround(center: number): readonly [number, number] | undefined {
  if (Math.abs(center) >= CROWDED || center === 0) return undefined;
  const counts = (value: number) => value === center || near(value, center);
  const reach = Math.abs(center) * 2e-9;
  return [lastThat(counts, center, center - reach), lastThat(counts, center, center + reach)];
}

/** Returns the number nearest to `outside` that passes a test, by bisection. `inside` passes it. */
function lastThat(test: (value: number) => boolean, inside: number, outside: number): number {
  let [good, wrong] = [inside, outside];
  for (;;) {
    const middle = good + (wrong - good) / 2;
    if (middle === good || middle === wrong) return good;
    if (test(middle)) good = middle;
    else wrong = middle;
  }
}

interface Sameness {
  readonly isNumber: boolean;
  /** Compares numbers without tolerance. */
  readonly isExact?: boolean;
  /** Neither value can be null. */
  readonly isGiven?: boolean;
}

/** Tests equality; null equals null. */
export function same(
  t: SqlTarget,
  a: SqlScalar,
  b: SqlScalar,
  { isNumber, isExact = false, isGiven = false }: Sameness,
): SqlScalar {
  const bad = badOf([a, b]);
  if (isNull(a) || isNull(b)) {
    const other = isNull(a) ? b : a;
    if (isConstant(other)) return withFacts(boolean(isNull(other)), { bad });
    return scalar(`(${other.sql} IS NULL)`, { bad });
  }
  if (!isNumber && isConstant(a) && isConstant(b)) return a.constant === b.constant ? TRUE : FALSE;
  const [x, y] = [a, b].map(({ sql }) => t.columns.of(sql));
  const test = isNumber ? compared(t, "==", a, b, isExact) : scalar(`(${x} = ${y})`, { bad });
  if (isConstant(test) || isGiven) return test;
  if (isConstant(a) || isConstant(b)) return scalar(`coalesce(${test.sql}, false)`, { bad });
  if (!isNumber || isExact) return scalar(`(${x} IS NOT DISTINCT FROM ${y})`, { bad });
  return scalar(`coalesce(${test.sql}, ${x} IS NULL AND ${y} IS NULL)`, { bad });
}

/** Rounds to twelve significant digits, then half away from zero. `isWhole`: the type of the number is integer. */
export function rounded(t: SqlTarget, of: SqlScalar, decimals: number, isWhole: boolean): SqlScalar {
  if (typeof of.constant === "number") return constant(t, round(of.constant, decimals));
  const isSmall = Math.max(-of.low, of.high) * 10 ** decimals < 1e11;
  if (isNull(of) || (isWhole && isSmall && decimals >= 0)) return of;
  const { dialect } = t;
  const unit = dialect.number(10 ** Math.abs(decimals));
  const [up, down] = [dialect.multiply, dialect.divide];
  const steps = decimals < 0 ? { up: down, down: up } : { up, down };
  const made = roundedBy(t, of, {
    ...{ isSmall, up: (value) => steps.up(value, unit), down: (value) => steps.down(value, unit) },
  });
  const slack = 10 ** -decimals;
  return { ...made, low: of.low >= 0 ? 0 : of.low - slack, high: of.high + slack };
}

/** Scaling to the unit of the last digit, and back. */
interface Steps {
  readonly up: (value: string) => string;
  readonly down: (value: string) => string;
  /** The scaled number is always below 1e11. */
  readonly isSmall: boolean;
}

function roundedBy(t: SqlTarget, of: SqlScalar, { up, down, isSmall }: Steps): SqlScalar {
  const { dialect, columns } = t;
  const [number, half] = [columns.of(of.sql), dialect.number(0.5)];
  const size = of.low >= 0 ? number : dialect.call("abs", number);
  const shifted = columns.of(up(size));
  const whole = columns.of(dialect.call("floor", shifted));
  const apart = columns.of(dialect.call("abs", `(${shifted} - ${whole} - ${half})`));
  const isTie = `${apart} < 4e-13 * ${shifted}`;
  // Rounding to twelve digits cannot reach a tie, or the number is a tie.
  const isPlain = `${shifted} < 1e11 AND (${apart} > 5e-12 * ${shifted} + 1e-12 OR ${isTie})`;
  const nearest = `CASE WHEN ${isTie} THEN ${whole} + ${dialect.number(1)} ELSE ${dialect.call("floor", `(${shifted} + ${half})`)} END`;
  const plain = columns.of(`CASE WHEN ${isPlain} THEN ${down(nearest)} END`);
  const most = Math.max(-of.low, of.high);
  const digits = columns.of(`CASE WHEN ${plain} IS NULL THEN ${dialect.significant(size, 12, most)} END`);
  const exact = down(dialect.call("floor", `(${dialect.significant(up(digits), 15, most)} + ${half})`));
  const slow = isSmall ? exact : `CASE WHEN ${shifted} >= 1e12 THEN ${digits} ELSE ${exact} END`;
  const made = `coalesce(${plain}, ${slow})`;
  const sign = `CASE WHEN ${number} < 0 THEN ${dialect.number(-1)} ELSE ${dialect.number(1)} END * `;
  return scalar(of.low >= 0 ? made : `(${sign}${made})`, { bad: of.bad });
}

/** Rounds to significant figures, half away from zero. */
export function significant(t: SqlTarget, of: SqlScalar, figures: number): SqlScalar {
  const { dialect, columns } = t;
  const size = columns.of(
    dialect.significant(dialect.call("abs", columns.of(of.sql)), 12, Math.max(-of.low, of.high)),
  );
  const exponent = dialect.toIndex(dialect.call("floor", dialect.call("log10", size)));
  const decimals = columns.of(`CASE WHEN ${size} > 0 THEN ${figures - 1} - ${exponent} ELSE 0 END`);
  const powers = columns.of(dialect.array(POWERS.map(dialect.number), "number"));
  const unit = columns.of(dialect.at(powers, `abs(${decimals}) + 1`));
  const either = (first: string, second: string) =>
    `CASE WHEN ${decimals} >= 0 THEN ${first} ELSE ${second} END`;
  const steps = {
    isSmall: false,
    up: (value: string) => either(dialect.multiply(value, unit), dialect.divide(value, unit)),
    down: (value: string) => either(dialect.divide(value, unit), dialect.multiply(value, unit)),
  };
  const [low, high] = [Math.min(0, 10 * of.low), Math.max(0, 10 * of.high)];
  return { ...roundedBy(t, of, steps), low, high };
}

/** Powers of ten up to the greatest shift of any number; those above 308 are infinite. */
const POWERS = Array.from({ length: 345 }, (_, exponent) => Number(`1e${exponent}`));

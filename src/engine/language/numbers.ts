// Comparison, rounding and formatting of numbers. Written for speed.

export function near(a: number, b: number): boolean {
  const difference = a > b ? a - b : b - a;
  const size = Math.max(a < 0 ? -a : a, b < 0 ? -b : b);
  return (
    difference <= 1e-9 * size &&
    size !== Number.POSITIVE_INFINITY &&
    !(Number.isInteger(a) && Number.isInteger(b))
  );
}

export const compare = {
  EQ: (a: number, b: number): boolean => a === b || near(a, b),
  LT: (a: number, b: number): boolean => a < b && !near(a, b),
  LE: (a: number, b: number): boolean => a <= b || near(a, b),
  GT: (a: number, b: number): boolean => a > b && !near(a, b),
  GE: (a: number, b: number): boolean => a >= b || near(a, b),
};

/** Powers 2, 3 and 4 are multiplied out, and 1.5 uses a square root: faster, and equal on every platform. */
export function power(base: number, exponent: number): number {
  if (exponent === 1.5) return base * Math.sqrt(base);
  if (exponent === 2) return base * base;
  if (exponent === 3) return base * base * base;
  return exponent === 4 ? base * base * base * base : base ** exponent;
}

const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** Rounds half away from zero, after rounding to 12 significant digits. */
export function round(value: number, decimals: number): number {
  if (decimals < 0) return coarse(value, -decimals);
  const power = POWERS[decimals] ?? 10 ** decimals;
  const size = Math.abs(value);
  const shifted = size * power;
  const whole = Math.floor(shifted);
  const rest = shifted - whole;
  const apart = Math.abs(rest - 0.5);
  // Rounding to twelve digits changes a value by at most 5e-12 of it. Values farther from a tie are rounded directly;
  // values much closer are ties.
  const isTie = apart < 4e-13 * shifted;
  if (shifted < 1e11 && (isTie || apart > 5e-12 * shifted + 1e-12)) {
    const rounded = (isTie || rest > 0.5 ? whole + 1 : whole) / power;
    return value < 0 ? 0 - rounded : rounded;
  }
  const digits = Number(size.toPrecision(12));
  // With twelve digits before the last decimal, nothing remains to round.
  if (shifted >= 1e12) return value < 0 ? -digits : digits;
  const exact = Number((digits * power).toPrecision(15));
  const rounded = Math.floor(exact + 0.5) / power;
  return (value < 0 ? -rounded : rounded) + 0;
}

/** Rounds up; a value that is nearly a whole number counts as that number. */
export function ceil(value: number): number {
  const whole = Math.round(value);
  return (isWhole(value, whole) ? whole : Math.ceil(value)) + 0;
}

/** Rounds down in the same way. */
export function floor(value: number): number {
  const whole = Math.round(value);
  return (isWhole(value, whole) ? whole : Math.floor(value)) + 0;
}

function isWhole(value: number, whole: number): boolean {
  return Math.abs(value - whole) <= 1e-9 * Math.max(1, Math.abs(value));
}

/** Rounds to tens, hundreds, thousands. */
function coarse(value: number, zeros: number): number {
  const power = POWERS[zeros] ?? 10 ** zeros;
  const size = value < 0 ? -value : value;
  const shifted = size / power;
  const whole = Math.floor(shifted);
  const rest = shifted - whole;
  if (shifted < 1e11 && Math.abs(rest - 0.5) > 5e-12 * shifted + 1e-12) {
    const rounded = (rest > 0.5 ? whole + 1 : whole) * power;
    return value < 0 ? 0 - rounded : rounded;
  }
  const exact = Number((Number(size.toPrecision(12)) / power).toPrecision(15));
  const rounded = Math.floor(exact + 0.5) * power;
  return (value < 0 ? -rounded : rounded) + 0;
}

/** Rounds to twelve significant digits. */
export function significant(value: number): number {
  // A number with at most four decimals and ten digits is already exact.
  const shifted = Math.round(value * 1e4);
  if (shifted / 1e4 === value && shifted < 1e10 && shifted > -1e10) return value;
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
}

export function fixed(value: number, decimals: number): string {
  return round(value, decimals).toFixed(decimals);
}

/** Writes a number with commas between thousands. */
export function grouped(value: number, decimals: number): string {
  const text = fixed(value, decimals);
  // Very large numbers have an exponent.
  if (text.includes("e")) return text;
  const [whole = "", ...rest] = text.split(".");
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ","), ...rest].join(".");
}

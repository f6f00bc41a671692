// Numbers as compiled plans compare, round and write them. Small, pure, and written for speed; the reference evaluator has
// its own.

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

/**
 * Squares, cubes and fourth powers are multiplied out, from the left, and the power of 1.5 is made with a root: that is
 * quicker, and the same everywhere.
 */
export function power(base: number, exponent: number): number {
  if (exponent === 1.5) return base * Math.sqrt(base);
  if (exponent === 2) return base * base;
  if (exponent === 3) return base * base * base;
  return exponent === 4 ? base * base * base * base : base ** exponent;
}

const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** Half away from zero after the value is brought to 12 significant digits. */
export function round(value: number, decimals: number): number {
  if (decimals < 0) return coarse(value, -decimals);
  const power = POWERS[decimals] ?? 10 ** decimals;
  const size = Math.abs(value);
  const shifted = size * power;
  const whole = Math.floor(shifted);
  const rest = shifted - whole;
  const apart = Math.abs(rest - 0.5);
  // Twelve digits move the value by at most 5e-12 of itself: farther from a tie than that, the plain way is exact. Much
  // nearer to a tie than the last of twelve digits reaches, those digits are the tie.
  const isTie = apart < 4e-13 * shifted;
  if (shifted < 1e11 && (isTie || apart > 5e-12 * shifted + 1e-12)) {
    const rounded = (isTie || rest > 0.5 ? whole + 1 : whole) / power;
    return value < 0 ? 0 - rounded : rounded;
  }
  const digits = Number(size.toPrecision(12));
  // With twelve digits or more before the last decimal there is nothing left to round.
  if (shifted >= 1e12) return value < 0 ? -digits : digits;
  const exact = Number((digits * power).toPrecision(15));
  const rounded = Math.floor(exact + 0.5) / power;
  return (value < 0 ? -rounded : rounded) + 0;
}

/** The least whole number not below a value; one that it differs from by next to nothing counts as the value itself. */
export function ceil(value: number): number {
  const whole = Math.round(value);
  return (isWhole(value, whole) ? whole : Math.ceil(value)) + 0;
}

/** The greatest whole number not above a value, in the same way. */
export function floor(value: number): number {
  const whole = Math.round(value);
  return (isWhole(value, whole) ? whole : Math.floor(value)) + 0;
}

function isWhole(value: number, whole: number): boolean {
  return Math.abs(value - whole) <= 1e-9 * Math.max(1, Math.abs(value));
}

/** To tens, hundreds, thousands. */
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

/** With twelve significant digits. */
export function significant(value: number): number {
  // The number nearest to one of four decimals and less than eleven digits has no more digits than that.
  const shifted = Math.round(value * 1e4);
  if (shifted / 1e4 === value && shifted < 1e10 && shifted > -1e10) return value;
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
}

export function fixed(value: number, decimals: number): string {
  return round(value, decimals).toFixed(decimals);
}

/** With commas between thousands. */
export function grouped(value: number, decimals: number): string {
  const text = fixed(value, decimals);
  // So great a number is written with an exponent.
  if (text.includes("e")) return text;
  const [whole = "", ...rest] = text.split(".");
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ","), ...rest].join(".");
}

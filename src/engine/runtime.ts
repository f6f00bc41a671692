// What compiled plans call at run time. Small, pure, and written for speed; the reference evaluator has its own.

/** A value came out infinite or undefined as a number; `site` is the slot it came out of. */
export class NonFinite extends Error {
  constructor(readonly site: number) {
    super("non-finite value");
  }
}

function near(a: number, b: number): boolean {
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

/** Passes a finite number; blames the slot for any other. */
function finite(value: number, site: number): number {
  if (value - value !== 0) throw new NonFinite(site);
  return value;
}

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

const BEFORE_WHOLE = POWERS.map((power) => 1 - 1 / power);

/** Half away from zero after the value is brought to 12 significant digits. */
export function round(value: number, decimals: number): number {
  if (decimals < 0) return coarse(value, -decimals);
  const power = POWERS[decimals] ?? 10 ** decimals;
  const size = value < 0 ? -value : value;
  const shifted = size * power;
  const whole = Math.floor(shifted);
  const rest = shifted - whole;
  // Twelve digits move the value by at most 5e-12 of itself: farther from a tie than that, the plain way is exact.
  if (shifted < 1e11 && Math.abs(rest - 0.5) > 5e-12 * shifted + 1e-12) {
    const rounded = (rest > 0.5 ? whole + 1 : whole) / power;
    return value < 0 ? 0 - rounded : rounded;
  }
  const digits = Number(size.toPrecision(12));
  // With twelve digits or more before the last decimal there is nothing left to round.
  if (shifted >= 1e12) return value < 0 ? -digits : digits;
  const exact = Number((digits * power).toPrecision(15));
  const rounded = Math.floor(exact + 0.5) / power;
  return (value < 0 ? -rounded : rounded) + 0;
}

/** The greatest whole number not above a value that is rounded to one to six decimals first. */
function floorRounded(value: number, decimals: number): number {
  const whole = Math.floor(value);
  return isPlain(value, value - whole, decimals) ? whole + 0 : Math.floor(round(value, decimals));
}

/** The least whole number not below a value that is rounded to one to six decimals first. */
function ceilRounded(value: number, decimals: number): number {
  const whole = Math.ceil(value);
  return whole !== 0 && isPlain(value, whole - value, decimals) ? whole : Math.ceil(round(value, decimals));
}

/** Below 100,000 rounding moves a value by less than one in its last decimal: from here it cannot reach a whole number. */
function isPlain(value: number, rest: number, decimals: number): boolean {
  return rest < (BEFORE_WHOLE[decimals] as number) && value < 1e5 && value > -1e5;
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
function grouped(value: number, decimals: number): string {
  const text = fixed(value, decimals);
  // So great a number is written with an exponent.
  if (text.includes("e")) return text;
  const sign = text.startsWith("-") ? 1 : 0;
  const end = decimals > 0 ? text.indexOf(".") : text.length;
  let at = end - 3;
  if (at <= sign) return text;
  let commas = text.slice(at);
  for (; at - 3 > sign; at -= 3) commas = `${text.slice(at - 3, at)},${commas}`;
  return `${text.slice(0, at)},${commas}`;
}

type Item = unknown;

function text(value: unknown): string {
  if (value === null) return "n/a";
  if (typeof value === "number") return String(significant(value));
  if (Array.isArray(value)) return value.map(text).join(", ");
  return String(value);
}

function sum(items: readonly (number | null)[], site: number): number | null {
  let total = 0;
  for (const item of items) {
    if (item === null) return null;
    total += item;
  }
  return finite(total, site);
}

function least(items: readonly (number | null)[]): number | null {
  let best: number | null = null;
  for (const item of items) {
    if (item === null) return null;
    if (best === null || item < best) best = item;
  }
  return best;
}

function greatest(items: readonly (number | null)[]): number | null {
  let best: number | null = null;
  for (const item of items) {
    if (item === null) return null;
    if (best === null || item > best) best = item;
  }
  return best;
}

/** Least or greatest word of dates (no ranks) or of a scale. */
function extremeWord(
  items: readonly (string | null)[],
  ranks: Record<string, number> | null,
  sign: number,
): string | null {
  let best: string | null = null;
  for (const item of items) {
    if (item === null) return null;
    if (best === null) best = item;
    else {
      const difference =
        ranks === null ? (item < best ? -1 : item > best ? 1 : 0) : (ranks[item] ?? 0) - (ranks[best] ?? 0);
      if (difference * sign > 0) best = item;
    }
  }
  return best;
}

function interpolate(
  x: number,
  xs: readonly (number | null)[],
  ys: readonly (number | null)[],
  site: number,
): number | null {
  const count = Math.min(xs.length, ys.length);
  if (count === 0) return null;
  for (let index = 0; index < count; index++) if (xs[index] === null || ys[index] === null) return null;
  for (let index = 1; index < count; index++) {
    const [x0, x1, y0, y1] = [
      xs[index - 1] as number,
      xs[index] as number,
      ys[index - 1] as number,
      ys[index] as number,
    ];
    if ((x0 <= x && x <= x1) || (x1 <= x && x <= x0)) {
      return x1 === x0 ? y0 : finite(y0 + ((x - x0) / (x1 - x0)) * (y1 - y0), site);
    }
  }
  const [first, last] = [xs[0] as number, xs[count - 1] as number];
  const rising = last >= first;
  return (rising ? x < first : x > first) ? (ys[0] as number) : (ys[count - 1] as number);
}

function same(a: Item, b: Item): boolean {
  return typeof a === "number" && typeof b === "number" ? compare.EQ(a, b) : a === b;
}

function has(items: readonly Item[], wanted: Item): boolean {
  for (const item of items) if (same(item, wanted)) return true;
  return false;
}

function largest<T>(
  items: readonly T[],
  key: (item: T) => number | string | null,
  sign: 1 | -1,
  ranks: Record<string, number> | null,
): T | null {
  let best: T | null = null;
  let bestKey: number | string | null = null;
  for (const item of items) {
    const found = key(item);
    if (found === null) continue;
    if (bestKey === null || beats(found, bestKey, sign, ranks)) {
      best = item;
      bestKey = found;
    }
  }
  return best;
}

function beats(
  a: number | string,
  b: number | string,
  sign: 1 | -1,
  ranks: Record<string, number> | null,
): boolean {
  if (typeof a === "number" && typeof b === "number") return sign > 0 ? compare.GT(a, b) : compare.LT(a, b);
  const [x, y] = ranks === null ? [a, b] : [ranks[a] ?? 0, ranks[b] ?? 0];
  return sign > 0 ? x > y : x < y;
}

/** Stable order by a key; entries without a key stand last. */
function ordered<T>(
  items: T[],
  key: (item: T) => number | string | null,
  descending: boolean,
  ranks: Record<string, number> | null,
): T[] {
  const sign = descending ? -1 : 1;
  return items
    .map((item, index) => ({ item, index, key: key(item) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null)
        return (a.key === null ? 1 : 0) - (b.key === null ? 1 : 0) || a.index - b.index;
      if (beats(a.key, b.key, 1, ranks)) return sign;
      if (beats(b.key, a.key, 1, ranks)) return -sign;
      return a.index - b.index;
    })
    .map((entry) => entry.item);
}

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(1000, 0, 1);
const LAST_DAY = Date.UTC(9999, 11, 31);

function addDays(date: string, days: number, site: number): string {
  const time =
    Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) +
    Math.round(days) * DAY;
  // Years have four digits: a date outside them cannot be written, as a number that is not finite cannot.
  if (!(time >= FIRST_DAY && time <= LAST_DAY)) throw new NonFinite(site);
  return new Date(time).toISOString().slice(0, 10);
}

function toNumber(word: string): number | null {
  return /^[+-]?(\d{1,15}(\.\d{1,15})?|\.\d{1,15})$/.test(word.trim()) ? Number(word.trim()) : null;
}

/** Entries of a map, in the order of the schema's keys where these are closed. */
function entries(
  map: Record<string, unknown>,
  keys: readonly string[] | null,
): { key: string; value: unknown }[] {
  const names = keys === null ? Object.keys(map) : keys.filter((key) => map[key] !== undefined);
  return names.map((key) => ({ key, value: map[key] }));
}

export const RUNTIME = {
  ...compare,
  NEAR: near,
  BAD: NonFinite,
  FIN: finite,
  POW: power,
  R: round,
  FLOOR: floorRounded,
  CEIL: ceilRounded,
  FX: fixed,
  GR: grouped,
  TX: text,
  SUM: sum,
  MINL: least,
  MAXL: greatest,
  WORD: extremeWord,
  INT: interpolate,
  HAS: has,
  SAME: same,
  BEST: largest,
  ORDER: ordered,
  DAYS: addDays,
  NUM: toNumber,
  ENT: entries,
} as const;

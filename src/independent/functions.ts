// Operators and functions for mathjs, written a second time: they accept null, texts, dates and words of scales.
import type { TableDef } from "../engine/language/model.js";
import { nearestOf } from "../engine/language/nearest.js";
import { type Datum, NotFinite, onScale, plain, ScaleWord } from "./frame.js";

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new NotFinite("a value is not finite");
  return value;
}

function numeric(fn: (...values: number[]) => number): (...values: Datum[]) => Datum {
  return (...values) => (values.some((value) => value === null) ? null : finite(fn(...(values as number[]))));
}

/** Relative tolerance of 1e-9; whole numbers are exact. */
function close(a: number, b: number): boolean {
  if (a === b) return true;
  if (Number.isInteger(a) && Number.isInteger(b)) return false;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

/** The whole number within 1e-9 of the number's size, or of 1 if it is smaller. */
function whole(of: number): number | undefined {
  const [below, above] = [Math.floor(of), Math.ceil(of)];
  const reach = Math.abs(of) > 1 ? Math.abs(of) * 1e-9 : 1e-9;
  if (of - below <= reach && of - below < above - of) return below;
  return above - of <= reach ? above + 0 : undefined;
}

/** -1, 0 or 1: the order of two values of one kind. */
export function order(a: Datum, b: Datum): number {
  if (typeof a === "number" && typeof b === "number") return close(a, b) ? 0 : a < b ? -1 : 1;
  const steps = stepsAbove(a, b);
  if (steps !== undefined) return Math.sign(steps);
  const [x, y] = [String(a), String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

export function equal(a: Datum, b: Datum): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a === "number" && typeof b === "number") return close(a, b);
  return plain(a) === plain(b);
}

function ordered(test: (sign: number) => boolean): (a: Datum, b: Datum) => Datum {
  return (a, b) => (a === null || b === null ? null : test(order(a, b)));
}

/** Rounding by decimal digits of the text of the number, not by arithmetic. */
export function roundDecimal(value: number, decimals: number): number {
  const [mantissa = "0", exponent = "0"] = Math.abs(value).toExponential(11).split("e");
  const digits = mantissa.replace(".", "");
  // The number is digits * 10 ** (exponent - 11); keep those down to 10 ** -decimals.
  const keep = Number(exponent) + decimals + 1;
  if (keep < 0) return 0;
  if (keep >= digits.length) return withSign(Number(`${digits}e${Number(exponent) - 11}`), value);
  const up = Number(digits[keep]) >= 5 ? 1n : 0n;
  const kept = BigInt(digits.slice(0, keep) || "0") + up;
  return withSign(Number(`${kept}e${-decimals}`), value);
}

function withSign(size: number, value: number): number {
  return size === 0 ? 0 : value < 0 ? -size : size;
}

function flat(values: Datum[]): Datum[] {
  return values.length === 1 && Array.isArray(values[0]) ? (values[0] as Datum[]) : values;
}

function extreme(sign: number): (...values: Datum[]) => Datum {
  return (...given) => {
    if (given.length === 1 && given[0] === null) return null;
    const values = flat(given);
    if (values.length === 0 || values.some((value) => value === null)) return null;
    const scale = values.find((value) => value instanceof ScaleWord)?.scale;
    const best = values.reduce((a, b) => {
      if (typeof a === "number" && typeof b === "number") return (b - a) * sign > 0 ? b : a;
      return order(b, a) * sign > 0 ? b : a;
    }) as Datum;
    return onScale(best, scale);
  };
}

function onText(fn: (...texts: string[]) => Datum): (...values: Datum[]) => Datum {
  return (...values) =>
    values.some((value) => value === null) ? null : fn(...values.map((value) => String(plain(value))));
}

function onList(fn: (list: Datum[], ...rest: Datum[]) => Datum): (...values: Datum[]) => Datum {
  return (list, ...rest) =>
    list === null || list === undefined || rest.some((value) => value === null)
      ? null
      : fn(list as Datum[], ...rest);
}

function interpolate(x: Datum, xs: Datum, ys: Datum): Datum {
  if (x === null || xs === null || ys === null) return null;
  const points = (xs as Datum[])
    .slice(0, (ys as Datum[]).length)
    .map((at, index) => [at, (ys as Datum[])[index]] as [number | null, number | null]);
  if (points.length === 0 || points.some(([at, value]) => at === null || value === null)) return null;
  const known = points as [number, number][];
  const wanted = x as number;
  for (let index = 0; index + 1 < known.length; index++) {
    const [[ax, ay], [bx, by]] = [known[index] as [number, number], known[index + 1] as [number, number]];
    if (Math.min(ax, bx) <= wanted && wanted <= Math.max(ax, bx)) {
      return ax === bx ? ay : finite(ay + ((wanted - ax) / (bx - ax)) * (by - ay));
    }
  }
  const [first, last] = [known[0] as [number, number], known[known.length - 1] as [number, number]];
  const before = last[0] >= first[0] ? wanted < first[0] : wanted > first[0];
  return before ? first[1] : last[1];
}

/** Whole numbers up to twenty are written out. */
function inWords(value: number): string {
  const small = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  const teens = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"];
  const late = ["sixteen", "seventeen", "eighteen", "nineteen", "twenty"];
  const words = [...small, ...teens, ...late];
  return Number.isInteger(value) && value >= 0 && value <= 20
    ? (words[value] as string)
    : String(Number(value.toPrecision(12)));
}

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

function days(date: string | Date, count: number): string {
  const day = new Date(date);
  day.setUTCDate(day.getUTCDate() + Math.round(count));
  const year = day.getUTCFullYear();
  if (Number.isNaN(year) || year < 1000 || year > 9999) throw new NotFinite("a date cannot be written");
  return day.toISOString().slice(0, 10);
}

function months(date: string, count: number): string {
  const day = new Date(date);
  day.setUTCMonth(day.getUTCMonth() + Math.round(count));
  // A day that the month does not have has run over into the next month.
  return days(day, day.getUTCDate() === Number(date.slice(8)) ? 0 : -day.getUTCDate());
}

/** The language defines these powers as products, and 1.5 with a root, so that results are the same on every machine. */
const MULTIPLIED: ReadonlySet<number> = new Set([2, 3, 4]);

function power(base: number, exponent: number): number {
  if (exponent === 1.5) return base * Math.sqrt(base);
  if (!MULTIPLIED.has(exponent)) return base ** exponent;
  let product = base;
  for (let at = 1; at < exponent; at++) product *= base;
  return product;
}

/** How many steps one value is above another on the scale of one of them; undefined without a scale. */
function stepsAbove(a: Datum, b: Datum): number | undefined {
  const scale = a instanceof ScaleWord ? a.scale : b instanceof ScaleWord ? b.scale : undefined;
  return scale && scale.indexOf(String(plain(a))) - scale.indexOf(String(plain(b)));
}

/** By the names that mathjs gives them. Forms that do not evaluate all of their arguments are in mathjs.ts. */
export const FUNCTIONS: Readonly<Record<string, (...values: Datum[]) => Datum>> = {
  add: numeric((a, b) => (a as number) + (b as number)),
  subtract: numeric((a, b) => (a as number) - (b as number)),
  multiply: numeric((a, b) => (a as number) * (b as number)),
  divide: numeric((a, b) => (a as number) / (b as number)),
  pow: numeric((a, b) => power(a as number, b as number)),
  unaryMinus: numeric((a) => -(a as number)),
  equal: (a, b) => equal(a ?? null, b ?? null),
  unequal: (a, b) => !equal(a ?? null, b ?? null),
  smaller: ordered((sign) => sign < 0),
  smallerEq: ordered((sign) => sign <= 0),
  larger: ordered((sign) => sign > 0),
  largerEq: ordered((sign) => sign >= 0),
  not: (a) => (a === null ? null : !a),
  min: extreme(-1),
  max: extreme(1),
  abs: numeric(Math.abs),
  sqrt: numeric(Math.sqrt),
  exp: numeric(Math.exp),
  log: numeric((x) => Math.log(x as number)),
  sin: numeric(Math.sin),
  cos: numeric(Math.cos),
  tan: numeric(Math.tan),
  asin: numeric(Math.asin),
  acos: numeric(Math.acos),
  atan: numeric(Math.atan),
  ceil: numeric((x) => whole(x as number) ?? Math.ceil(x as number) + 0),
  floor: numeric((x) => whole(x as number) ?? Math.floor(x as number) + 0),
  round: numeric((x, decimals) => roundDecimal(x as number, decimals as number)),
  significant: numeric((x, count) => {
    const [mantissa, exponent] = (x as number).toExponential(11).split("e");
    return Number(`${roundDecimal(Number(mantissa), (count as number) - 1)}e${exponent}`);
  }),
  clamp: numeric((x, low, high) => Math.min(Math.max(x as number, low as number), high as number)),
  interpolate: (x, xs, ys) => interpolate(x ?? null, xs ?? null, ys ?? null),
  count: onList((list) => list.length),
  sum: onList((list) =>
    list.includes(null) ? null : finite(list.reduce((total: number, item) => total + (item as number), 0)),
  ),
  first: onList((list) => list[0] ?? null),
  last: onList((list) => list[list.length - 1] ?? null),
  take: onList((list, count) => list.slice(0, count as number)),
  has: onList((list, wanted) => list.some((item) => equal(item, wanted ?? null))),
  concat: (...lists) => (lists.includes(null) ? null : lists.flat()),
  one_of: (of, ...words) => words.some((word) => equal(of ?? null, word)),
  lower: onText((text) => text.toLowerCase()),
  upper: onText((text) => text.toUpperCase()),
  trim: onText((text) => text.trim()),
  replace: onText((text, pattern, by) => text.replace(new RegExp(pattern as string, "gu"), by as string)),
  split: onText((text, by) => text.split(by as string)),
  number: onText((text) =>
    /^\s*[+-]?(\d{1,15}(\.\d{1,15})?|\.\d{1,15})\s*$/.test(text) ? Number.parseFloat(text) : null,
  ),
  starts_with: onText((text, start) => text.startsWith(start as string)),
  ends_with: onText((text, end) => text.endsWith(end as string)),
  contains: onText((text, piece) => text.indexOf(piece as string) >= 0),
  in_words: (number) => (number === null ? null : inWords(number as number)),
  long_date: onText((date) => {
    const [, day, short = "", year] = new Date(date).toUTCString().split(" ");
    return `${Number(day)} ${MONTHS.find((month) => month.startsWith(short))} ${year}`;
  }),
  steps_above: (a, b) => (a === null || b === null ? null : (stepsAbove(a, b) ?? 0)),
  year: onText((date) => Number.parseInt(date, 10)),
  month: onText((date) => new Date(`${date}T00:00:00Z`).getUTCMonth() + 1),
  day: onText((date) => new Date(`${date}T00:00:00Z`).getUTCDate()),
  add_days: (date, count) => (date === null || count === null ? null : days(String(date), count as number)),
  add_months: (date, count) =>
    date === null || count === null ? null : months(String(date), count as number),
};

/** The words of a table that are nearest to a given one. */
export function nearestWords(table: TableDef | undefined, word: string, count: number): string[] {
  const key = table?.keys.find((each) => each.kind === "one_of");
  if (table === undefined || key === undefined) return [];
  const rows = table.rows.map((row) => key.columns.flatMap((column) => row[column] ?? []).map(String));
  const best = rows.map((words) => nearestOf(word, words, 1)[0] ?? "");
  return nearestOf(word, [...new Set(best)], count).map((near) => rows[best.indexOf(near)]?.[0] ?? near);
}

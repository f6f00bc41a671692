// Units as dimensions and scale, for comparison and conversion.

export interface Unit {
  /** Factor to the coherent base unit. */
  readonly scale: number;
  /** Exponents of the base dimensions, without zeros, keys sorted. */
  readonly dimensions: Readonly<Record<string, number>>;
  /** As the author wrote it. */
  readonly written?: string;
}

export const ONE: Unit = { scale: 1, dimensions: {} };

const HOUR = 3600;
const BASE: Record<string, [scale: number, dimensions: Record<string, number>]> = {
  "1": [1, {}],
  "%": [0.01, {}],
  m: [1, { length: 1 }],
  mm: [1e-3, { length: 1 }],
  cm: [1e-2, { length: 1 }],
  dm: [0.1, { length: 1 }],
  km: [1e3, { length: 1 }],
  l: [1e-3, { length: 3 }],
  ha: [1e4, { length: 2 }],
  sqft: [0.09290304, { length: 2 }],
  kg: [1, { mass: 1 }],
  g: [1e-3, { mass: 1 }],
  t: [1e3, { mass: 1 }],
  s: [1, { time: 1 }],
  min: [60, { time: 1 }],
  h: [HOUR, { time: 1 }],
  day: [24 * HOUR, { time: 1 }],
  week: [7 * 24 * HOUR, { time: 1 }],
  // A year has 365 days, as in annual energy; a month is a twelfth of it.
  month: [730 * HOUR, { time: 1 }],
  year: [8760 * HOUR, { time: 1 }],
  K: [1, { temperature: 1 }],
  degC: [1, { temperature: 1 }],
  N: [1, { mass: 1, length: 1, time: -2 }],
  Pa: [1, { mass: 1, length: -1, time: -2 }],
  J: [1, { mass: 1, length: 2, time: -2 }],
  W: [1, { mass: 1, length: 2, time: -3 }],
  Wh: [HOUR, { mass: 1, length: 2, time: -2 }],
  VA: [1, { mass: 1, length: 2, time: -3 }],
  A: [1, { current: 1 }],
  V: [1, { mass: 1, length: 2, time: -3, current: -1 }],
  Hz: [1, { time: -1 }],
  rad: [1, {}],
  deg: [Math.PI / 180, {}],
  TR: [3517, { mass: 1, length: 2, time: -3 }],
  GBP: [1, { gbp: 1 }],
  p: [0.01, { gbp: 1 }],
  EUR: [1, { eur: 1 }],
  USD: [1, { usd: 1 }],
  AED: [1, { aed: 1 }],
  SAR: [1, { sar: 1 }],
  PLN: [1, { pln: 1 }],
  RON: [1, { ron: 1 }],
  person: [1, { person: 1 }],
  kgCO2e: [1, { co2e: 1 }],
  tCO2e: [1e3, { co2e: 1 }],
  gCO2e: [1e-3, { co2e: 1 }],
};
/** For suggestions. */
export const UNIT_NAMES: readonly string[] = Object.keys(BASE);
const PLURALS: Record<string, string> = {
  days: "day",
  weeks: "week",
  months: "month",
  years: "year",
  hours: "h",
  hour: "h",
  persons: "person",
  percent: "%",
  "°C": "degC",
  C: "degC",
};
const PREFIXES: Record<string, number> = { k: 1e3, M: 1e6, G: 1e9 };
/** Returns units with one-word names, including prefixed ones. */
export function unitWords(): readonly string[] {
  const prefixed = Object.keys(PREFIXES).flatMap((prefix) => [...PREFIXED].map((name) => prefix + name));
  return [...UNIT_NAMES, ...Object.keys(PLURALS), ...prefixed];
}
const PREFIXED = new Set(["N", "Pa", "J", "W", "Wh", "VA", "V", "A", "Hz"]);

export function multiply(a: Unit, b: Unit, power = 1): Unit {
  const dimensions: Record<string, number> = { ...a.dimensions };
  for (const [name, exponent] of Object.entries(b.dimensions)) {
    const sum = (dimensions[name] ?? 0) + exponent * power;
    if (Math.abs(sum) < 1e-9) delete dimensions[name];
    else dimensions[name] = sum;
  }
  return { scale: a.scale * b.scale ** power, dimensions };
}

export function power(unit: Unit, exponent: number): Unit {
  return multiply(ONE, unit, exponent);
}

export function sameDimensions(a: Unit, b: Unit): boolean {
  const keys = new Set([...Object.keys(a.dimensions), ...Object.keys(b.dimensions)]);
  for (const key of keys)
    if (Math.abs((a.dimensions[key] ?? 0) - (b.dimensions[key] ?? 0)) > 1e-9) return false;
  return true;
}

export function sameScale(a: Unit, b: Unit): boolean {
  return Math.abs(a.scale - b.scale) <= 1e-9 * Math.max(a.scale, b.scale);
}

export function isPure(unit: Unit): boolean {
  return Object.keys(unit.dimensions).length === 0 && sameScale(unit, ONE);
}

/** Returns an own property, ignoring those of Object.prototype. */
function entry<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function simpleUnit(word: string): Unit | undefined {
  const name = entry(PLURALS, word) ?? word;
  const known = entry(BASE, name);
  if (known !== undefined) return { scale: known[0], dimensions: known[1] };
  const prefix = entry(PREFIXES, name[0] ?? "");
  const rest = name.slice(1);
  const base = entry(BASE, rest);
  if (prefix !== undefined && base !== undefined && PREFIXED.has(rest)) {
    return { scale: prefix * base[0], dimensions: base[1] };
  }
  return undefined;
}

/** Parsed units, cached because few units recur in every formula. */
const read = new Map<string, Unit | undefined>();
const MOST_READ = 1000;

/** Parses `kW/m^2`, `m^2 K/W`, `kN m`, `1/mm`, `GBP/kWh`; undefined if it is not a unit. */
export function parseUnit(text: string): Unit | undefined {
  if (read.has(text)) return read.get(text);
  if (read.size >= MOST_READ) read.clear();
  const unit = unitOf(text);
  const known = unit && { ...unit, written: text };
  read.set(text, known);
  return known;
}

function unitOf(text: string): Unit | undefined {
  let unit = ONE;
  const [over, ...under] = text.split("/");
  for (const [index, part] of [over ?? "", ...under].entries()) {
    for (const factor of part.trim().split(/[\s*]+/)) {
      const match = /^([A-Za-z%°1]\w*|1)(?:\^(-?\d+(?:\.\d+)?))?$/.exec(factor);
      if (match === null) return undefined;
      const squared = /^(m|mm|cm|km|dm)([2346])$/.exec(match[1] ?? "");
      const simple = simpleUnit(squared?.[1] ?? match[1] ?? "");
      if (simple === undefined) return undefined;
      const exponent = Number(match[2] ?? squared?.[2] ?? 1);
      unit = multiply(unit, simple, index === 0 ? exponent : -exponent);
    }
  }
  return unit;
}

// Readings of numbers in a formula: plain, as a conversion factor, or as a time.

import { parseUnit, type Unit } from "../../engine/language/units.js";
import type { Typed } from "../../engine/typing/plan.js";
import { walk } from "../../engine/typing/visit.js";

const HOUR = parseUnit("h") as Unit;
const TIMES: Readonly<Record<number, readonly Unit[]>> = {
  24: [HOUR],
  8760: [HOUR],
  365: [parseUnit("day") as Unit],
  60: [parseUnit("s") as Unit, parseUnit("min") as Unit],
  3600: [parseUnit("s") as Unit],
  12: [parseUnit("month") as Unit],
  52: [parseUnit("week") as Unit],
};

/** Conversion factors other than powers of ten. */
export const OTHER_CONVERSIONS = [...Object.keys(TIMES).map(Number), 3.6e3, 3.6e6];
/** Times that a formula may lack, with their usual numbers. */
export const TIMES_OF = [12, 365, 8760, 52].flatMap((number) =>
  (TIMES[number] ?? []).map((time) => [number, time] as const),
);

export type LiteralReading = ReadonlyMap<Typed, Unit>;

export function isPowerOfTen(value: number): boolean {
  const exponent = Math.log10(Math.abs(value));
  return Math.abs(exponent - Math.round(exponent)) < 1e-9 && Math.round(exponent) !== 0;
}

/** Whether a number can be a conversion factor. */
export function isConversion(value: number): boolean {
  return isPowerOfTen(value) || isPowerOfTen(value / 3.6) || value === 3.6 || Math.abs(value) in TIMES;
}

/** Whether a number is a conversion factor or a quotient of two: 2 is 24 / 12. */
export function isRatio(value: number): boolean {
  return isConversion(value) || Object.keys(TIMES).some((time) => value * Number(time) in TIMES);
}

/** Returns the readings of a literal besides a plain number. */
export function readings(value: number): Unit[] {
  if (!isConversion(value)) return [];
  const size = Math.abs(value);
  return [{ scale: 1 / size, dimensions: {} }, ...(TIMES[size] ?? [])];
}

const MOST_READINGS = 2_000;

/** Yields every reading of a formula's literals, plain numbers first. */
export function* literalReadings(typed: Typed): Generator<LiteralReading> {
  const literals: { typed: Typed; options: (Unit | undefined)[] }[] = [];
  let total = 1;
  walk(typed, (part) => {
    if (part.op !== "literal" || typeof part.value !== "number") return;
    const options = readings(part.value);
    if (options.length === 0 || total * (options.length + 1) > MOST_READINGS) return;
    total *= options.length + 1;
    literals.push({ typed: part, options: [undefined, ...options] });
  });
  for (let at = 0; at < total; at++) {
    const chosen = new Map<Typed, Unit>();
    let rest = at;
    for (const literal of literals) {
      const option = literal.options[rest % literal.options.length];
      rest = Math.floor(rest / literal.options.length);
      if (option !== undefined) chosen.set(literal.typed, option);
    }
    yield chosen;
  }
}

// What a part of a formula measures, and when two measures agree.

import { ONE, parseUnit, sameDimensions, sameScale, type Unit } from "../language/units.js";
import { writeUnit } from "../language/written-units.js";
import type { Typed } from "../typing/plan.js";

/** The unit of a part of a formula; `free` fits anywhere (0, null, unknown), `literal` takes its neighbour's unit. */
export interface Measure {
  readonly unit: Unit;
  readonly free: boolean;
  readonly literal: boolean;
}

export const FREE: Measure = { unit: ONE, free: true, literal: false };
export const measure = (unit: Unit): Measure => ({ unit, free: false, literal: false });
export const PURE = measure(ONE);

export class Disagreement {
  constructor(
    readonly message: string,
    readonly hint?: string,
  ) {}
}

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

/** What a literal may stand for besides a plain number. */
export function readings(value: number): Unit[] {
  const size = Math.abs(value);
  const exponent = Math.log10(size);
  const decimal = Math.abs(exponent - Math.round(exponent)) < 1e-9 && Math.round(exponent) !== 0;
  const hourly = Math.log10(size / 3.6);
  const energy = Math.abs(hourly - Math.round(hourly)) < 1e-9;
  const times = TIMES[size] ?? [];
  if (!decimal && !energy && times.length === 0) return [];
  return [{ scale: 1 / size, dimensions: {} }, ...times];
}

export function agree(all: readonly Measure[], verb: string): Measure {
  const known = all.filter((each) => !each.free && !each.literal);
  const [first, ...rest] = known;
  if (first === undefined) return all.find((each) => !each.free) ?? FREE;
  for (const other of rest) {
    if (!sameDimensions(first.unit, other.unit)) {
      throw new Disagreement(`The formula ${verb} ${writeUnit(first.unit)} and ${writeUnit(other.unit)}.`);
    }
    if (!sameScale(first.unit, other.unit)) {
      const factor = Number(
        (
          Math.max(first.unit.scale, other.unit.scale) / Math.min(first.unit.scale, other.unit.scale)
        ).toPrecision(6),
      );
      throw new Disagreement(
        `The formula ${verb} ${writeUnit(first.unit)} and ${writeUnit(other.unit)}.`,
        `a factor of ${factor} is missing`,
      );
    }
  }
  return first;
}

export function named(unit: string): Measure {
  return measure(parseUnit(unit) ?? ONE);
}

export function constantOf(typed: Typed | undefined): number | undefined {
  if (typed?.op === "literal" && typeof typed.value === "number") return typed.value;
  if (typed?.op === "operator") {
    const [a, b] = typed.args.map(constantOf);
    if (a === undefined) return undefined;
    if (typed.fn === "negate") return -a;
    if (b === undefined) return undefined;
    if (typed.fn === "/") return a / b;
  }
  return undefined;
}

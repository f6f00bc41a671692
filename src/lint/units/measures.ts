// The measure of an expression, and comparison of measures.

import { ONE, parseUnit, sameDimensions, sameScale, type Unit } from "../../engine/language/units.js";
import type { Typed } from "../../engine/typing/plan.js";
import { writeUnit } from "./written-units.js";

/** The unit of an expression. `free` fits any unit (0, null, unknown); `literal` takes its neighbour's unit. */
export interface Measure {
  readonly unit: Unit;
  readonly free: boolean;
  readonly literal: boolean;
}

export const FREE: Measure = { unit: ONE, free: true, literal: false };
export const measure = (unit: Unit): Measure => ({ unit, free: false, literal: false });
export const PURE = measure(ONE);

/** Messages are functions, because most disagreements are discarded by another reading. */
export class Disagreement {
  constructor(
    readonly message: () => string,
    readonly hint?: string,
    /** The factor that would correct the formula. */
    readonly factor?: number,
    /** The computed and the expected unit, if their dimensions differ. */
    readonly between?: readonly [given: Unit, wanted: Unit],
  ) {}
}

/** Whether the unit is definite. */
export function isCertain(found: Measure | Disagreement): found is Measure {
  return !(found instanceof Disagreement) && !found.free && !found.literal;
}

export function agree(all: readonly Measure[], verb: string): Measure {
  const known = all.filter(isCertain);
  const [first, ...rest] = known;
  if (first === undefined) return all.find((each) => !each.free) ?? FREE;
  for (const other of rest) {
    if (!sameDimensions(first.unit, other.unit)) {
      throw new Disagreement(() => unlike(verb, first, other));
    }
    if (!sameScale(first.unit, other.unit)) {
      const factor = Number(
        (
          Math.max(first.unit.scale, other.unit.scale) / Math.min(first.unit.scale, other.unit.scale)
        ).toPrecision(6),
      );
      throw new Disagreement(() => unlike(verb, first, other), `a factor of ${factor} is missing`);
    }
  }
  return first;
}

/** Returns the measure of a unit; `free` if it is missing or unknown. */
export function named(unit: string | undefined): Measure {
  const known = unit === undefined ? undefined : parseUnit(unit);
  return known === undefined ? FREE : measure(known);
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

export function digits(value: number): number {
  return Number(value.toPrecision(6));
}

/** Describes the change of scale. */
export function factorOf(factor: number): string {
  return factor < 1 ? `divide by ${digits(1 / factor)}` : `multiply by ${digits(factor)}`;
}

/** Returns the definite measure that fits most. */
export function mostCommon(
  found: readonly (Measure | Disagreement)[],
  fits: (measure: Measure) => number,
): Measure {
  return found.filter(isCertain).toSorted((a, b) => fits(b) - fits(a))[0] ?? FREE;
}

function unlike(verb: string, one: Measure, other: Measure): string {
  return `The formula ${verb} ${writeUnit(one.unit)} and ${writeUnit(other.unit)}.`;
}

// What a part of a formula measures, and when two measures agree.

import { unitOfName } from "../language/unit-names.js";
import { ONE, parseUnit, sameDimensions, sameScale, type Unit } from "../language/units.js";
import { writeUnit } from "../language/written-units.js";
import { givesOf } from "../typing/gives.js";
import type { Body, Slot, Typed } from "../typing/plan.js";
import { walk } from "./parts.js";

/** The unit of a part of a formula; `free` fits anywhere (0, null, unknown), `literal` takes its neighbour's unit. */
export interface Measure {
  readonly unit: Unit;
  readonly free: boolean;
  readonly literal: boolean;
}

export const FREE: Measure = { unit: ONE, free: true, literal: false };
export const measure = (unit: Unit): Measure => ({ unit, free: false, literal: false });
export const PURE = measure(ONE);

/** Most are trials that another reading of a number mends: their words are put together when they are told. */
export class Disagreement {
  constructor(
    readonly message: () => string,
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
function readings(value: number): Unit[] {
  const size = Math.abs(value);
  const exponent = Math.log10(size);
  const decimal = Math.abs(exponent - Math.round(exponent)) < 1e-9 && Math.round(exponent) !== 0;
  const hourly = Math.log10(size / 3.6);
  const energy = Math.abs(hourly - Math.round(hourly)) < 1e-9;
  const times = TIMES[size] ?? [];
  if (!decimal && !energy && times.length === 0) return [];
  return [{ scale: 1 / size, dimensions: {} }, ...times];
}

const MOST_READINGS = 2_000;

/** Every way to read the literals of a formula: as plain numbers first, then each as a conversion or a time. */
export function* literalReadings(typed: Typed): Generator<ReadonlyMap<Typed, Unit>> {
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

export function agree(all: readonly Measure[], verb: string): Measure {
  const known = all.filter((each) => !each.free && !each.literal);
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

/** What fits anywhere where there is no unit, or none that is known. */
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

/** How a number must be changed to have the other scale. */
export function factorOf(factor: number): string {
  const digits = (value: number) => Number(value.toPrecision(6));
  return factor < 1 ? `divide by ${digits(1 / factor)}` : `multiply by ${digits(factor)}`;
}

/** The unit that a value states, by itself or by the end of its name. */
export function declaredUnit(slot: Slot): string | undefined {
  const { def } = slot;
  const { calculation } = slot.scope;
  const name = calculation?.isFunction === true ? calculation.name : slot.name;
  return def.unit ?? unitOfName(name) ?? (def.kind === "constant" || def.empirical ? "1" : undefined);
}

/** What the rules of a decision give, where that is a number. */
export function numbersGiven(body: Extract<Body, { kind: "decide" }>): Typed[] {
  return [...givesOf(body.entries).map(({ give }) => give), body.otherwise].flatMap((give) =>
    give.kind === "value" && give.type.kind === "number" ? [give.value] : [],
  );
}

/** Of measures that are certain, the one that fits most. */
export function mostCommon(
  found: readonly (Measure | Disagreement)[],
  fits: (measure: Measure) => number,
): Measure {
  const known = found.filter((each) => !(each instanceof Disagreement) && !each.free && !each.literal);
  return (known as Measure[]).toSorted((a, b) => fits(b) - fits(a))[0] ?? FREE;
}

function unlike(verb: string, one: Measure, other: Measure): string {
  return `The formula ${verb} ${writeUnit(one.unit)} and ${writeUnit(other.unit)}.`;
}

/** What is wrong with the unit of a sentence: it may say kW per kW of a ratio, so only a number of the same kind can be. */
export function unitFault(own: Measure | Disagreement, said: string): string | undefined {
  const wanted = parseUnit(said);
  if (own instanceof Disagreement || wanted === undefined || !sameDimensions(own.unit, wanted))
    return undefined;
  return `The sentence says ${said}, but the number in its braces is ${writeUnit(own.unit)}.`;
}

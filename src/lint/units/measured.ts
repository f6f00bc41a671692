// Computes the unit of every part of a formula. A possible conversion factor (a power of ten, 60, 3600, 24, 365,
// 8760) counts as one only if the units then agree. A literal that is added or compared takes the unit of its
// neighbour.

import { leavesOf } from "../../engine/language/entries.js";
import { multiply, ONE, sameDimensions, sameScale, type Unit } from "../../engine/language/units.js";
import type { Body, Slot, ToolPlan, Typed } from "../../engine/typing/plan.js";
import {
  agree,
  Disagreement,
  digits,
  FREE,
  factorOf,
  isCertain,
  type Measure,
  measure,
  mostCommon,
  named,
  PURE,
} from "./measures.js";
import { checkArguments, checkKeys, measureBuiltin, measureOperator } from "./operations.js";
import {
  isPowerOfTen,
  isRatio,
  type LiteralReading,
  literalReadings,
  OTHER_CONVERSIONS,
  readings,
  TIMES_OF,
} from "./readings.js";
import { declaredUnit, fieldUnit, statedUnit, type UnitSource } from "./stated.js";
import { writeUnit } from "./written-units.js";

/** The source of a hint. */
interface Hinted {
  readonly by: Disagreement;
  readonly chosen: LiteralReading;
  readonly rank: number;
}

/** The units of one tool, cached. */
export class Units {
  /** Literals that are conversion factors and so need no citation. */
  readonly conversions = new Set<Typed>();
  private readonly slots = new Map<Slot, Measure>();
  private readonly busy = new Set<Slot>();
  /** Units of fields that rules return, cached because many formulas read them. */
  private readonly fields = new Map<readonly Typed[], Measure>();

  constructor(readonly plan: ToolPlan) {}

  /** Without a declared unit, prefers a pure number if the literals allow it. */
  free(typed: Typed): Measure | Disagreement {
    const pure = this.search(typed, ONE);
    return pure instanceof Disagreement ? this.search(typed, undefined) : pure;
  }

  /** Returns the unit under the first reading of the literals that agrees, else the error of the plain reading. */
  search(typed: Typed, wanted: Unit | undefined, trial = false): Measure | Disagreement {
    let first: Disagreement | undefined;
    let told: Hinted | undefined;
    for (const chosen of literalReadings(typed)) {
      const outcome = this.attempt(typed, wanted, chosen);
      if (!(outcome instanceof Disagreement)) {
        if (!trial) for (const literal of chosen.keys()) this.conversions.add(literal);
        return outcome;
      }
      first ??= outcome;
      if (outcome.hint === undefined) continue;
      const rank = rankOf(outcome, chosen);
      if (rank >= (told?.rank ?? 0)) told = { by: outcome, chosen, rank };
    }
    if (trial) return told?.by ?? first ?? PURE;
    if (told === undefined) return withTime(first) ?? PURE;
    for (const literal of told.chosen.keys()) this.conversions.add(literal);
    return this.anotherLiteral(typed, wanted, told) ?? told.by;
  }

  /** Suggests another factor in place of one in the formula. */
  private anotherLiteral(
    typed: Typed,
    wanted: Unit | undefined,
    { by: { factor, message }, chosen }: Hinted,
  ): Disagreement | undefined {
    if (factor === undefined) return undefined;
    for (const literal of chosen.keys()) {
      const value = literal.op === "literal" ? Number(literal.value) : 0;
      const decimals = [value / factor, value * factor].map(digits).filter(isPowerOfTen);
      for (const meant of isPowerOfTen(value) ? decimals : OTHER_CONVERSIONS)
        for (const unit of meant > 1 ? readings(meant) : []) {
          if (this.attempt(typed, wanted, new Map(chosen).set(literal, unit)) instanceof Disagreement)
            continue;
          return new Disagreement(message, `write ${meant} in place of ${value}, or correct the unit`);
        }
    }
    return undefined;
  }

  private attempt(
    typed: Typed,
    wanted: Unit | undefined,
    chosen: ReadonlyMap<Typed, Unit>,
  ): Measure | Disagreement {
    try {
      const found = this.of(typed, chosen);
      if (wanted === undefined || found.free || found.literal) return found;
      const alike = sameDimensions(found.unit, wanted);
      if (alike && sameScale(found.unit, wanted)) return found;
      const factor = found.unit.scale / wanted.scale;
      return new Disagreement(
        () => unlikeStated(found.unit, wanted, alike),
        alike ? `${factorOf(factor)}, or correct the unit` : undefined,
        alike ? factor : undefined,
        alike ? undefined : [found.unit, wanted],
      );
    } catch (error) {
      if (error instanceof Disagreement) return error;
      throw error;
    }
  }

  private of(typed: Typed, chosen: ReadonlyMap<Typed, Unit>): Measure {
    const inner = (part: Typed) => this.of(part, chosen);
    switch (typed.op) {
      case "literal": {
        if (typeof typed.value !== "number" || typed.value === 0) return FREE;
        const unit = chosen.get(typed);
        return unit === undefined ? { unit: ONE, free: false, literal: true } : measure(unit);
      }
      case "operator":
        return measureOperator(typed.fn, typed.args, inner);
      case "compare":
        agree(typed.args.map(inner), "compares");
        return FREE;
      case "logic":
        typed.args.forEach(inner);
        return FREE;
      case "nullish":
        return agree(typed.args.map(inner), "falls back from");
      case "if": {
        const [test, then, otherwise] = typed.args;
        inner(test);
        return agree([inner(then), inner(otherwise)], "chooses between");
      }
      case "builtin":
        return measureBuiltin(typed.name, typed.args, inner);
      case "table":
        checkKeys(typed, inner);
        return named(statedUnit(this.plan, typed));
      case "filter":
        inner(typed.test);
        return inner(typed.of);
      case "pluck":
        inner(typed.of);
        return inner(typed.body);
      case "field":
        return this.field(typed);
      case "lookup":
        inner(typed.key);
        return inner(typed.of);
      case "slot":
        return this.slot(typed.slot);
      case "input":
      case "param":
      case "item":
      case "lambda":
        return named(statedUnit(this.plan, typed));
      case "call":
        checkArguments(typed.scope, typed.args, inner);
        return typed.result === undefined ? FREE : this.slot(typed.result);
      case "list":
        return agree(typed.items.map(inner), "lists");
      case "known":
        inner(typed.of);
        return FREE;
      case "rank":
        return PURE;
      default:
        return FREE;
    }
  }

  private field(typed: Extract<Typed, { op: "field" }>): Measure {
    if (typed.of.type.kind !== "record") return FREE;
    const found = typed.of.type.shapes.flatMap((shape) =>
      shape.field(typed.name) === undefined ? [] : [this.from(fieldUnit(this.plan, shape, typed.name))],
    );
    return agree(found, "takes from several records");
  }

  private from(source: UnitSource): Measure {
    if (typeof source === "string") return named(source);
    return "def" in source ? this.slot(source) : this.given(source);
  }

  /** Returns the unit of a field that rules return. */
  private given(gives: readonly Typed[]): Measure {
    const known = this.fields.get(gives);
    if (known !== undefined) return known;
    const units = gives
      .filter((give) => give.type.kind === "number")
      .map((give) => this.search(give, undefined));
    // Fields with varying kinds of quantity (a limit in percent or in m2) have no unit.
    const certain = units.filter(isCertain);
    const [first] = certain;
    const isOne = certain.every(
      ({ unit }) => first !== undefined && sameDimensions(unit, first.unit) && sameScale(unit, first.unit),
    );
    const found = first !== undefined && isOne ? first : FREE;
    this.fields.set(gives, found);
    return found;
  }

  /** Returns the unit of a value: declared, or computed from its formula. */
  slot(slot: Slot): Measure {
    const known = this.slots.get(slot);
    if (known !== undefined) return known;
    const isList = slot.type.kind === "list" && slot.body?.kind === "value" && !this.busy.has(slot);
    if (slot.type.kind !== "number" && !isList) return FREE;
    const declared = isList ? undefined : declaredUnit(slot);
    const found = declared === undefined ? this.inferred(slot) : named(declared);
    this.slots.set(slot, found);
    return found;
  }

  private inferred(slot: Slot): Measure {
    if (this.busy.has(slot)) return FREE;
    this.busy.add(slot);
    const { body } = slot;
    let outcome: Measure | Disagreement = FREE;
    if (body?.kind === "value") outcome = this.free(body.value);
    if (body?.kind === "decide") outcome = this.decided(body);
    this.busy.delete(slot);
    return outcome instanceof Disagreement ? FREE : outcome;
  }

  /** Returns the unit that fits most outcomes; each outcome is then checked against it. */
  private decided(body: Extract<Body, { kind: "decide" }>): Measure {
    const gives = numbersGiven(body);
    return mostCommon(
      gives.map((give) => this.free(give)),
      ({ unit }) => gives.filter((give) => !(this.search(give, unit, true) instanceof Disagreement)).length,
    );
  }
}

/**
 * Ranks hints. The reading with most conversions counts the factors already present, unless it leaves an unlikely
 * factor, as for the 12 in b h^3 / 12.
 */
function rankOf({ factor }: Disagreement, chosen: LiteralReading): number {
  const isLikely = factor === undefined || isRatio(digits(Math.max(factor, 1 / factor)));
  return isLikely ? chosen.size + 1 : 0;
}

/** Suggests a missing time: GBP month instead of GBP. */
function withTime(told: Disagreement | undefined): Disagreement | undefined {
  if (told?.between === undefined) return told;
  const [given, wanted] = told.between;
  for (const [number, time] of TIMES_OF)
    for (const [way, exponent] of [["multiply", 1] as const, ["divide", -1] as const]) {
      const made = multiply(given, time, exponent);
      if (sameDimensions(made, wanted) && sameScale(made, wanted))
        return new Disagreement(
          told.message,
          `${way} by a time in ${writeUnit(time)}, such as ${number}, or correct the unit`,
        );
    }
  return told;
}

function unlikeStated(found: Unit, wanted: Unit, alike: boolean): string {
  const [given, said] = [writeUnit(found, wanted), writeUnit(wanted)];
  const isReadable = !alike || !/^\d/.test(given);
  const times = digits(wanted.scale / found.scale);
  return isReadable
    ? `The formula gives ${given}, but its name or unit means ${said}.`
    : `The formula gives ${times < 1 ? `1/${digits(1 / times)} of` : `${times} times`} what its name or unit says: ${said}.`;
}

/** Returns the numeric outcomes of a decision. */
function numbersGiven(body: Extract<Body, { kind: "decide" }>): Typed[] {
  return [...leavesOf(body.entries).map(({ entry }) => entry.give), body.otherwise].flatMap((give) =>
    give?.kind === "value" && give.type.kind === "number" ? [give.value] : [],
  );
}

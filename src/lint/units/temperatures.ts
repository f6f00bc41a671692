// Distinguishes temperatures from temperature differences, which have equal units, in formulas, comparisons and
// arguments.

import type { Report } from "../../engine/language/findings.js";
import type { Shape } from "../../engine/language/types.js";
import { locationIn } from "../../engine/language/written.js";
import type { Slot, ToolPlan, Typed } from "../../engine/typing/plan.js";
import { walk } from "../../engine/typing/visit.js";
import { UNITS } from "./agreement.js";
import type { Units } from "./measured.js";
import { isCertain } from "./measures.js";
import { declaredUnit, fieldUnit, statedUnit, wantedUnit } from "./stated.js";

/** The number of temperatures summed in a quantity: 1 is a temperature, 0 a difference; half of 2 is 1. */
type Count = number | undefined;

/** A constant from this size on converts to the absolute scale. */
const OFFSET_K = 200;
const KEEPING = new Set(["round", "min", "max", "abs"]);

export function checkTemperatures(units: Units, report: Report): void {
  const counter = new Counter(units.plan);
  const isPerKelvin = (typed: Typed) => {
    const found = units.search(typed, undefined, true);
    return isCertain(found) && found.unit.dimensions.temperature === -1;
  };
  for (const checked of units.plan.formulas) {
    const { typed, written, slot } = checked;
    const wrong = (message: string, hint: string) => report.found(UNITS, locationIn(written), message, hint);
    const wanted = ofUnit(wantedUnit(checked));
    const given = counter.of(typed);
    if (wanted !== undefined && given !== undefined && given !== wanted)
      wrong(
        `The formula gives ${called(given)}, and ${called(wanted)} is wanted here.`,
        wanted === 0 ? "subtract one temperature from the other" : "add a difference to a temperature",
      );
    walk(typed, (part) => {
      if (part.op === "operator" && part.fn === "*" && slot?.def.empirical !== true) {
        const [left, right] = part.args as readonly [Typed, Typed];
        const isPoint = (typed: Typed) => (counter.of(typed) ?? 0) !== 0;
        if ((isPoint(left) && isPerKelvin(right)) || (isPoint(right) && isPerKelvin(left)))
          wrong(
            "This multiplies a quantity per K by a temperature; it needs a difference of temperatures.",
            "subtract the other temperature first",
          );
      }
      if (part.op !== "compare") return;
      const [left, right] = [counter.of(part.args[0]), counter.of(part.args[1])];
      if (left !== undefined && right !== undefined && left !== right)
        wrong(
          `This compares ${called(left)} with ${called(right)}.`,
          "compare temperatures with each other, or differences",
        );
    });
  }
}

function called(count: number): string {
  if (count === 0) return "a difference of temperatures";
  return count === 1 ? "a temperature" : "a sum of temperatures";
}

function ofUnit(unit: string | undefined): Count {
  if (unit === "degC" || unit === "°C") return 1;
  return unit === "K" ? 0 : undefined;
}

class Counter {
  private readonly slots = new Map<Slot, Count>();

  constructor(private readonly plan: ToolPlan) {}

  of(typed: Typed): Count {
    switch (typed.op) {
      case "slot":
        return this.ofSlot(typed.slot);
      case "field":
        return typed.of.type.kind === "record"
          ? this.same(typed.of.type.shapes.map((shape) => this.ofField(shape, typed.name)))
          : undefined;
      case "operator":
        return this.ofOperator(typed.fn, typed.args);
      case "builtin":
        return KEEPING.has(typed.name) ? this.of(typed.args[0] as Typed) : undefined;
      case "if":
        return this.same(typed.args.slice(1).map((arg) => this.of(arg)));
      case "nullish":
        return this.same(typed.args.map((arg) => this.of(arg)));
      default:
        return ofUnit(statedUnit(this.plan, typed));
    }
  }

  private ofSlot(slot: Slot): Count {
    if (this.slots.has(slot)) return this.slots.get(slot);
    this.slots.set(slot, undefined);
    const { def, body } = slot;
    const isOffset = def.kind === "constant" && Number(def.constant) >= OFFSET_K;
    const declared = declaredUnit(slot);
    const inner = declared === undefined && body?.kind === "value" ? this.of(body.value) : undefined;
    const count = isOffset ? undefined : (ofUnit(declared) ?? inner);
    this.slots.set(slot, count);
    return count;
  }

  private ofField(shape: Shape, name: string): Count {
    const source = fieldUnit(this.plan, shape, name);
    if (typeof source === "string") return ofUnit(source);
    return "def" in source ? this.ofSlot(source) : undefined;
  }

  private same([first, ...others]: readonly Count[]): Count {
    return others.every((other) => other === first) ? first : undefined;
  }

  private ofOperator(fn: string, args: readonly Typed[]): Count {
    const [left, right] = args.map((arg) => this.of(arg));
    const [by, divisor] = args.map((arg) => (arg.op === "literal" ? Number(arg.value) : undefined));
    if (fn === "negate") return left === undefined ? undefined : -left;
    if (fn === "*" && right !== undefined) return by === undefined ? undefined : by * right;
    if (left === undefined) return undefined;
    if (fn === "*" || fn === "/")
      return divisor === undefined ? undefined : fn === "*" ? left * divisor : left / divisor;
    if (right === undefined) return undefined;
    return fn === "+" ? left + right : fn === "-" ? left - right : undefined;
  }
}

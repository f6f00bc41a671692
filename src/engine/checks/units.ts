// Dimensions and scales of every formula. A number that could be a conversion (a power of ten, 60, 3600, 24, 365,
// 8760) is read as one only where the units then agree; a literal added to or compared with a quantity has its unit.

import { unitOfName } from "../language/unit-names.js";
import { ONE, parseUnit, sameDimensions, sameScale, type Unit } from "../language/units.js";
import { writeUnit } from "../language/written-units.js";
import type { Body, Scope, Slot, Typed } from "../typing/plan.js";
import type { Checked, Typer } from "../typing/typer.js";
import type { Check } from "./check.js";
import {
  agree,
  Disagreement,
  declaredUnit,
  FREE,
  factorOf,
  literalReadings,
  type Measure,
  measure,
  mostCommon,
  named,
  numbersGiven,
  PURE,
  unitFault,
} from "./measures.js";
import { checkArguments, measureBuiltin, measureLookup, measureOperator } from "./unit-operations.js";

const CORRECT = "only like units are added, compared or given: correct the formula, or the unit";

export const UNITS: Check = {
  code: "units",
  refuses: "a formula whose units do not agree, and `empirical` without a reason",
  example: "The formula gives kW, but its name or unit says W. (multiply by 1000, or correct the unit)",
};

export function checkUnits(typer: Typer): void {
  const checker = new UnitChecker(typer);
  for (const checked of typer.formulas) checker.check(checked);
}

class UnitChecker {
  private readonly slots = new Map<Slot, Measure>();
  private readonly busy = new Set<Slot>();
  /** Units of fields that rules give, by shape and name: each is asked for by every formula that reads it. */
  private readonly gives = new Map<string, Measure>();

  constructor(private readonly typer: Typer) {}

  check(checked: Checked): void {
    const { env, typed, role } = checked;
    const slot = env.slot;
    if (slot?.def.empirical === true) {
      const message = `${slot.name} is said to be empirical without a reason.`;
      if (slot.def.because === undefined)
        this.typer.report.error("units", slot.def.location, message, "add because:");
      return;
    }
    const declared =
      checked.unit ?? (role === "value" || role === "give" ? this.declaredFor(checked) : undefined);
    const common = declared === undefined ? this.commonUnit(checked) : undefined;
    const outcome =
      common !== undefined
        ? this.besides(typed, common)
        : declared === undefined
          ? this.free(typed)
          : this.search(typed, parseUnit(declared));
    if (!(outcome instanceof Disagreement)) return;
    const message =
      role === "text" && declared !== undefined ? unitFault(this.free(typed), declared) : outcome.message();
    if (message !== undefined)
      this.typer.report.error("units", this.typer.location(env), message, outcome.hint ?? CORRECT);
  }

  /** Without a declared unit a pure number is preferred, where the literals can be read so. */
  private free(typed: Typed): Measure | Disagreement {
    const pure = this.search(typed, ONE);
    return pure instanceof Disagreement ? this.search(typed, undefined) : pure;
  }

  /** What the other rules of a decision without a unit of its own give. */
  private commonUnit({ env: { slot }, role, typed }: Checked): Unit | undefined {
    if (role !== "give" || slot?.type.kind !== "number" || typed.type.kind !== "number") return undefined;
    const found = this.slot(slot);
    return found.free || found.literal ? undefined : found.unit;
  }

  private besides(typed: Typed, common: Unit): Measure | Disagreement {
    const found = this.search(typed, common);
    if (!(found instanceof Disagreement)) return found;
    const own = this.free(typed);
    return own instanceof Disagreement
      ? own
      : new Disagreement(
          () => `This gives ${writeUnit(own.unit)}, and other rules give ${writeUnit(common)}.`,
          "let all of them give one unit, or state unit:",
        );
  }

  private declaredFor(checked: Checked): string | undefined {
    const { slot } = checked.env;
    if (slot === undefined || checked.typed.type.kind !== "number") return undefined;
    if (checked.role === "give" && slot.type.kind !== "number") return undefined;
    return declaredUnit(slot);
  }

  /** The reading of the literals under which the units agree; else what is wrong with the plain one. */
  private search(typed: Typed, wanted: Unit | undefined, trial = false): Measure | Disagreement {
    let first: Disagreement | undefined;
    // A hint counts the factors that stand in the formula already: the reading with most conversions makes it.
    let hinted: { readonly by: Disagreement; readonly chosen: ReadonlyMap<Typed, Unit> } | undefined;
    for (const chosen of literalReadings(typed)) {
      const outcome = this.attempt(typed, wanted, chosen);
      if (!(outcome instanceof Disagreement)) {
        if (!trial) for (const literal of chosen.keys()) this.typer.conversions.add(literal);
        return outcome;
      }
      first ??= outcome;
      if (outcome.hint !== undefined && chosen.size >= (hinted?.chosen.size ?? 0))
        hinted = { by: outcome, chosen };
    }
    if (!trial) for (const literal of hinted?.chosen.keys() ?? []) this.typer.conversions.add(literal);
    return hinted?.by ?? first ?? PURE;
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
      return new Disagreement(
        () => `The formula gives ${writeUnit(found.unit)}, but its name or unit says ${writeUnit(wanted)}.`,
        alike ? `${factorOf(found.unit.scale / wanted.scale)}, or correct the unit` : undefined,
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
        return measureLookup(typed, inner);
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
        return named(this.typer.inputs.get(typed.name)?.unit ?? "1");
      case "param":
        return named(typed.scope.paramUnits.get(typed.name) ?? "1");
      case "item":
        return named(unitOfName(typed.scope.item?.name ?? ""));
      case "lambda":
        return named(unitOfName(typed.lambda.name ?? ""));
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
      shape.field(typed.name) === undefined ? [] : [this.shapeField(shape.id, shape.access, typed.name)],
    );
    return agree(found, "takes from several records");
  }

  private shapeField(id: string, access: "plain" | number, name: string): Measure {
    if (access !== "plain") return this.scopeField(this.typer.scopes[access] as Scope, name);
    const table = this.typer.tableOf(id);
    if (table !== undefined) {
      const column = table.columns.get(name);
      const isNumber = column !== undefined && ["number", "integer", "numbers"].includes(column.type);
      return isNumber ? named(column.unit ?? unitOfName(name) ?? "1") : FREE;
    }
    const suffix = unitOfName(name);
    if (suffix !== undefined) return named(suffix);
    const known = this.gives.get(`${id} ${name}`);
    if (known !== undefined) return known;
    const found = this.given(id, name);
    this.gives.set(`${id} ${name}`, found);
    return found;
  }

  /** The unit of a field that rules give. */
  private given(id: string, name: string): Measure {
    const gives = this.typer.gives.get(id)?.get(name) ?? [];
    const units = gives
      .filter((give) => give.type.kind === "number")
      .map((give) => this.search(give, undefined));
    // Fields that hold now one kind of quantity, now another (a limit in percent or in m2) have no unit of their own.
    const known = units.flatMap((unit) =>
      unit instanceof Disagreement || unit.free || unit.literal ? [] : [unit],
    );
    const [first] = known;
    return first !== undefined &&
      known.every((unit) => sameDimensions(unit.unit, first.unit) && sameScale(unit.unit, first.unit))
      ? first
      : FREE;
  }

  private scopeField(scope: Scope, name: string): Measure {
    const slot = scope.slots.get(name);
    if (slot !== undefined) return this.slot(slot);
    const param = scope.paramUnits.get(name);
    if (param !== undefined) return named(param);
    if (scope.item?.name === name) return named(unitOfName(name) ?? "1");
    if (scope.inner?.scope.shape.field(name) !== undefined) return this.scopeField(scope.inner.scope, name);
    if (scope.item?.type.kind === "record") {
      const shape = scope.item.type.shapes.find((each) => each.field(name) !== undefined);
      if (shape !== undefined) return this.shapeField(shape.id, shape.access, name);
    }
    return FREE;
  }

  /** The unit of a value: as declared, else as its formula gives it. */
  private slot(slot: Slot): Measure {
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

  /** The unit of what the rules give that most of them can have; each is then held to it. */
  private decided(body: Extract<Body, { kind: "decide" }>): Measure {
    const gives = numbersGiven(body);
    return mostCommon(
      gives.map((give) => this.free(give)),
      ({ unit }) => gives.filter((give) => !(this.search(give, unit, true) instanceof Disagreement)).length,
    );
  }
}

// Measures of operators, built-in functions, lookups and arguments.

import { BUILTINS } from "../../engine/functions/all.js";
import {
  isPure,
  multiply,
  ONE,
  parseUnit,
  power,
  sameDimensions,
  sameScale,
} from "../../engine/language/units.js";
import type { Scope, Typed } from "../../engine/typing/plan.js";
import { agree, constantOf, Disagreement, FREE, type Measure, named, PURE } from "./measures.js";
import { columnUnit } from "./stated.js";
import { writeUnit } from "./written-units.js";

/** Returns the measure of a part. */
type Inner = (typed: Typed) => Measure;

export function measureOperator(fn: string, args: readonly Typed[], inner: Inner): Measure {
  const [a, b] = args.map(inner) as [Measure, Measure];
  switch (fn) {
    case "negate":
      return a;
    case "+":
    case "-":
      if ((isOne(args[0]) && isPerCent(b)) || (isOne(args[1]) && isPerCent(a)))
        throw new Disagreement(
          () => `The formula ${fn === "+" ? "adds" : "subtracts"} 1, the whole, and a number in %.`,
          "write / 100 behind the number in %",
        );
      return agree([a, b], fn === "+" ? "adds" : "subtracts");
    case "*":
      if (a.free || b.free) return FREE;
      return { unit: multiply(a.unit, b.unit), free: false, literal: a.literal && b.literal };
    case "/":
      if (a.free || b.free) return FREE;
      return { unit: multiply(a.unit, b.unit, -1), free: false, literal: a.literal && b.literal };
    default: {
      const exponent = constantOf(args[1]);
      if (a.free) return a;
      if (exponent !== undefined) return { unit: power(a.unit, exponent), free: false, literal: a.literal };
      if (!isPure(a.unit))
        throw new Disagreement(() => `Raises ${writeUnit(a.unit)} to a power that is not a plain number.`);
      return PURE;
    }
  }
}

/** The 1 in `1 - share` never means 1 %. */
const isOne = (typed: Typed | undefined) => constantOf(typed) === 1;
const isPerCent = ({ unit, free, literal }: Measure) =>
  !free && !literal && sameDimensions(unit, ONE) && unit.scale === 0.01;

export function measureBuiltin(name: string, args: readonly Typed[], inner: Inner): Measure {
  const given = args.map(inner);
  const [first = FREE, second = FREE] = given;
  const unit = BUILTINS[name]?.unit;
  switch (unit) {
    case "agrees":
      return agree(given, "compares");
    case "compares":
      agree(given, "compares");
      return FREE;
    case "joins":
      return agree(given, "joins");
    case "first":
      return first;
    case "third":
      agree(given.slice(0, 2), "compares");
      return given[2] ?? FREE;
    case "root":
      return first.free ? first : { ...first, unit: power(first.unit, 0.5) };
    case "pure":
      if (!first.free && !first.literal && !isPure(first.unit))
        throw new Disagreement(() => `${name} takes a pure number, not ${writeUnit(first.unit)}.`);
      return PURE;
    case "count":
      return PURE;
    case "day":
    case "month":
      checkSpan(name, unit, second);
      return FREE;
    default:
      return FREE;
  }
}

/** Reports time spans in another unit than expected; pure numbers fit. */
function checkSpan(name: string, wanted: string, { unit, free, literal }: Measure): void {
  const span = parseUnit(wanted) ?? ONE;
  if (free || literal || isPure(unit) || (sameDimensions(unit, span) && sameScale(unit, span))) return;
  const factor = unit.scale / span.scale;
  const hint = Number.isInteger(factor)
    ? `multiply by ${factor}`
    : "add_days adds days, and add_months months";
  throw new Disagreement(() => `${name} adds ${wanted}s, and this is in ${writeUnit(unit)}.`, hint);
}

/** Checks lookup keys against the units of their columns. */
export function checkKeys(typed: Extract<Typed, { op: "table" }>, inner: Inner): void {
  const { def } = typed.table;
  def.keys.forEach((key, index) => {
    const column = def.columns.get(key.columns[0] ?? "");
    const given = inner(typed.args[index] as Typed);
    if (column?.type === "number")
      agree([named(columnUnit(column)), given], `looks up ${key.name} of ${def.name}, which compares`);
  });
}

/** Checks arguments against the units of their parameters. */
export function checkArguments(scope: Scope, args: ReadonlyMap<string, Typed>, inner: Inner): void {
  for (const [name, arg] of args) {
    agree([named(scope.paramUnits.get(name)), inner(arg)], `is given for ${name}, which compares`);
  }
}

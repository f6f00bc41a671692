// Dimensions and scales of every formula: what is added, compared or given has the unit that is wanted of it.

import type { Check } from "../../engine/checks/check.js";
import { parseUnit, sameDimensions, type Unit } from "../../engine/language/units.js";
import type { Typed } from "../../engine/typing/plan.js";
import type { Checked } from "../../engine/typing/typer.js";
import type { Units } from "./measured.js";
import { Disagreement, isCertain, type Measure } from "./measures.js";
import { wantedUnit } from "./stated.js";
import { writeUnit } from "./written-units.js";

const CORRECT = "only like units are added, compared or given: correct the formula, or the unit";

export const UNITS: Check = {
  code: "units",
  refuses: "a formula whose units do not agree, and `empirical` without a reason",
  example: "The formula gives kW, but its name or unit says W. (multiply by 1000, or correct the unit)",
};

export function checkUnits(units: Units): void {
  for (const checked of units.typer.formulas) check(units, checked);
}

function check(units: Units, checked: Checked): void {
  const { env, typed, role } = checked;
  const { report } = units.typer;
  const slot = env.slot;
  if (slot?.def.empirical === true) {
    const message = `${slot.name} is said to be empirical without a reason.`;
    if (slot.def.because === undefined) report.error("units", slot.def.location, message, "add because:");
    return;
  }
  const declared = checked.unit === undefined && !isNumber(checked) ? undefined : wantedUnit(checked);
  const common = declared === undefined ? commonUnit(units, checked) : undefined;
  const outcome =
    common !== undefined
      ? besides(units, typed, common)
      : declared === undefined
        ? units.free(typed)
        : units.search(typed, parseUnit(declared));
  if (!(outcome instanceof Disagreement)) return;
  const message =
    role === "text" && declared !== undefined ? unitFault(units.free(typed), declared) : outcome.message();
  if (message !== undefined)
    report.error("units", units.typer.location(env), message, outcome.hint ?? CORRECT);
}

/** Rules may give records beside each other, whose fields are numbers. */
function isNumber({ env: { slot }, role, typed }: Checked): boolean {
  return typed.type.kind === "number" && (role !== "give" || slot?.type.kind === "number");
}

/** What the other rules of a decision without a unit of its own give. */
function commonUnit(units: Units, checked: Checked): Unit | undefined {
  const { slot } = checked.env;
  if (checked.role !== "give" || slot === undefined || !isNumber(checked)) return undefined;
  const found = units.slot(slot);
  return isCertain(found) ? found.unit : undefined;
}

function besides(units: Units, typed: Typed, common: Unit): Measure | Disagreement {
  const found = units.search(typed, common);
  if (!(found instanceof Disagreement)) return found;
  const own = units.free(typed);
  return own instanceof Disagreement
    ? own
    : new Disagreement(
        () => `This gives ${writeUnit(own.unit)}, and other rules give ${writeUnit(common)}.`,
        "let all of them give one unit, or state unit:",
      );
}

/** What is wrong with the unit of a sentence: it may say kW per kW of a ratio, so only a number of the same kind can be. */
function unitFault(own: Measure | Disagreement, said: string): string | undefined {
  const wanted = parseUnit(said);
  if (own instanceof Disagreement || wanted === undefined || !sameDimensions(own.unit, wanted))
    return undefined;
  return `The sentence says ${said}, but the number in its braces is ${writeUnit(own.unit)}.`;
}

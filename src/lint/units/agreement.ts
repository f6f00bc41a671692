// Checks units: added, compared and assigned quantities must have equal dimensions and scales.

import type { Check } from "../../engine/checks/check.js";
import type { Report } from "../../engine/language/findings.js";
import type { Location } from "../../engine/language/locations.js";
import { unitOfName } from "../../engine/language/unit-names.js";
import { parseUnit, sameDimensions, type Unit } from "../../engine/language/units.js";
import { locationIn } from "../../engine/language/written.js";
import type { ToolPlan, Typed, TypedFormula } from "../../engine/typing/plan.js";
import { walk } from "../../engine/typing/visit.js";
import type { Units } from "./measured.js";
import { Disagreement, isCertain, type Measure } from "./measures.js";
import { wantedUnit } from "./stated.js";
import { writeUnit } from "./written-units.js";

const CORRECT = "only like units are added, compared or given: correct the formula, or the unit";

export const UNITS: Check = {
  code: "units",
  refuses: "a formula with units that do not agree, and `empirical` without a reason",
  example: "The formula gives kW, but its name or unit means W. (multiply by 1000, or correct the unit)",
};

interface Told {
  readonly location: Location;
  readonly message: string;
  readonly hint: string;
}

export function checkUnits(units: Units, report: Report): void {
  const { plan } = units;
  const told = new Map<TypedFormula, Told>();
  for (const checked of plan.formulas) {
    const found = check(units, checked);
    if (found !== undefined) told.set(checked, found);
  }
  const stated = told.size < FEW_READERS ? undefined : wronglyStated(plan, told);
  for (const [checked, { location, message, hint }] of told)
    if (stated?.readers.includes(checked) !== true) report.found(UNITS, location, message, hint);
  const [first] = (stated?.readers ?? []).flatMap((reader) => told.get(reader) ?? []);
  if (stated === undefined || first === undefined) return;
  const { name, unit, location, readers } = stated;
  const { file, line } = first.location;
  const message = `${name} is ${unit}, and none of the ${readers.length} formulas that read it agrees. At ${file}:${line}: ${first.message}`;
  report.found(UNITS, location, message, `correct the unit of ${name}`);
}

/** Minimum number of formulas that indicate one wrong unit statement. */
const FEW_READERS = 2;

interface Stated {
  readonly name: string;
  readonly unit: string;
  readonly location: Location;
  readonly readers: TypedFormula[];
}

/** Returns the input or constant with a unit that no formula agrees with; undefined if there are several. */
function wronglyStated(plan: ToolPlan, told: ReadonlyMap<TypedFormula, Told>): Stated | undefined {
  const all = new Map<string, Stated>();
  for (const checked of plan.formulas)
    walk(checked.typed, (part) => {
      const found = statedBy(plan, part);
      // Displaying a value fits any unit.
      if (found === undefined || part === checked.typed || checked.role === "text") return;
      const known = all.get(found.name) ?? { ...found, readers: [] };
      all.set(found.name, known);
      if (!known.readers.includes(checked)) known.readers.push(checked);
    });
  const [only, other] = [...all.values()].filter(
    ({ readers }) => readers.length >= FEW_READERS && readers.every((each) => told.has(each)),
  );
  return other === undefined ? only : undefined;
}

/** An input or constant without a unit in its name. */
function statedBy(plan: ToolPlan, part: Typed): Omit<Stated, "readers"> | undefined {
  if (part.op === "input") {
    const input = plan.inputs.get(part.name);
    if (input === undefined || unitOfName(part.name) !== undefined) return undefined;
    const location = input.at.keys.has("unit") ? input.at.of("unit") : input.location;
    return { name: part.name, unit: called(input.unit), location };
  }
  if (part.op !== "slot" || part.slot.def.kind !== "constant") return undefined;
  const { name, unit, location } = part.slot.def;
  return unitOfName(name) === undefined ? { name, unit: called(unit), location } : undefined;
}

function called(unit: string | undefined): string {
  return unit === undefined || unit === "1" ? "a plain number" : `in ${unit}`;
}

function check(units: Units, checked: TypedFormula): Told | undefined {
  const { written, typed, role, slot } = checked;
  if (slot?.def.empirical === true) {
    const message = `${slot.name} is declared as empirical without a reason.`;
    return slot.def.because === undefined
      ? { location: slot.def.location, message, hint: "add because:" }
      : undefined;
  }
  const declared = checked.unit === undefined && !isNumber(checked) ? undefined : wantedUnit(checked);
  const common = declared === undefined ? commonUnit(units, checked) : undefined;
  const outcome =
    common !== undefined
      ? besides(units, typed, common)
      : declared === undefined
        ? units.free(typed)
        : units.search(typed, parseUnit(declared));
  if (!(outcome instanceof Disagreement)) return undefined;
  const message =
    role === "text" && declared !== undefined ? unitFault(units.free(typed), declared) : outcome.message();
  if (message === undefined) return undefined;
  return { location: locationIn(written), message, hint: outcome.hint ?? CORRECT };
}

/** Rules may return numbers next to records with numeric fields. */
function isNumber({ slot, role, typed }: TypedFormula): boolean {
  return typed.type.kind === "number" && (role !== "give" || slot?.type.kind === "number");
}

/** Returns the unit of the other rules of a decision without a declared unit. */
function commonUnit(units: Units, checked: TypedFormula): Unit | undefined {
  const { slot } = checked;
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

/**
 * Returns the error of a unit in a sentence. Only a number of the same dimension can be wrong, because kW per kW is a
 * valid unit of a ratio.
 */
function unitFault(own: Measure | Disagreement, said: string): string | undefined {
  const wanted = parseUnit(said);
  if (own instanceof Disagreement || wanted === undefined || !sameDimensions(own.unit, wanted))
    return undefined;
  return `The sentence uses ${said}, but the number in its braces is ${writeUnit(own.unit)}.`;
}

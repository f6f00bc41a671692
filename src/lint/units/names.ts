// Reports units that contradict the end of their name, such as rent_gbp in EUR or power_kw in W.

import { valuesIn } from "../../engine/language/entries.js";
import type { Report } from "../../engine/language/findings.js";
import type { Location } from "../../engine/language/locations.js";
import type { ToolDef } from "../../engine/language/model.js";
import { unitOfName } from "../../engine/language/unit-names.js";
import { parseUnit, sameDimensions, sameScale } from "../../engine/language/units.js";
import { UNITS } from "./agreement.js";

/** Temperatures are points on a scale; differences, in K, are not. */
const POINT = "degC";

export function checkDeclaredUnits(def: ToolDef, report: Report): void {
  const compare = (name: string, unit: string | undefined, location: Location) => {
    const suffix = unitOfName(name) ?? (unit === "K" && name.endsWith("_c") ? POINT : undefined);
    // A pure number is deliberate; names like `area_a_day` and `price_p_kwh` contain part of their unit.
    if (suffix === undefined || unit === undefined || unit === "1") return;
    const [named, stated] = [parseUnit(suffix), parseUnit(unit)];
    if (named === undefined || stated === undefined) return;
    const isPoint = (suffix === POINT) === (unit === POINT);
    if (isPoint && sameDimensions(named, stated) && sameScale(named, stated)) return;
    const [said = "1"] = unitsIn(suffix);
    if (said === "1" || unitsIn(unit).includes(said)) return;
    report.found(
      UNITS,
      location,
      `${name} is stated in ${unit}, but its name means ${suffix}.`,
      "correct the unit, or the name",
    );
  };
  for (const { name, unit, itemUnit = unit, location } of def.inputs.values())
    compare(name, itemUnit, location);
  for (const [, value] of valuesIn({ ...def, calculations: def.calculations.values() })) {
    compare(value.name, value.unit, value.location);
  }
  for (const { given } of def.calculations.values())
    for (const [name, { type, location }] of given) compare(name, type, location);
  for (const table of def.tables.values()) {
    const at = table.at.inner.get("columns") ?? table.at;
    for (const { name, unit } of table.columns.values()) compare(name, unit, at.of(name));
  }
}

/** Returns the single units of a compound unit: kWh and m of kWh/m2. */
function unitsIn(unit: string): string[] {
  return unit.split(/[/\s]+/).map((each) => each.replace(/\^?\d+$/, "") || each);
}

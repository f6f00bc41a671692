// The tools that are written by hand, by the name of the tool that each is measured against.
import type { Tool } from "../../src/engine/tool.js";
import { calculatePue } from "./calculate-pue.js";
import type { ColumnSection } from "./column-steel.js";
import { catalogueOf, columnChecker } from "./eurocode-column-checker.js";
import { heatpumpHeatloss } from "./heatpump-heatloss.js";
import type { Answer } from "./input.js";
import { meesChecker } from "./mees-checker.js";
import { partSEv } from "./part-s-ev.js";
import type { SteelSection } from "./steel-beam-check.js";

export type ByHand = (input: unknown) => Answer;

/** The steel catalogue is data on both sides: the hand-written code takes it from the tool. */
export const BY_HAND: Readonly<Record<string, (tool: Tool) => ByHand>> = {
  calculate_pue: () => calculatePue,
  part_s_ev: () => partSEv,
  mees_checker: () => meesChecker,
  eurocode_column_checker: (tool) => {
    const catalogue = catalogueOf(sectionsOf(tool) as unknown as readonly ColumnSection[]);
    return (input) => columnChecker(input, catalogue);
  },
  heatpump_heatloss: () => heatpumpHeatloss,
};

export function steelSections(tool: Tool): readonly SteelSection[] {
  return sectionsOf(tool) as unknown as readonly SteelSection[];
}

function sectionsOf(tool: Tool): readonly unknown[] {
  const table = tool.plan.tables.get("steel_sections");
  if (table === undefined) throw new Error(`${tool.name} has no steel sections`);
  return table.def.rows;
}

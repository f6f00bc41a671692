// Hand-written versions of tools, by tool name.
import type { Tool } from "../../src/engine/tool.js";
import { calculatePue } from "./calculate-pue.js";
import type { Answer } from "./input.js";
import type { SteelSection } from "./steel-beam-check.js";

export const BY_HAND: Readonly<Record<string, (input: unknown) => Answer>> = { calculate_pue: calculatePue };

/** The steel catalogue is data on both sides, so it is taken from the tool. */
export function steelSections(tool: Tool): readonly SteelSection[] {
  const table = tool.plan.tables.get("steel_sections");
  if (table === undefined) throw new Error(`${tool.name} has no steel sections`);
  return table.def.rows as unknown as readonly SteelSection[];
}

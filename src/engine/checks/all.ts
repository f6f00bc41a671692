// Runs the checks of the computation, in order. Checks of units, sources and style are in src/lint.
import type { Report } from "../language/findings.js";
import type { ToolDef } from "../language/model.js";
import type { ToolPlan } from "../typing/plan.js";
import { type TypedDefinition, typeTool } from "../typing/type-tool.js";
import { checkCost } from "./cost.js";
import { checkCycles, checkRanks } from "./cycles.js";
import { checkTables } from "./tables.js";

const OF_TOOL: readonly ((plan: ToolPlan, report: Report) => void)[] = [
  checkCycles,
  checkRanks,
  checkCost,
  checkTables,
];

/** Types a tool and runs the checks. */
export function checkedTool(def: ToolDef, report: Report): TypedDefinition {
  const typed = typeTool(def, report);
  for (const check of OF_TOOL) check(typed.plan, report);
  return typed;
}

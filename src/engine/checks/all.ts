// The checks that answers rest on, in their order: a set that fails one of them is never served. What an author should know
// beyond that is found by src/lint.
import type { Report } from "../language/findings.js";
import type { ToolDef } from "../language/model.js";
import { type TypedDefinition, typeTool } from "../typing/type-tool.js";
import type { Typer } from "../typing/typer.js";
import { checkCycles, checkRanks } from "./cycles.js";
import { checkEvaluations } from "./evaluations.js";
import { checkFigures } from "./figures.js";
import { checkGrowth } from "./growth.js";
import { checkTables } from "./tables.js";
import { checkUnits } from "./units.js";

const OF_TOOL: readonly ((typer: Typer) => void)[] = [
  checkCycles,
  checkRanks,
  checkEvaluations,
  checkGrowth,
  checkTables,
  checkUnits,
];

/** Types a tool and checks what its answers rest on. */
export function checkedTool(def: ToolDef, report: Report): TypedDefinition {
  const typed = typeTool(def, report);
  for (const check of OF_TOOL) check(typed.typer);
  checkFigures(typed.plan, report);
  return typed;
}

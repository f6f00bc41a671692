// A table as a function of its keys: one value column gives the cell, several the row.
import type { TableDef, ToolDef } from "../language/model.js";
import type { TablePlan } from "./plan.js";
import { rowShape } from "./shapes.js";

export function tablePlan(def: TableDef, tool: ToolDef): TablePlan {
  const keyColumns = new Set(def.keys.flatMap((key) => key.columns));
  const values = [...def.columns.keys()].filter((name) => !keyColumns.has(name));
  const shape = rowShape(def, tool);
  return {
    def,
    shape,
    cell: def.keys.length > 0 && values.length === 1 ? values[0] : undefined,
    row: { kind: "record", shapes: [shape], nullable: false },
  };
}

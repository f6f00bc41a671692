// Declared units of values, inputs, parameters, columns and fields, from `unit` or the end of the name.

import type { ColumnDef } from "../../engine/language/model.js";
import type { Shape } from "../../engine/language/types.js";
import { unitOfName } from "../../engine/language/unit-names.js";
import type { Scope, Slot, TablePlan, ToolPlan, Typed, TypedFormula } from "../../engine/typing/plan.js";

export function declaredUnit({ def, name, scope: { calculation } }: Slot): string | undefined {
  const called = calculation?.isFunction === true ? calculation.name : name;
  return def.unit ?? unitOfName(called) ?? (def.kind === "constant" || def.empirical ? "1" : undefined);
}

/** Returns the required unit of a formula: its own, or that of its value. */
export function wantedUnit({ unit, role, slot }: TypedFormula): string | undefined {
  const isOfSlot = slot !== undefined && (role === "value" || role === "give");
  return unit ?? (isOfSlot ? declaredUnit(slot) : undefined);
}

/** Returns the declared unit of a named part. */
export function statedUnit(plan: ToolPlan, typed: Typed): string | undefined {
  switch (typed.op) {
    case "input":
      return plan.inputs.get(typed.name)?.unit ?? "1";
    case "param":
      return typed.scope.paramUnits.get(typed.name) ?? "1";
    case "item":
      return unitOfName(typed.scope.item?.name ?? "");
    case "lambda":
      return unitOfName(typed.lambda.name ?? "");
    case "table":
      return cellUnit(typed.table);
    default:
      return undefined;
  }
}

function cellUnit({ def, cell }: TablePlan): string | undefined {
  const column = def.columns.get(cell ?? "");
  if (column?.type !== "number" && column?.type !== "integer") return undefined;
  return columnUnit(column, cell === "cell" ? def.name : column.name);
}

export function columnUnit({ unit, name }: ColumnDef, called = name): string {
  return unit ?? unitOfName(called) ?? "1";
}

/** The source of a field's unit: a unit, a value, or the outcomes of rules. */
export type UnitSource = string | Slot | readonly Typed[];

const NOTHING: readonly Typed[] = [];

export function fieldUnit(plan: ToolPlan, { id, access, table }: Shape, name: string): UnitSource {
  if (access !== "plain") return unitInScope(plan, plan.scopes[access] as Scope, name);
  if (table !== undefined) {
    const column = plan.tables.get(table)?.def.columns.get(name);
    const isNumber = column !== undefined && ["number", "integer", "numbers"].includes(column.type);
    return isNumber ? columnUnit(column) : NOTHING;
  }
  return unitOfName(name) ?? plan.gives.get(id)?.get(name) ?? NOTHING;
}

function unitInScope(plan: ToolPlan, scope: Scope, name: string): UnitSource {
  const found = scope.slots.get(name) ?? scope.paramUnits.get(name);
  if (found !== undefined) return found;
  const { item, inner } = scope;
  if (item?.name === name) return unitOfName(name) ?? "1";
  if (inner?.scope.shape.field(name) !== undefined) return unitInScope(plan, inner.scope, name);
  const shape =
    item?.type.kind === "record"
      ? item.type.shapes.find((each) => each.field(name) !== undefined)
      : undefined;
  return shape === undefined ? NOTHING : fieldUnit(plan, shape, name);
}

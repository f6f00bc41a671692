// Checks arguments of interpolate() and significant(): x must rise in every table row, and there is at least one
// significant digit.

import type { Report } from "../engine/language/findings.js";
import type { TableDef } from "../engine/language/model.js";
import type { Shape } from "../engine/language/types.js";
import { locationIn, type WrittenFormula } from "../engine/language/written.js";
import type { ToolPlan, Typed } from "../engine/typing/plan.js";
import { walk } from "../engine/typing/visit.js";

export function checkPoints(plan: ToolPlan, report: Report): void {
  for (const { typed, written } of plan.formulas)
    walk(typed, (part) => {
      if (part.op === "builtin" && part.name === "significant") checkFigures(part.args[1], written, report);
      const xs = part.op === "builtin" && part.name === "interpolate" ? part.args[1] : undefined;
      const column = xs === undefined ? undefined : columnOf(plan.tables, xs);
      if (column === undefined || column.table.rows.every((row) => rises(row[column.name]))) return;
      report.error(
        "table",
        locationIn(written, "interpolate"),
        `The second argument of interpolate, the list of x, must rise, and ${column.name} of ${column.table.name} does not.`,
        "the list of x comes before the list of y",
      );
    });
}

function checkFigures(figures: Typed | undefined, written: WrittenFormula, report: Report): void {
  if (figures?.op !== "literal" || (Number.isInteger(figures.value) && Number(figures.value) >= 1)) return;
  report.error(
    "type",
    locationIn(written, "significant"),
    `significant takes 1, 2, 3 or more figures, not ${String(figures.value)}.`,
  );
}

/** Returns the table column of a list, if it can be determined. */
function columnOf(tables: ToolPlan["tables"], typed: Typed): { table: TableDef; name: string } | undefined {
  const named = ({ table: of = "" }: Shape, name: string) => {
    const table = tables.get(of)?.def;
    return table?.columns.get(name)?.type === "numbers" ? { table, name } : undefined;
  };
  switch (typed.op) {
    case "table":
      return typed.table.cell === undefined ? undefined : named(typed.table.shape, typed.table.cell);
    case "field":
      return typed.of.type.kind === "record"
        ? typed.of.type.shapes.flatMap((shape) => named(shape, typed.name) ?? [])[0]
        : undefined;
    case "slot":
      return typed.slot.body?.kind === "value" ? columnOf(tables, typed.slot.body.value) : undefined;
    default:
      return undefined;
  }
}

function rises(cell: unknown): boolean {
  return !Array.isArray(cell) || cell.every((each, at) => at === 0 || each > cell[at - 1]);
}

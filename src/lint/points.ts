// The lists that interpolate() goes by: those of x rise in every row of the table that they come from; and the figures of
// significant(), of which there is one at least.

import { walk } from "../engine/checks/parts.js";
import type { TableDef } from "../engine/language/model.js";
import type { Typed } from "../engine/typing/plan.js";
import type { Checked, Typer } from "../engine/typing/typer.js";

export function checkPoints(typer: Typer): void {
  for (const { typed, env } of typer.formulas)
    walk(typed, (part) => {
      if (part.op === "builtin" && part.name === "significant") checkFigures(typer, part.args[1], env);
      const xs = part.op === "builtin" && part.name === "interpolate" ? part.args[1] : undefined;
      const column = xs === undefined ? undefined : columnOf(typer, xs);
      if (column === undefined || column.table.rows.every((row) => rises(row[column.name]))) return;
      typer.report.error(
        "table",
        typer.location({ ...env, word: "interpolate" }),
        `The second argument of interpolate, the list of x, must rise, and ${column.name} of ${column.table.name} does not.`,
        "the list of x comes before the list of y",
      );
    });
}

function checkFigures(typer: Typer, figures: Typed | undefined, env: Checked["env"]): void {
  if (figures?.op !== "literal" || (Number.isInteger(figures.value) && Number(figures.value) >= 1)) return;
  typer.report.error(
    "type",
    typer.location({ ...env, word: "significant" }),
    `significant takes 1, 2, 3 or more figures, not ${String(figures.value)}.`,
  );
}

/** The column of a table that a list comes from, where that can be seen. */
function columnOf(typer: Typer, typed: Typed): { table: TableDef; name: string } | undefined {
  const named = (id: string, name: string) => {
    const table = typer.tableOf(id);
    return table?.columns.get(name)?.type === "numbers" ? { table, name } : undefined;
  };
  switch (typed.op) {
    case "table":
      return typed.table.cell === undefined ? undefined : named(typed.table.shape.id, typed.table.cell);
    case "field":
      return typed.of.type.kind === "record"
        ? typed.of.type.shapes.flatMap(({ id }) => named(id, typed.name) ?? [])[0]
        : undefined;
    case "slot":
      return typed.slot.body?.kind === "value" ? columnOf(typer, typed.slot.body.value) : undefined;
    default:
      return undefined;
  }
}

function rises(cell: unknown): boolean {
  return !Array.isArray(cell) || cell.every((each, at) => at === 0 || each > cell[at - 1]);
}

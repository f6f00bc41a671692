// Sentences on the law as at a day that is not the edition, the day to which the law of a tool is known.

import type { Report } from "../engine/language/findings.js";
import { type Expr, partsOf } from "../engine/language/formula.js";
import { locationOfWord } from "../engine/language/locations.js";
import type { ReadSet } from "../engine/read/set.js";
import type { ToolPlan, Typed } from "../engine/typing/plan.js";
import { DAY, daysNamed } from "./days.js";
import { isFixed } from "./fixed-values.js";
import { textsOf } from "./texts.js";

/** Before a day that is written out. */
const AS_AT = /\b(?:as at|law at|position at|the law (?:of|on)) $/i;
/** Before braces, which may hold the day of prices or data as well. */
const LAW_AT = /\b(?:(?:law|position)\b[^.]*\bat|the law (?:of|on)) $/i;

export function checkLawDays(plan: ToolPlan, report: Report): void {
  const { edition: stated, inputs } = plan.def.holder as {
    readonly edition?: unknown;
    readonly inputs?: { readonly as_of_date?: object };
  };
  const edition = String(stated);
  for (const { it, holder, key } of [...textsOf(plan.def, true), ...plan.def.texts]) {
    // What assumes another day says so itself.
    const assumes = key === "assumption";
    const speaksOf = (day: string) =>
      report.error(
        DAY.code,
        locationOfWord(holder, key, day),
        `The text speaks of the law as at ${day}, and the edition is ${edition}.`,
        "look whether it still holds, then write {edition} or the day of the edition",
      );
    let before = "";
    for (const part of it.parts) {
      if (typeof part !== "string") {
        const isOwn = !assumes || holder === inputs?.as_of_date;
        if (isOwn && LAW_AT.test(before) && isOtherDay(plan, part.formula.expr, edition))
          speaksOf(`{${part.formula.text}}`);
        before = "";
        continue;
      }
      before = part;
      const other = assumes ? undefined : otherDay(part, edition);
      if (other !== undefined) speaksOf(other[0]);
    }
  }
}

/** The cells of a shared table are current to its own edition. */
export function checkTableDays({ shared }: ReadSet, report: Report): void {
  for (const { sections } of shared.values()) {
    const { rows, rowLocations, location, holder } = sections.table;
    const edition = String((holder as { readonly edition?: unknown }).edition);
    rows.forEach((row, at) => {
      for (const [column, cell] of Object.entries(row))
        for (const text of [cell].flat().map(String)) {
          const [day] = otherDay(text, edition) ?? [];
          if (day === undefined) continue;
          const message = `The cell speaks of the law as at ${day}, and the edition of the table is ${edition}.`;
          const hint = "look whether it still holds, then write the day of the edition";
          report.error(DAY.code, rowLocations[at]?.(column) ?? location, message, hint);
        }
    });
  }
}

/** A day of the law that is written out and is not the edition. */
function otherDay(text: string, edition: string): readonly [written: string, day: string] | undefined {
  return daysNamed(text).find(
    ([written, day]) => day !== edition && AS_AT.test(text.slice(0, text.indexOf(written))),
  );
}

/** A day that is the same in every answer, and not the edition. */
function isOtherDay(plan: ToolPlan, expr: Expr, edition: string): boolean {
  const [inner] = expr.kind === "call" && expr.name === "long_date" ? expr.args : [];
  if (inner !== undefined) return isOtherDay(plan, inner, edition);
  const { names } = plan;
  const meant = partsOf(expr).flatMap((part) => names.get(part) ?? []);
  if (expr.kind === "name" && meant.some((each) => dayOf(each) === edition)) return false;
  return meant.length > 0 && meant.every((each) => isFixed(each, new Map()));
}

/** The day that a name stands for, where it is one that is written somewhere. */
function dayOf(typed: Typed): unknown {
  if (typed.op === "literal") return typed.value;
  return typed.op === "slot" && typed.slot.body?.kind === "value" ? dayOf(typed.slot.body.value) : undefined;
}

// Omits date mutations that no case can detect: a tool without as_of_date is always evaluated at its edition.

import type { Expr, Operator } from "../../engine/language/formula.js";
import { daysLater, isDateText } from "../../engine/language/types.js";

/** Compares dates as texts. */
const COMPARED: Readonly<Partial<Record<Operator, (day: string, date: string) => boolean>>> = {
  "<": (day, date) => day < date,
  "<=": (day, date) => day <= date,
  ">": (day, date) => day > date,
  ">=": (day, date) => day >= date,
  "==": (day, date) => day === date,
  "!=": (day, date) => day !== date,
};

export class DayOfTool {
  /** The fixed evaluation date; undefined if the caller sends one. */
  private readonly day: string | undefined;

  constructor(edition: string, inputs: { has(name: string): boolean }) {
    this.day = inputs.has("as_of_date") ? undefined : edition;
  }

  /** Whether moving a date by one day changes its comparison with the evaluation date. */
  shows(op: Operator, date: string): boolean {
    const holds = COMPARED[op];
    return this.day === undefined || holds?.(this.day, date) !== holds?.(this.day, daysLater(date, 1));
  }

  /** Whether an expression is the evaluation date. */
  is(written: string): boolean {
    return written === "as_of" || written === "edition";
  }

  /** Returns dates of a formula that can move without effect, because they are compared with the evaluation date. */
  unseen(parts: readonly Expr[]): Set<Expr> {
    const found = new Set<Expr>();
    for (const part of parts) {
      if (part.kind !== "operator") continue;
      const [left, right] = part.args;
      if (left?.kind !== "name" || !this.is(left.name)) continue;
      if (right?.kind === "text" && isDateText(right.value) && !this.shows(part.op, right.value))
        found.add(right);
    }
    return found;
  }
}

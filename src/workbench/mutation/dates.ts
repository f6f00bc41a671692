// Leaves out mutations of dates that no case could notice: a tool without as_of_date is always evaluated as of its
// edition, so most days can move without any effect.

import type { Expr, Operator } from "../../engine/language/formula.js";
import { daysLater, isDateText } from "../../engine/language/types.js";

/** Days are compared as texts. */
const COMPARED: Readonly<Partial<Record<Operator, (day: string, date: string) => boolean>>> = {
  "<": (day, date) => day < date,
  "<=": (day, date) => day <= date,
  ">": (day, date) => day > date,
  ">=": (day, date) => day >= date,
  "==": (day, date) => day === date,
  "!=": (day, date) => day !== date,
};

export class DayOfTool {
  /** The one day of every evaluation; undefined where the caller chooses it. */
  private readonly day: string | undefined;

  constructor(edition: string, inputs: { has(name: string): boolean }) {
    this.day = inputs.has("as_of_date") ? undefined : edition;
  }

  /** Whether moving a date on by a day changes what a comparison of the day with it says. */
  shows(op: Operator, date: string): boolean {
    const holds = COMPARED[op];
    return this.day === undefined || holds?.(this.day, date) !== holds?.(this.day, daysLater(date, 1));
  }

  /** Whether a name or formula is the day of the evaluation. */
  is(written: string): boolean {
    return written === "as_of" || written === "edition";
  }

  /** Dates of a formula that move unseen: those that the day itself is compared with. */
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

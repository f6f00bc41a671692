// Which values are written where they are used, instead of being remembered in a frame: those that cost less to work out
// again than to remember. They take a quarter off the calls that try many rows of a table.
import type { Slot, Typed } from "../typing/plan.js";

/** Operations that are as cheap as a call that finds a number remembered. */
const CHEAP = 3;

export class Inlining {
  private readonly costs = new Map<Slot, number>();

  /** The formula that is written where the slot is used; undefined where the slot's function is called. */
  formula(slot: Slot): Typed | undefined {
    if (slot.body?.kind !== "value" || slot.body.value.op === "literal") return undefined;
    return this.cost(slot) <= CHEAP ? slot.body.value : undefined;
  }

  private cost(slot: Slot): number {
    const { body, when } = slot;
    const isFormula = when === undefined && body?.kind === "value";
    const cost = this.costs.get(slot) ?? (isFormula ? this.costOf(body.value) : Number.POSITIVE_INFINITY);
    this.costs.set(slot, cost);
    return cost;
  }

  private costOf(typed: Typed): number {
    switch (typed.op) {
      case "literal":
      case "input":
      case "param":
      case "item":
        return 0;
      case "field":
        return this.costOf(typed.of) + (typed.of.type.nullable ? 1 : 0);
      case "slot":
        return Math.min(1, this.cost(typed.slot));
      case "operator":
        return typed.args.reduce((sum, arg) => sum + this.costOf(arg), typed.fn === "^" ? 2 : 1);
      default:
        return Number.POSITIVE_INFINITY;
    }
  }
}

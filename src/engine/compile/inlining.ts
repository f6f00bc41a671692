// Which values are written where they are used, instead of being remembered in a frame: those that are used once, and those
// that cost less to work out again than to remember. The latter take a quarter off the calls that try many rows of a table.
import type { Slot, Typed } from "../typing/plan.js";

/** Operations that are as cheap as a call that finds a number remembered. */
const CHEAP = 3;

export class Inlining {
  private readonly uses = new Map<Slot, number>();
  /** Slots with a use outside of their own frame, or in what runs once for each item. */
  private readonly shared = new Set<Slot>();
  /** Slots that are asked of a frame by name: these need a function. */
  private readonly asked = new Set<Slot>();
  /** Slots that are used once and in place; undefined as long as not all uses are known. */
  private once: Set<Slot> | undefined;
  private readonly costs = new Map<Slot, number>();
  private isAside = false;

  /** Writes what must not change how the results are written: its uses do not count. */
  aside<T>(write: () => T): T {
    this.isAside = true;
    const written = write();
    this.isAside = false;
    return written;
  }

  use(slot: Slot, isInPlace: boolean): void {
    if (this.isAside) return;
    this.uses.set(slot, (this.uses.get(slot) ?? 0) + 1);
    if (!isInPlace) this.shared.add(slot);
  }

  ask(slot: Slot): void {
    this.use(slot, false);
    this.asked.add(slot);
  }

  /** Called when all uses are known. */
  decide(): void {
    this.once = new Set(
      [...this.uses.keys()].filter((slot) => this.uses.get(slot) === 1 && !this.shared.has(slot)),
    );
  }

  /** Whether the slot's formula is written where it is used. */
  isInlined(slot: Slot): boolean {
    if (slot.when !== undefined || slot.body?.kind !== "value" || slot.body.value.op === "literal")
      return false;
    return this.once !== undefined && (this.once.has(slot) || this.cost(slot) <= CHEAP);
  }

  hasFunction(slot: Slot): boolean {
    return !this.isInlined(slot) || this.asked.has(slot);
  }

  private cost(slot: Slot): number {
    let cost = this.costs.get(slot);
    if (cost === undefined) {
      const { body, when } = slot;
      cost =
        when !== undefined || body?.kind !== "value" ? Number.POSITIVE_INFINITY : this.costOf(body.value);
      this.costs.set(slot, cost);
    }
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

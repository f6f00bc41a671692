// The values and rules through which given places that read an input can be reached.
import { entryPieces, givePieces, kidsOf, type PlanPiece, slotPieces } from "../../engine/checks/parts.js";
import type { Slot, ToolPlan, Typed } from "../../engine/typing/plan.js";
import { behindField, framesOf } from "./frames.js";
import { type Ignored, type ListOfRules, type Rule, rulesOf } from "./rules.js";

export class InputReaders {
  private readonly values = new Set<Slot>();

  /** `order` has each value after those that it uses. */
  constructor(
    private readonly plan: ToolPlan,
    order: readonly Slot[],
    private readonly ignored: Ignored,
  ) {
    for (const slot of order) {
      const inside = framesOf(slot).flatMap(({ slots }) => [...slots.values()]);
      const isReader = [...slot.uses, ...inside].some((used) => this.values.has(used));
      if (isReader || (slot.reads.has(ignored.input) && this.within(slotPieces(slot)))) this.values.add(slot);
    }
  }

  has(slot: Slot): boolean {
    return this.values.has(slot);
  }

  /** The rules that may read it; where the first that holds decides, those above them too. */
  rulesOf({ kind, entries, otherwise }: ListOfRules): readonly Rule[] {
    const rules = rulesOf(entries);
    const mayRead = ({ entry, conditions }: Rule) => this.within([...conditions, ...entryPieces(entry)]);
    if (kind === "collect") return rules.filter(mayRead);
    return this.within(givePieces(otherwise)) ? rules : rules.slice(0, rules.findLastIndex(mayRead) + 1);
  }

  within(pieces: readonly PlanPiece[]): boolean {
    return pieces.some((piece) => typeof piece !== "string" && this.leads(piece));
  }

  private leads(part: Typed): boolean {
    return this.leadsThere(part) || kidsOf(part).some((kid) => this.leads(kid));
  }

  /** Whether a part is a place, or asks for a value that reads one. Flags are looked at in any case. */
  private leadsThere(part: Typed): boolean {
    switch (part.op) {
      case "input":
      case "lookup":
        return this.ignored.places.has(part);
      case "slot":
        return this.values.has(part.slot);
      case "field":
        return behindField(this.plan, part.of.type, part.name).some(({ slot }) => this.values.has(slot));
      case "call":
        return part.result !== undefined && this.values.has(part.result);
      case "table":
      case "rows":
        return part.table.dated !== undefined && this.ignored.places.has(part.table.dated);
      default:
        return false;
    }
  }
}

// Where an input can be read at given places: values in which one of them stands or that use such a value, and rules with one.
import { entryPieces, givePieces, type PlanPiece, slotPieces, walk } from "../../engine/checks/parts.js";
import type { Slot, Typed } from "../../engine/typing/plan.js";
import { framesOf } from "./frames.js";
import { type Ignored, type ListOfRules, type Rule, rulesOf } from "./rules.js";

export class InputReaders {
  private readonly values = new Set<Slot>();

  /** `order` has each value after those that it uses. */
  constructor(
    order: readonly Slot[],
    private readonly ignored: Ignored,
  ) {
    const isPlace = (slot: Slot) => slot.reads.has(ignored.input) && this.within(slotPieces(slot));
    for (const slot of order) {
      const inside = framesOf(slot).flatMap(({ slots }) => [...slots.values()]);
      if (isPlace(slot) || [...slot.uses, ...inside].some((used) => this.values.has(used)))
        this.values.add(slot);
    }
  }

  has(slot: Slot): boolean {
    return this.values.has(slot);
  }

  /** The rules that may read one; where the first that holds decides, those above them too. */
  rulesOf({ kind, entries, otherwise }: ListOfRules): readonly Rule[] {
    const rules = rulesOf(entries);
    const mayRead = ({ entry, conditions }: Rule) => this.within([...conditions, ...entryPieces(entry)]);
    if (kind === "collect") return rules.filter(mayRead);
    return this.within(givePieces(otherwise)) ? rules : rules.slice(0, rules.findLastIndex(mayRead) + 1);
  }

  within(pieces: readonly PlanPiece[]): boolean {
    let found = false;
    for (const piece of pieces)
      if (typeof piece !== "string")
        walk(piece, (part) => {
          found ||= this.leadsThere(part);
        });
    return found;
  }

  /** Whether a part is a place or names a value that reads one. What else may ask for values that it does not name is taken to. */
  private leadsThere(part: Typed): boolean {
    switch (part.op) {
      case "input":
        return this.ignored.places.has(part);
      case "slot":
        return this.values.has(part.slot);
      case "field":
        return part.of.type.kind === "record" && part.of.type.shapes.some(({ access }) => access !== "plain");
      case "call":
      case "flagged":
      case "inputs":
        return true;
      case "table":
      case "rows":
        return part.table.dated !== undefined;
      default:
        return false;
    }
  }
}

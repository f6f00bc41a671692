// Finds values that depend on no input.

import type { Slot, Typed } from "../engine/typing/plan.js";
import { walk } from "../engine/typing/visit.js";

/** Whether an expression depends on no input, directly or indirectly. */
export function isFixed(typed: Typed, fixed: Map<Slot, boolean>): boolean {
  let found = true;
  walk(typed, (part) => {
    if (!found) return;
    if (part.op === "slot") found = slotIsFixed(part.slot, fixed);
    else if (part.op === "table" || part.op === "rows")
      found = part.table.dated === undefined || isFixed(part.table.dated, fixed);
    else if (part.op === "call") found = part.result === undefined || slotIsFixed(part.result, fixed);
    else if (part.op === "field") found = fieldIsFixed(part, fixed);
    else if (["input", "sent", "inputs", "flagged", "item", "self"].includes(part.op)) found = false;
  });
  return found;
}

/** Only fields of rows and rule outcomes can be fixed; frames contain other values. */
function fieldIsFixed(part: Extract<Typed, { op: "field" }>, fixed: Map<Slot, boolean>): boolean {
  if (part.of.type.kind !== "record") return false;
  return part.of.type.shapes.every((shape) => shape.access === "plain") && isFixed(part.of, fixed);
}

function slotIsFixed(slot: Slot, fixed: Map<Slot, boolean>): boolean {
  const before = fixed.get(slot);
  if (before !== undefined) return before;
  fixed.set(slot, false);
  const found =
    slot.reads.size === 0 &&
    slot.name !== "flags" &&
    [...slot.uses].every((next) => slotIsFixed(next, fixed));
  fixed.set(slot, found);
  return found;
}

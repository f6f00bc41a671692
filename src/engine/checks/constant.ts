// Results that are the same whatever the input: a caller asks in vain. Where one is meant to be, the definition says why.
import type { Report } from "../language/findings.js";
import { walk } from "../typing/parts.js";
import type { Slot, Typed, TypedResult } from "../typing/plan.js";
import type { Check } from "./check.js";
import { theOne } from "./reason/known.js";
import type { Reach } from "./reason/walk.js";

export const CONSTANT: Check = {
  code: "constant",
  refuses: "a result that is the same whatever the input, and `constant` where nothing shows that",
  example:
    "The result x is the same whatever the input. (let it depend on one, delete it, or state constant: and why)",
};

export function checkConstant(results: readonly TypedResult[], reach: Reach, report: Report): void {
  const fixed = new Map<Slot, boolean>();
  const visit = (node: TypedResult, stated: boolean): boolean => {
    const { constant } = node.node;
    const here = stated || constant !== undefined;
    let found = false;
    // An object that can be null, and the items of a list, are not the same for every input.
    const may = node.when === undefined && node.lambda === undefined;
    if (may && node.value !== undefined && node.fields.length === 0)
      found = isConstant(node.value, reach, fixed);
    else if (may) for (const field of node.fields) if (visit(field, here)) found = true;
    if (found && !here && node.fields.length === 0) {
      report.error(
        "constant",
        node.node.location,
        `The result ${node.node.name} is the same whatever the input.`,
        "let it depend on one, delete it, or state constant: and why",
      );
    }
    if (!found && constant !== undefined) {
      report.error(
        "constant",
        node.node.location,
        `The result ${node.node.name} is said to be constant, and nothing shows that it is.`,
        "delete constant:",
      );
    }
    return found;
  };
  for (const node of results) visit(node, false);
}

function isConstant(value: Typed, reach: Reach, fixed: Map<Slot, boolean>): boolean {
  return isFixed(value, fixed) || theOne(reach.reasoner.of(value, reach.accepted)) !== undefined;
}

/** It reads no input, however far one goes back. */
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

/** Only fields of rows and of what rules give: frames hold values of their own. */
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

// Inputs that are read where they do not apply: who sends one there is told that it was ignored, and so it must be.

import type { Check } from "../engine/checks/check.js";
import { walk } from "../engine/checks/parts.js";
import { inOrder } from "../engine/checks/uses.js";
import { LISTS } from "../engine/language/common-fields.js";
import type { Report } from "../engine/language/findings.js";
import type { Slot, ToolPlan, Typed, TypedEntry } from "../engine/typing/plan.js";
import { type Reach, readThough } from "./reason/reach.js";

export const APPLIES: Check = {
  code: "applies",
  refuses: "a formula, rule or text that reads an input where that does not apply",
  example:
    'This reads the input spare_kwh also where it does not apply, and the result says that it was ignored. (ask first whether it applies, as in: kind == "large" and ...)',
};

export function checkApplies(plan: ToolPlan, reach: Reach, report: Report): void {
  for (const { name, applies } of plan.inputs.values()) {
    const flag = applies === undefined ? undefined : flagOf(plan, name);
    if (flag === undefined) continue;
    const read = readThough(plan, reach, name, flag);
    if (read.size === 0) continue;
    const places = inAnyCopy(plan, read);
    const behind = valuesBehind(flag);
    for (const { typed, slot, written } of plan.formulas) {
      // Whether an input applies may depend on what it is; a result that is the input says what was sent.
      if (slot === undefined ? typed.op === "input" : behind.has(slot)) continue;
      walk(typed, (part) => {
        if (!places.has(part)) return;
        report.error(
          "applies",
          written.at.ofWord(written.key, part.op === "input" ? name : "inputs", 0),
          `This reads the input ${name} also where it does not apply, and the result says that it was ignored.`,
          `ask first whether it applies, as in: ${applies} and ...`,
        );
      });
    }
  }
}

/** The flag that says that an input was ignored. */
function flagOf(plan: ToolPlan, input: string): TypedEntry | undefined {
  const body = plan.root.slots.get(LISTS.flags)?.body;
  const entries = body?.kind === "collect" ? body.entries : [];
  return entries.find(({ entry }) => entry.input === input);
}

function valuesBehind({ when }: TypedEntry): Set<Slot> {
  const named: Slot[] = [];
  if (when !== undefined)
    walk(when, (part) => {
      if (part.op === "slot") named.push(part.slot);
    });
  return new Set(inOrder(named));
}

/** What is read in one typed copy of a calculation is reported where the first copy has it. */
function inAnyCopy(plan: ToolPlan, read: ReadonlySet<Typed>): Set<Typed> {
  const places = new Set(read);
  for (const copies of plan.names.values())
    if (copies.some((copy) => read.has(copy))) for (const copy of copies) places.add(copy);
  return places;
}

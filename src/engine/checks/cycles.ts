// Reports cycles that typing cannot see, such as flags that read values depending on flags.
import type { Report } from "../language/findings.js";
import { locationIn } from "../language/written.js";
import type { Slot, ToolPlan } from "../typing/plan.js";
import { reportCycle } from "../typing/typer.js";
import { walk } from "../typing/visit.js";
import type { Check } from "./check.js";

export const CYCLE: Check = {
  code: "cycle",
  refuses: "a value that depends on itself",
  example: "This value depends on itself: a -> b -> c -> a. (break the circle)",
};

export function checkCycles({ slots }: ToolPlan, report: Report): void {
  const done = new Set<Slot>();
  const path: Slot[] = [];
  const onPath = new Set<Slot>();
  const visit = (slot: Slot): void => {
    if (done.has(slot)) return;
    if (onPath.has(slot)) {
      reportCycle(path.slice(path.indexOf(slot)), report);
      return;
    }
    path.push(slot);
    onPath.add(slot);
    for (const next of slot.uses) visit(next);
    path.pop();
    onPath.delete(slot);
    done.add(slot);
  };
  for (const slot of slots) visit(slot);
}

/** The number of an entry is assigned after filtering and sorting, so neither may depend on it. */
export function checkRanks({ slots, formulas }: ToolPlan, report: Report): void {
  for (const slot of slots) {
    if (slot.body?.kind !== "each") continue;
    const { scope } = slot.body;
    const { number: word } = scope;
    if (word === undefined) continue;
    const reached = new Set<Slot>();
    const reach = (each: Slot): void => {
      if (reached.has(each)) return;
      reached.add(each);
      for (const next of each.uses) if (next.scope === scope) reach(next);
    };
    reach(slot);
    for (const { written, slot: reader, typed } of formulas)
      if (reader !== undefined && reached.has(reader))
        walk(typed, (part) => {
          if (part.op !== "rank" || part.scope !== scope) return;
          const message = `${word} is assigned after where and order_by, so they cannot use it.`;
          report.error("cycle", locationIn(written, word), message);
        });
  }
}

// Values that depend on themselves by a way that typing does not see (flags that read what reads them).
import type { Slot } from "../typing/plan.js";
import type { Typer } from "../typing/typer.js";
import type { Check } from "./check.js";

export const CYCLE: Check = {
  code: "cycle",
  refuses: "a value that depends on itself",
  example: "This value depends on itself: a -> b -> c -> a. (break the circle)",
};

export function checkCycles(typer: Typer): void {
  const done = new Set<Slot>();
  const path: Slot[] = [];
  const onPath = new Set<Slot>();
  const visit = (slot: Slot): void => {
    if (done.has(slot)) return;
    if (onPath.has(slot)) {
      typer.cycle(path.slice(path.indexOf(slot)));
      return;
    }
    path.push(slot);
    onPath.add(slot);
    for (const next of slot.uses) visit(next);
    path.pop();
    onPath.delete(slot);
    done.add(slot);
  };
  for (const slot of typer.slots) visit(slot);
}

/** The number of an entry is known after the entries are chosen and ordered: neither can depend on it. */
export function checkRanks(typer: Typer): void {
  for (const slot of typer.slots) {
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
    for (const env of typer.ranked.get(scope) ?? []) {
      if (env.slot !== undefined && reached.has(env.slot)) {
        const message = `${word} is known only after where and order_by.`;
        typer.wrong({ ...env, word }, message, undefined, "cycle");
      }
    }
  }
}

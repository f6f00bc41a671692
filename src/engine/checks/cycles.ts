// Values that depend on themselves by a way that typing does not see (flags that read what reads them).
import type { Slot } from "../plan.js";
import type { Typer } from "../typing/typer.js";

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

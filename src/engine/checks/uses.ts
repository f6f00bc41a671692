// What values are worked out from: other values, and in the end inputs.

import type { Slot } from "../typing/plan.js";

/** These values and all behind them, each after those that it uses; a frame's value after those of the frame. */
export function inOrder(slots: readonly Slot[]): Slot[] {
  const order: Slot[] = [];
  const seen = new Set<Slot>();
  const into = (slot: Slot): void => {
    if (seen.has(slot)) return;
    seen.add(slot);
    for (const next of slot.uses) into(next);
    const { body } = slot;
    const scope = body?.kind === "frame" || body?.kind === "each" ? body.scope : undefined;
    for (const next of [...(scope?.slots.values() ?? []), ...(scope?.inner?.scope.slots.values() ?? [])])
      into(next);
    order.push(slot);
  };
  for (const slot of slots) into(slot);
  return order;
}

/** The inputs that the formulas of these values name, and of all that they use. */
export function inputsBehind(slots: readonly Slot[]): Set<string> {
  const found = new Set<string>();
  const seen = new Set(slots);
  // What is added while the set is gone through is visited too.
  for (const slot of seen) {
    for (const name of slot.reads) found.add(name);
    for (const next of slot.uses) seen.add(next);
  }
  return found;
}

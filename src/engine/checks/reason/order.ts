// The order in which values can be worked out.
import type { Slot } from "../../typing/plan.js";

/** Values after those that they use; a frame's value after those of the frame. */
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

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

const behind = new WeakMap<Slot, ReadonlySet<string>>();

/** The inputs that the formulas of a typed value name, and of all that it uses. */
export function inputsBehind(slot: Slot): ReadonlySet<string> {
  const before = behind.get(slot);
  if (before !== undefined) return before;
  const names = new Set(slot.reads);
  for (const next of slot.uses) for (const name of inputsBehind(next)) names.add(name);
  behind.set(slot, names);
  return names;
}

// What a value rests on, directly or through others: facts about anything else have no bearing on it.
import type { Slot, ToolPlan, Typed } from "../plan.js";

/** Inputs, values and frames each have a place; a set of them is a row of bits. */
export type Bits = Uint32Array;

export class Bearing {
  private readonly width: number;
  private readonly inputs = new Map<string, number>();
  private readonly rests = new Map<Slot, Bits>();
  private readonly fixed = new Map<Slot, boolean>();

  constructor(private readonly plan: ToolPlan) {
    for (const name of plan.inputs.keys()) this.inputs.set(name, this.inputs.size);
    this.width = Math.ceil((this.inputs.size + plan.slots.length + plan.scopes.length) / 32);
  }

  input(name: string): number {
    return this.inputs.get(name) ?? 0;
  }

  value(slot: Slot): number {
    return this.inputs.size + slot.id;
  }

  scope(id: number): number {
    return this.inputs.size + this.plan.slots.length + id;
  }

  /** It rests on no input: constants and what is made of them. */
  isFixed(slot: Slot): boolean {
    const before = this.fixed.get(slot);
    if (before !== undefined) return before;
    this.fixed.set(slot, false);
    const found =
      slot.reads.size === 0 &&
      slot.scope.kind === "tool" &&
      [...slot.uses].every((next) => this.isFixed(next));
    this.fixed.set(slot, found);
    return found;
  }

  /** All that the value rests on, itself and the frames that it can see included. */
  of(slot: Slot): Bits {
    const before = this.rests.get(slot);
    if (before !== undefined) return before;
    const bits = new Uint32Array(this.width);
    this.rests.set(slot, bits);
    add(bits, this.value(slot));
    for (let scope: Slot["scope"] | undefined = slot.scope; scope !== undefined; scope = scope.parent)
      add(bits, this.scope(scope.id));
    for (const name of slot.reads) add(bits, this.input(name));
    for (const next of slot.uses) {
      const more = this.of(next);
      for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (more[at] ?? 0);
    }
    return bits;
  }
}

function add(bits: Bits, at: number): void {
  bits[at >> 5] = (bits[at >> 5] ?? 0) | (1 << (at & 31));
}

export function has(bits: Bits, at: number): boolean {
  return ((bits[at >> 5] ?? 0) & (1 << (at & 31))) !== 0;
}

/** Names of the inputs, values and frames in an expression: what a fact about it is about. */
export type Name = { readonly input: string } | { readonly slot: Slot } | { readonly scope: number };

export function nameOf(typed: Typed): Name | undefined {
  switch (typed.op) {
    case "input":
    case "sent":
      return { input: typed.name };
    case "slot":
      return { slot: typed.slot };
    case "param":
    case "item":
    case "self":
      return { scope: typed.scope.id };
    default:
      return undefined;
  }
}

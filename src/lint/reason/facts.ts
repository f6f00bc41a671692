// Facts about names of a tool: inputs, values and their fields. They apply at every use of the name.

import type { Typed } from "../../engine/typing/plan.js";
import { impossible, join, meet, type Possible } from "./possible-values.js";

export class Facts {
  constructor(private readonly byName: ReadonlyMap<string, Possible> = new Map()) {}

  of(typed: Typed): Possible | undefined {
    const name = nameOf(typed);
    return name === undefined ? undefined : this.byName.get(name);
  }

  /** Adds a fact. Returns undefined if it contradicts the others. */
  with(typed: Typed, possible: Possible): Facts | undefined {
    const name = nameOf(typed);
    const before = name === undefined ? undefined : this.byName.get(name);
    const both = before === undefined ? possible : meet(before, possible);
    if (impossible(both)) return undefined;
    if (name === undefined || both === before) return this;
    return new Facts(new Map(this.byName).set(name, both));
  }

  /** Returns the facts common to both alternatives. */
  or(other: Facts): Facts {
    if (this === other) return this;
    const both = new Map<string, Possible>();
    for (const [name, possible] of this.byName) {
      const also = other.byName.get(name);
      if (also !== undefined) both.set(name, join(possible, also));
    }
    return new Facts(both);
  }
}

export const NO_FACTS = new Facts();

/** Returns undefined for formulas, and for values that differ between frames. */
function nameOf(typed: Typed): string | undefined {
  switch (typed.op) {
    case "input":
      return `input ${typed.name}`;
    case "slot":
      return typed.slot.scope.kind === "tool" ? `value ${typed.slot.id}` : undefined;
    case "field": {
      const of = nameOf(typed.of);
      return of === undefined ? undefined : `${of}.${typed.name}`;
    }
    default:
      return undefined;
  }
}

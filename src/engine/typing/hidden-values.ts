// Values that typing adds to those of the definition. Their bodies are filled after everything else is typed.
import { literalFormula } from "../language/formula.js";
import type { ValueDef } from "../language/model.js";
import { listOf, TEXT, type Type } from "../language/types.js";
import type { Scope, Slot, Typed } from "./plan.js";
import type { Env, Typer } from "./typer.js";

/** Adds a value without a body; `of` is its source. */
export function addHidden(
  typer: Typer,
  scope: Scope,
  name: string,
  type: Type,
  { location, at }: Pick<ValueDef, "location" | "at">,
): Slot {
  const formula = { it: literalFormula(null), at, key: name };
  const def: ValueDef = {
    ...{ name, at, location, cites: [], empirical: false, condition: false, isHidden: true },
    ...{ kind: "formula", formula },
  };
  const noted = { state: "done", type, uses: new Set<Slot>(), reads: new Set<string>() } as const;
  const slot: Slot = { id: typer.slots.length, name, def, scope, ...noted };
  scope.slots.set(name, slot);
  typer.slots.push(slot);
  return slot;
}

/** Returns the evidence of a value, which is worked out after everything else is typed. */
export function askEvidence(typer: Typer, of: Typed, env: Env): Typed {
  const { scope, written, annotations } = env;
  const same = (slot: Slot, other: Typed) =>
    slot.scope === scope && of.op === "slot" && other.op === "slot" && other.slot === of.slot;
  const before = [...typer.asked].find(([slot, other]) => same(slot, other));
  const origin = { location: annotations.location, at: written.at };
  const slot = before?.[0] ?? addHidden(typer, scope, `$asked${typer.asked.size}`, listOf(TEXT), origin);
  typer.asked.set(slot, of);
  typer.use(slot, env);
  return typer.node({ op: "slot", slot, type: slot.type });
}

// Frames of values: what holds inside one.

import { formulasOf, walk } from "../../engine/checks/parts.js";
import type { Type } from "../../engine/language/types.js";
import type { Scope, Slot, ToolPlan } from "../../engine/typing/plan.js";
import { assume, HOLDS } from "./assume.js";
import type { Reasoner } from "./evaluate.js";
import type { ConditionFacts } from "./facts.js";

/** The values whose frames each scope describes; a scope that formulas call as well has frames of no value. */
type Openers = ReadonlyMap<Scope, readonly Slot[]>;

function openersOf(plan: ToolPlan): Openers {
  const openers = new Map<Scope, Slot[]>();
  for (const slot of plan.slots)
    for (const scope of framesOf(slot)) openers.set(scope, [...(openers.get(scope) ?? []), slot]);
  for (const formula of formulasOf(plan))
    walk(formula, (part) => {
      if (part.op === "call") openers.delete(part.scope);
    });
  return openers;
}

export function framesOf({ body }: Slot): Scope[] {
  if (body?.kind !== "frame" && body?.kind !== "each") return [];
  return body.scope.inner === undefined ? [body.scope] : [body.scope, body.scope.inner.scope];
}

/** The values behind a field of a record, each with the scopes that it is asked of, the outermost first. */
export function behindField(
  plan: ToolPlan,
  type: Type,
  name: string,
  around: readonly Scope[] = [],
): readonly { readonly slot: Slot; readonly scopes: readonly Scope[] }[] {
  return (type.kind === "record" ? type.shapes : []).flatMap(({ access }) => {
    const scope = access === "plain" ? undefined : plan.scopes[access];
    if (scope === undefined) return [];
    const scopes = [...around, scope];
    const slot = scope.slots.get(name) ?? scope.inner?.scope.slots.get(name);
    if (slot !== undefined) return [{ slot, scopes }];
    return scope.item === undefined ? [] : behindField(plan, scope.item.type, name, scopes);
  });
}

/** What holds in the frames of each scope: the conditions of the values that they are of. */
export class FrameFacts {
  private readonly openers: Openers;
  private readonly found = new WeakMap<ConditionFacts, Map<Scope, ConditionFacts | undefined>>();

  constructor(
    plan: ToolPlan,
    private readonly reasoner: Reasoner,
  ) {
    this.openers = openersOf(plan);
  }

  /** Undefined where there is never a frame. */
  within(scope: Scope, facts: ConditionFacts): ConditionFacts | undefined {
    const values = this.openers.get(scope);
    if (values === undefined) return facts;
    const known = this.found.get(facts) ?? new Map<Scope, ConditionFacts | undefined>();
    this.found.set(facts, known);
    if (known.has(scope)) return known.get(scope);
    let found: ConditionFacts | undefined;
    for (const value of values) {
      const around = this.within(value.scope, facts);
      const here =
        around && value.when ? assume(this.reasoner, value.when, HOLDS, around)?.seenFrom(undefined) : around;
      found = found && here ? found.or(here) : (found ?? here);
    }
    known.set(scope, found);
    return found;
  }
}

// How often values are computed when every call and every list is followed: functions that call each other twice double
// it each time, and lists within lists multiply.
import { LIMITS } from "../language/bounds.js";
import type { CalculationDef } from "../language/model.js";
import { walk } from "../typing/parts.js";
import type { Scope, Slot, Typed } from "../typing/plan.js";
import type { Typer } from "../typing/typer.js";

/** A calculation, or the tool itself. */
type Owner = CalculationDef | undefined;
/** How often something is done, each time that its owner is computed. */
type Times<T> = readonly { readonly what: T; readonly times: number }[];

export function checkEvaluations(typer: Typer): void {
  // What is beyond another limit is not known well enough.
  if (typer.full) return;
  const lists = new Lists(typer);
  const calls = callsOf(typer, lists);
  const values = valuesOf(typer, lists);
  const known = new Map<Owner, number>();
  const evaluations = (owner: Owner): number => {
    const before = known.get(owner);
    if (before !== undefined) return before;
    // A circle is reported as such.
    known.set(owner, 0);
    let total = (values.get(owner) ?? []).reduce((sum, { times }) => sum + times, 0);
    for (const { what, times } of calls.get(owner) ?? []) total += times * evaluations(what);
    known.set(owner, total);
    return total;
  };
  if (evaluations(undefined) <= LIMITS.evaluations) return;
  const deep = [...values.values()].flat().find(({ times }) => times > LIMITS.evaluations);
  const first = [...typer.def.calculations.values()].find(
    (calculation) => evaluations(calculation) > LIMITS.evaluations,
  );
  const [name, location] =
    deep === undefined
      ? [first?.name ?? typer.def.name, first?.location ?? typer.def.location]
      : [deep.what.name, deep.what.def.location];
  typer.report.error(
    "size",
    location,
    `${name} computes more than ${LIMITS.evaluations} values: its ${deep === undefined ? "calls" : "lists"} multiply.`,
    deep === undefined
      ? "keep what is called twice as a value, and use that"
      : "choose the rows with where or a lookup before a list runs inside another",
  );
}

/** The longest that lists can be, as far as the definition says. */
class Lists {
  private readonly sources = new Map<Scope, Typed>();
  private readonly busy = new Set<Slot>();

  constructor(typer: Typer) {
    for (const { body } of typer.slots) if (body?.kind === "each") this.sources.set(body.scope, body.source);
  }

  /** How often what stands in a scope is computed, each time that its calculation or tool is. */
  rounds(scope: Scope): number {
    let rounds = 1;
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
      if (at.calculation !== undefined) break;
      const source = this.sources.get(at);
      if (source !== undefined) rounds *= Math.max(1, this.length(source));
    }
    return rounds;
  }

  /** Lists that callers send are as long as a request allows: they count once. */
  private length(typed: Typed): number {
    switch (typed.op) {
      case "rows":
        return typed.table.def.rows.length;
      case "list":
        return typed.items.length;
      case "filter":
      case "pluck":
        return this.length(typed.of);
      case "if":
        return Math.max(this.length(typed.args[1]), this.length(typed.args[2]));
      case "nullish":
        return Math.max(...typed.args.map((each) => this.length(each)));
      case "builtin":
        return typed.args.reduce((sum, each) => sum + this.length(each), 0);
      case "slot":
        return this.ofSlot(typed.slot);
      default:
        return 1;
    }
  }

  private ofSlot(slot: Slot): number {
    const { body } = slot;
    // A circle is reported as such.
    if (this.busy.has(slot) || slot.type.kind !== "list") return 1;
    this.busy.add(slot);
    const length =
      body?.kind === "each" ? this.length(body.source) : body?.kind === "value" ? this.length(body.value) : 1;
    this.busy.delete(slot);
    return length;
  }
}

/** The values of each, once however many typed copies there are. */
function valuesOf(typer: Typer, lists: Lists): Map<Owner, Times<Slot>> {
  const values = new Map<Owner, { what: Slot; times: number }[]>();
  const seen = new Set<object>();
  for (const slot of typer.slots) {
    if (seen.has(slot.def)) continue;
    seen.add(slot.def);
    push(values, ownerOf(slot.scope), { what: slot, times: lists.rounds(slot.scope) });
  }
  return values;
}

/** Whom each calls, as often as its formulas and values do. */
function callsOf(typer: Typer, lists: Lists): Map<Owner, Times<CalculationDef>> {
  const calls = new Map<Owner, { what: CalculationDef; times: number }[]>();
  const note = (from: Scope, to: Scope | undefined): void => {
    if (to?.calculation !== undefined)
      push(calls, ownerOf(from), { what: to.calculation, times: lists.rounds(from) });
  };
  for (const { typed, env } of typer.formulas)
    walk(typed, (part) => {
      if (part.op === "call") note(env.scope, part.scope);
    });
  // Typed copies of a calculation repeat its values.
  const seen = new Set<object>();
  for (const { def, scope, body } of typer.slots) {
    if (seen.has(def) || body === undefined) continue;
    seen.add(def);
    if (body.kind === "frame") note(scope, body.scope);
    if (body.kind === "each") note(body.scope, body.scope.inner?.scope);
  }
  return calls;
}

function push<T>(map: Map<Owner, T[]>, owner: Owner, item: T): void {
  const list = map.get(owner);
  if (list === undefined) map.set(owner, [item]);
  else list.push(item);
}

function ownerOf(scope: Scope): Owner {
  let at: Scope | undefined = scope;
  while (at !== undefined && at.calculation === undefined) at = at.parent;
  return at?.calculation;
}

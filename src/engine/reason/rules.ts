// Rules of a list: which of them can hold, given those above, and which never can.
import type { Entry, WrittenFormula } from "../model.js";
import type { Body, Slot, Typed, TypedEntry } from "../plan.js";
import { assume } from "./assume.js";
import { type Facts, NO_FACTS } from "./facts.js";
import { type Goal, possible } from "./prove.js";
import type { Walk } from "./walk.js";

/** Why a piece is never reached. */
export type Dead =
  | {
      readonly kind: "rule";
      readonly entry: Entry;
      /** Its condition never holds; or not where the list is asked for; or a rule above always holds first. */
      readonly why: "never" | "here" | "above";
    }
  | { readonly kind: "otherwise"; readonly slot: Slot }
  | {
      readonly kind: "branch";
      readonly written: WrittenFormula;
      readonly nth: number;
      readonly side: "then" | "else";
    };

/** Rules above a rule that are tried as the reason why it is never reached; what follows from the others is a fact. */
const MOST_ABOVE = 8;

/** A rule with the conditions of its groups and its own. */
interface Leaf {
  readonly entry: TypedEntry;
  readonly conditions: readonly Typed[];
  readonly loops: readonly TypedEntry[];
}

function leavesOf(entries: readonly TypedEntry[], around: Leaf | undefined): Leaf[] {
  return entries.flatMap((entry) => {
    const leaf: Leaf = {
      entry,
      conditions: [...(around?.conditions ?? []), ...(entry.when === undefined ? [] : [entry.when])],
      loops: entry.loops.length === 0 ? (around?.loops ?? []) : [...(around?.loops ?? []), entry],
    };
    return entry.rules === undefined ? [leaf] : leavesOf(entry.rules, leaf);
  });
}

const together = new WeakMap<Typed, Map<Typed, Typed>>();

/** All of these hold, as one condition; undefined when there is none. */
function all(conditions: readonly Typed[]): Typed | undefined {
  const [first, ...rest] = conditions;
  return rest.reduce<Typed | undefined>((a, b) => {
    if (a === undefined) return b;
    const known = together.get(a) ?? new Map<Typed, Typed>();
    together.set(a, known);
    const both: Typed = known.get(b) ?? {
      op: "logic",
      fn: "and",
      args: [a, b],
      type: { kind: "boolean", nullable: true },
    };
    known.set(b, both);
    return both;
  }, first);
}

export function walkDecide(
  walk: Walk,
  slot: Slot,
  body: Extract<Body, { kind: "decide" }>,
  facts: Facts,
): void {
  const { reasoner } = walk;
  let rest: Facts | undefined = facts;
  const before: Goal[] = [];
  for (const { entry, conditions } of leavesOf(body.entries, undefined)) {
    const goals = conditions.map((condition): Goal => [condition, "true"]);
    if (rest !== undefined) for (const condition of conditions) walk.visit(condition, rest, true);
    const above = before.slice(-MOST_ABOVE);
    const reached: boolean =
      rest !== undefined && possible(reasoner, [...goals, ...above], rest) !== undefined;
    if (reached) {
      walk.live.add(entry.entry);
      let inside = rest;
      for (const condition of conditions)
        inside = inside === undefined ? undefined : assume(reasoner, condition, "true", inside);
      if (inside !== undefined && entry.give !== undefined) walk.give(entry.give, inside);
    } else walk.dead.set(entry.entry, { kind: "rule", entry: entry.entry, why: why(walk, goals, facts) });
    const holds = all(conditions);
    if (holds !== undefined) before.push([holds, "not true"]);
    rest = holds === undefined || rest === undefined ? undefined : assume(reasoner, holds, "not true", rest);
  }
  const piece = body.otherwiseDef ?? slot.def;
  const gap = rest === undefined ? undefined : possible(reasoner, before, rest);
  if (gap === undefined) walk.dead.set(piece, { kind: "otherwise", slot });
  else {
    walk.live.add(piece);
    walk.gaps.set(slot.def, gap);
    if (rest !== undefined) walk.give(body.otherwise, rest);
  }
}

function why(walk: Walk, goals: readonly Goal[], facts: Facts): "never" | "here" | "above" {
  if (possible(walk.reasoner, goals, NO_FACTS) === undefined) return "never";
  return possible(walk.reasoner, goals, facts) === undefined ? "here" : "above";
}

export function walkCollect(
  walk: Walk,
  slot: Slot,
  body: Extract<Body, { kind: "collect" }>,
  facts: Facts,
): void {
  const { reasoner } = walk;
  const none: Goal[] = [];
  let always = false;
  for (const { entry, conditions, loops } of leavesOf(body.entries, undefined)) {
    for (const group of loops) walk.loops(group, facts);
    for (const condition of conditions) walk.visit(condition, facts, true);
    const goals = conditions.map((condition): Goal => [condition, "true"]);
    if (possible(reasoner, goals, facts) === undefined)
      walk.dead.set(entry.entry, { kind: "rule", entry: entry.entry, why: why(walk, goals, facts) });
    else {
      walk.live.add(entry.entry);
      let inside: Facts | undefined = facts;
      for (const condition of conditions)
        inside = inside === undefined ? undefined : assume(reasoner, condition, "true", inside);
      if (inside !== undefined && entry.give !== undefined) walk.give(entry.give, inside);
    }
    if (loops.length > 0) continue;
    const holds = all(conditions);
    if (holds === undefined) always = true;
    else none.push([holds, "not true"]);
  }
  if (body.otherwise === undefined || slot.def.kind !== "collect" || slot.def.otherwise === undefined) return;
  const { otherwise } = slot.def;
  if (always || possible(reasoner, none, facts) === undefined)
    walk.dead.set(otherwise, { kind: "otherwise", slot });
  else {
    walk.live.add(otherwise);
    walk.give(body.otherwise, facts);
  }
}

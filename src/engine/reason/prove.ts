// Tries to show that conditions never come out as wanted together: by cases, each case a condition taken to hold or not.
// Where no contradiction is found within bounds, the answer is that they may.
import type { Typed } from "../plan.js";
import { assume, settled, type Want } from "./assume.js";
import type { Reasoner } from "./evaluate.js";
import { type Facts, subjectOf } from "./facts.js";
import { impossible } from "./known.js";

export type Goal = readonly [condition: Typed, want: Want];

/** Cases that one proof looks at. */
export const MOST_CASES = 400;

/** The facts of a case that may arise; undefined when it is certain that none does. */
export function possible(reasoner: Reasoner, goals: readonly Goal[], facts: Facts): Facts | undefined {
  // Facts only grow: what is settled already stays so.
  const open: Goal[] = [];
  for (const goal of goals) {
    const now = reasoner.of(goal[0], facts);
    if (impossible(now)) return undefined;
    if (!settled(now, goal[1])) open.push(goal);
  }
  return search(reasoner, open, facts, { cases: 0 });
}

function search(
  reasoner: Reasoner,
  goals: readonly Goal[],
  given: Facts,
  work: { cases: number },
): Facts | undefined {
  let facts = given;
  // What one condition tells can settle another that was read before it.
  for (let round = 0; round < 2; round++) {
    for (const [condition, want] of goals) {
      const next = assume(reasoner, condition, want, facts);
      if (next === undefined) return undefined;
      facts = next;
    }
  }
  const open = goals.find(([condition, want]) => !settled(reasoner.of(condition, facts), want));
  if (open === undefined || reasoner.tired || ++work.cases > MOST_CASES) return facts;
  const atom = undecided(reasoner, open[0], facts);
  if (atom === undefined) return facts;
  for (const want of ["true", "not true"] as const) {
    const next = assume(reasoner, atom, want, facts);
    // A case that tells nothing new would be looked at for ever.
    if (next === facts) return facts;
    if (next === undefined) continue;
    const found = search(reasoner, goals, next, work);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first thing in a condition on which its outcome still depends. */
function undecided(reasoner: Reasoner, typed: Typed, facts: Facts): Typed | undefined {
  const now = reasoner.of(typed, facts);
  if (settled(now, "true") || settled(now, "not true") || impossible(now)) return undefined;
  switch (typed.op) {
    case "logic":
    case "if": {
      for (const arg of typed.args) {
        if (arg.type.kind !== "boolean") continue;
        const inner = undecided(reasoner, arg, facts);
        if (inner !== undefined) return inner;
      }
      return undefined;
    }
    case "slot": {
      const { body, when } = typed.slot;
      const inner = when === undefined && body?.kind === "value" ? body.value : undefined;
      return (inner === undefined ? undefined : undecided(reasoner, inner, facts)) ?? keyed(typed);
    }
    default:
      return keyed(typed);
  }
}

function keyed(typed: Typed): Typed | undefined {
  return subjectOf(typed) === undefined ? undefined : typed;
}

// Whether conditions can all come out as wanted: where facts alone do not tell, the cases of what is undecided are tried.
import type { Typed } from "../../engine/typing/plan.js";
import {
  assume,
  conditionOf,
  FAILS,
  type Goal,
  HOLDS,
  type Reasons,
  settled,
  together,
  type Want,
} from "./assume.js";
import { type ConditionFacts, NO_FACTS } from "./facts.js";

/** Cases that one proof looks at. */
const MOST_CASES = 100;

/** The facts of a case in which all conditions may come out as wanted; undefined where it is certain that none does. */
export function possible(
  reasoner: Reasons,
  goals: readonly Goal[],
  given: ConditionFacts,
  work = { cases: 0 },
): ConditionFacts | undefined {
  const facts = together(reasoner, goals, given);
  const atom = facts && firstUndecided(reasoner, goals, facts);
  if (facts === undefined || atom === undefined || ++work.cases > MOST_CASES) return facts;
  for (const way of [HOLDS, FAILS]) {
    const next = assume(reasoner, atom, way, facts);
    // A case that tells nothing new would be looked at for ever.
    if (next === facts) return facts;
    const found = next && possible(reasoner, goals, next, work);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Why a rule is never reached whose conditions do not hold together where rules above it do not hold. */
export function whyNever(
  reasoner: Reasons,
  goals: readonly Goal[],
  facts: ConditionFacts,
): "never" | "here" | "above" {
  if (!together(reasoner, goals, NO_FACTS)) return "never";
  return together(reasoner, goals, facts) ? "above" : "here";
}

function firstUndecided(reasoner: Reasons, goals: readonly Goal[], facts: ConditionFacts): Typed | undefined {
  for (const [condition] of goals) {
    const atom = undecided(reasoner, condition, facts);
    if (atom !== undefined) return atom;
  }
  return undefined;
}

/** The first thing in a condition on which its outcome depends; that the whole of it was noted does not decide its parts. */
function undecided(reasoner: Reasons, typed: Typed, facts: ConditionFacts): Typed | undefined {
  const inner = typed.op === "slot" ? conditionOf(typed.slot) : undefined;
  if (inner !== undefined) return undecided(reasoner, inner, facts);
  const isSo = (part: Typed, want: Want) => settled(reasoner.of(part, facts), want);
  if (typed.op !== "logic") return isSo(typed, HOLDS) || isSo(typed, FAILS) ? undefined : typed;
  const end = typed.fn === "and" ? FAILS : HOLDS;
  if (typed.fn !== "not" && typed.args.some((arg) => isSo(arg, end))) return undefined;
  return firstUndecided(
    reasoner,
    typed.args.map((arg) => [arg, HOLDS]),
    facts,
  );
}

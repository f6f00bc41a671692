// What of a tool its results, flags and texts can ever ask for.
import type { ValueDef } from "../../engine/language/model.js";
import type { ToolPlan, Typed, TypedEntry } from "../../engine/typing/plan.js";
import { assume, HOLDS } from "./assume.js";
import type { ConditionFacts } from "./facts.js";
import type { Dead } from "./rules.js";
import { ReachWalk } from "./walk.js";

/** What of a tool can be reached. Pieces are entries, what holds otherwise, and branches. */
export interface Reach extends Pick<ReachWalk, "order" | "reasoner" | "frames"> {
  readonly live: ReadonlySet<object>;
  readonly dead: ReadonlyMap<object, Dead>;
  /** Values that some result, flag, text or constraint asks for. */
  readonly asked: ReadonlySet<ValueDef>;
  /** Inputs that something which is asked for reads. */
  readonly inputs: ReadonlySet<string>;
  /** Where each is read, with the facts that hold there. */
  readonly reads: ReadonlyMap<string, ReadonlyMap<Typed, ConditionFacts>>;
  /** Divisions by what can be 0 and roots of what can be below it, where they are asked for. */
  readonly undefined: ReadonlySet<Typed>;
  /** Facts that hold once no constraint was offended. */
  readonly accepted: ConditionFacts;
}

/** Undefined where a value would have to be visited before what asks for it: then nothing is concluded. */
export function reachOf(plan: ToolPlan): Reach | undefined {
  const walk = new ReachWalk(plan);
  const accepted = walk.run();
  if (walk.late || walk.reasoner.tired) return undefined;
  const { order, reasoner, frames, live, dead, asked, inputs, reads, undefined: nowhere } = walk;
  for (const piece of live) dead.delete(piece);
  return { order, reasoner, frames, live, dead, asked, inputs, reads, undefined: nowhere, accepted };
}

/**
 * Where an input is read though a flag says that it was ignored; the text of this flag may read it. Places whose facts
 * contradict the flag are ruled out at once, and only the ways to the others are walked.
 */
export function readThough(
  plan: ToolPlan,
  reach: Reach,
  input: string,
  flag: TypedEntry,
): ReadonlySet<Typed> {
  const { reasoner, accepted, reads } = reach;
  const { when } = flag;
  const raised = (facts: ConditionFacts) => when && assume(reasoner, when, HOLDS, facts);
  reasoner.begin();
  const places = [...(reads.get(input) ?? [])].flatMap(([place, facts]) => (raised(facts) ? place : []));
  const facts = places.length === 0 ? undefined : raised(accepted);
  if (facts === undefined) return new Set();
  const walk = new ReachWalk(plan, reach, { input, flag, places: new Set(places) });
  walk.answers(facts);
  return walk.late || reasoner.tired ? new Set() : new Set(walk.reads.get(input)?.keys());
}

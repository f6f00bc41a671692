// What of a tool its results, flags and texts can ever ask for.
import type { ValueDef } from "../../engine/language/model.js";
import type { ToolPlan, Typed } from "../../engine/typing/plan.js";
import { assume, HOLDS } from "./assume.js";
import type { ConditionFacts } from "./facts.js";
import type { Dead, Ignored } from "./rules.js";
import { ReachWalk } from "./walk.js";

/** What of a tool can be reached. Pieces are entries, what holds otherwise, and branches. */
export interface Reach extends Pick<ReachWalk, "order" | "reasoner" | "frames"> {
  readonly live: ReadonlySet<object>;
  readonly dead: ReadonlyMap<object, Dead>;
  /** Values that some result, flag, text or constraint asks for. */
  readonly asked: ReadonlySet<ValueDef>;
  /** Inputs that something which is asked for reads. */
  readonly inputs: ReadonlySet<string>;
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
  const { order, reasoner, frames, live, dead, asked, inputs, undefined: nowhere } = walk;
  for (const piece of live) dead.delete(piece);
  return { order, reasoner, frames, live, dead, asked, inputs, undefined: nowhere, accepted };
}

/** Where inputs are read though a flag says of each that it was ignored, the texts of these flags left aside. */
export function readThough(
  plan: ToolPlan,
  reach: Reach,
  ignored: Ignored,
): ReadonlyMap<string, ReadonlySet<Typed>> {
  const { reasoner, accepted } = reach;
  const walk = new ReachWalk(plan, reach, ignored);
  reasoner.begin();
  const raised = [...ignored.values()].flatMap(
    ({ when }) => (when && assume(reasoner, when, HOLDS, accepted)) ?? [],
  );
  if (raised.length > 0) walk.answers(raised.reduce((facts, each) => facts.or(each)));
  return walk.late || reasoner.tired ? new Map() : walk.reads;
}

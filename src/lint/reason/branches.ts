// The two branches of each if() of a formula, as objects that can be noted as reached, and the sides of and, or that decide.
import type { Formula } from "../../engine/language/formula.js";
import type { Typed } from "../../engine/typing/plan.js";
import { assume, HOLDS } from "./assume.js";
import type { Reasoner } from "./evaluate.js";
import type { ConditionFacts } from "./facts.js";
import { holds } from "./possible-values.js";

const branches = new WeakMap<Formula, object[]>();

/** One branch of an if() of a formula, the same object whoever asks. */
export function branchOf(formula: Formula, nth: number, side: "then" | "else"): object {
  const known = branches.get(formula) ?? [];
  branches.set(formula, known);
  const at = nth * 2 + (side === "then" ? 0 : 1);
  const branch = known[at] ?? {};
  known[at] = branch;
  return branch;
}

/** What an outcome depends on: the side of and, or that settles it alone; nothing where an operand is null; else all. */
export function decisive(
  reasoner: Reasoner,
  { op, fn, args }: Extract<Typed, { op: "logic" | "operator" }>,
  facts: ConditionFacts,
): readonly Typed[] {
  const isNull = (arg: Typed) =>
    arg.op === "slot" && arg.slot.when && assume(reasoner, arg.slot.when, HOLDS, facts) === undefined;
  if (op === "operator") return args.some(isNull) ? [] : args;
  const settles = (arg: Typed) => {
    const now = reasoner.of(arg, facts);
    return !now.nil && !holds(now, fn === "and");
  };
  const alone = fn === "not" ? undefined : args.find(settles);
  return alone === undefined ? args : [alone];
}

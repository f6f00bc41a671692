// The two branches of each if() of a formula, as objects that can be recorded as reached.
import type { Formula } from "../../engine/language/formula.js";

const branches = new WeakMap<Formula, object[]>();

/** Returns the object of one branch of an if(), always the same. */
export function branchOf(formula: Formula, nth: number, side: "then" | "else"): object {
  const known = branches.get(formula) ?? [];
  branches.set(formula, known);
  const at = nth * 2 + (side === "then" ? 0 : 1);
  const branch = known[at] ?? {};
  known[at] = branch;
  return branch;
}

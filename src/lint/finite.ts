// Reports formulas that are infinite or undefined for every input.

import type { Report } from "../engine/language/findings.js";
import { locationIn } from "../engine/language/written.js";
import type { ToolPlan, Typed } from "../engine/typing/plan.js";
import { inOrder, walk } from "../engine/typing/visit.js";
import { Reasoner } from "./reason/evaluate.js";
import { apply } from "./reason/numbers.js";
import { theOne } from "./reason/possible-values.js";

export function checkFinite(plan: ToolPlan, report: Report): void {
  const reasoner = new Reasoner(plan, inOrder(plan.slots));
  for (const { typed, written } of plan.formulas) {
    let fault: string | undefined;
    walk(typed, (part) => {
      fault ??= faultOf(reasoner, part);
    });
    const message = `The formula has no finite value, whatever the input: ${fault}.`;
    if (fault !== undefined) report.error("formula", locationIn(written), message);
  }
}

/** Returns an operation with finite operands and a non-finite outcome. */
function faultOf(reasoner: Reasoner, part: Typed): string | undefined {
  if (part.op !== "operator" && part.op !== "builtin") return undefined;
  const operands = part.args.map((arg) => theOne(reasoner.of(arg)));
  const [a, b] = operands;
  if (typeof a !== "number" || !operands.every(Number.isFinite)) return undefined;
  const outcome = apply(part.op === "operator" ? part.fn : part.name, a, Number(b));
  if (outcome === undefined || Number.isFinite(outcome)) return undefined;
  const text = part.op === "operator" ? `${a} ${part.fn} ${b}` : `${part.name}(${a})`;
  return `${text} is ${Number.isNaN(outcome) ? "no number" : "infinite"}`;
}

// The recorded clauses of a step or rule with their formulas; of several limits, the tightest.
import type { ExplainedClause, ExplainedStep } from "../../engine/explain/explanation.js";
import { type Expr, partsOf } from "../../engine/language/formula.js";
import { pathOf } from "../formulas.js";
import type { Graph } from "./graph.js";

/** A deciding part of a condition, and whether it was true. */
export interface Clause extends ExplainedClause {
  readonly formula: Expr;
  readonly step: ExplainedStep;
}

/** Returns the clauses of a condition or choice. */
export function clausesOf(step: ExplainedStep, graph: Graph): readonly Clause[] {
  return clausesIn(step.clauses ?? [], graph.written(step)?.formula, step);
}

/** Returns the true, or the false, clauses of a rule. */
export function clausesOfRule(
  step: ExplainedStep,
  rule: number,
  holds: boolean,
  graph: Graph,
): readonly Clause[] {
  const formulas = graph.conditions(step, rule);
  return (step.rules?.[rule]?.conditions ?? []).flatMap((condition, nth) =>
    condition.holds === holds ? clausesIn(condition.clauses, formulas[nth], step) : [],
  );
}

function clausesIn(
  clauses: readonly ExplainedClause[],
  around: Expr | undefined,
  step: ExplainedStep,
): readonly Clause[] {
  const parts = around === undefined ? [] : partsOf(around);
  return clauses.flatMap((clause) => {
    const formula = parts[clause.part];
    return formula === undefined ? [] : [{ ...clause, formula, step }];
  });
}

/** Keeps the tightest limit of each name and direction: "above 5" replaces "above 2". */
export function tightest(clauses: readonly Clause[]): readonly Clause[] {
  const best = new Map<string, Clause>();
  for (const clause of clauses) {
    const key = limitOf(clause);
    const before = key && best.get(key.name);
    if (key !== undefined && (before === undefined || isTighter(clause, before, key.isAbove)))
      best.set(key.name, clause);
  }
  return clauses.filter((clause) => {
    const key = limitOf(clause);
    return key === undefined || best.get(key.name) === clause;
  });
}

function limitOf({ formula, holds, sides }: Clause): { name: string; isAbove: boolean } | undefined {
  if (formula.kind !== "operator" || typeof sides?.[1] !== "number") return undefined;
  const [left] = formula.args;
  const path = left && pathOf(left);
  const isAbove = formula.op.startsWith(">") === holds;
  return path === undefined ? undefined : { name: `${path}${isAbove ? ">" : "<"}`, isAbove };
}

function isTighter({ sides }: Clause, { sides: before }: Clause, isAbove: boolean): boolean {
  const [limit, other] = [Number(sides?.[1]), Number(before?.[1])];
  return isAbove ? limit > other : limit < other;
}

/** Puts comparisons before names of conditions. */
export function comparedFirst(clauses: readonly Clause[]): readonly Clause[] {
  const isName = ({ formula }: Clause) => Number(pathOf(formula) !== undefined);
  return clauses.toSorted((a, b) => isName(a) - isName(b));
}

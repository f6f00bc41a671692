// The names that decided a value: of the chosen branch, of the largest argument of a maximum, or of the clauses that
// settled a condition.
import type { NodeNotes } from "../interpret/record.js";
import type { Expr } from "../language/formula.js";
import type { ToolPlan, Typed } from "../typing/plan.js";
import { type Condition, conditionOf, decidingClauses, partNumber, valueAt } from "./conditions.js";
import type { DecidingName, ExplainedClause } from "./explanation.js";
import { pathOf } from "./formula-text.js";

/** Returns the names that a formula's value depends on. */
export function decidingNames(plan: ToolPlan, typed: Typed, notes: NodeNotes): readonly DecidingName[] {
  const expr = plan.exprs.get(typed.id);
  const path = expr && pathOf(expr);
  if (path !== undefined) return [{ name: path }];
  const { parts, governs } = partsThatDecide(plan, typed, notes);
  return parts.flatMap((part) =>
    decidingNames(plan, part, notes).map((found) =>
      governs && isPlain(plan, part) ? { ...found, governs: true as const } : found,
    ),
  );
}

interface Deciding {
  readonly parts: readonly Typed[];
  /** Whether one extreme of several arguments decided. */
  readonly governs: boolean;
}

function partsThatDecide(plan: ToolPlan, typed: Typed, notes: NodeNotes): Deciding {
  const taken = notes.get(typed.id)?.taken;
  switch (typed.op) {
    case "if": {
      const [test] = typed.args;
      const chosen = taken === undefined ? undefined : typed.args[taken];
      if (chosen === undefined) return { parts: typed.args, governs: false };
      // A literal branch is explained by its condition.
      return { parts: [isFixed(plan, chosen) ? test : chosen], governs: false };
    }
    case "nullish":
    case "builtin": {
      const chosen = taken === undefined ? undefined : typed.args[taken];
      if (chosen === undefined) return { parts: typed.args, governs: false };
      return { parts: [chosen], governs: typed.op === "builtin" };
    }
    case "logic":
      return nearest(decidingClauses(conditionOf(typed), notes), notes);
    case "operator":
    case "compare":
    case "table":
      return { parts: typed.args, governs: false };
    case "call":
      return { parts: [...typed.args.values()], governs: false };
    case "list":
      return { parts: typed.items, governs: false };
    case "field":
    case "known":
    case "pluck":
    case "filter":
    case "lookup":
      return { parts: [typed.of], governs: false };
    default:
      return { parts: [], governs: false };
  }
}

/** If all clauses are met limits, keeps the one closest to its limit, and other clauses. */
function nearest(clauses: readonly Condition[], notes: NodeNotes): Deciding {
  const ratios = clauses.map(({ typed }) => {
    const sides = sidesOf(typed, notes);
    const [left, right] = sides ?? [];
    if (typeof left !== "number" || typeof right !== "number" || left <= 0 || right <= 0) return undefined;
    return Math.min(left / right, right / left);
  });
  const numbers = ratios.filter((ratio) => ratio !== undefined);
  const most = Math.max(...numbers);
  return {
    parts: clauses
      .filter((_, at) => ratios[at] === undefined || ratios[at] === most)
      .map(({ typed }) => typed),
    governs: numbers.length > 1,
  };
}

/** Returns both values of a comparison by size. */
function sidesOf(typed: Typed, notes: NodeNotes): readonly [unknown, unknown] | undefined {
  if (typed.op !== "compare" || !/^[<>]=?$/.test(typed.fn)) return undefined;
  const [left, right] = typed.args;
  return [valueAt(left, notes), valueAt(right, notes)];
}

function isFixed({ exprs }: ToolPlan, typed: Typed): boolean {
  const expr = exprs.get(typed.id);
  return typed.op === "literal" || (expr !== undefined && !hasPath(expr));
}

function hasPath(expr: Expr): boolean {
  if (pathOf(expr) !== undefined) return true;
  if ("args" in expr) return expr.args.some(hasPath);
  if ("items" in expr) return expr.items.some(hasPath);
  return "of" in expr && hasPath(expr.of);
}

/** Whether this is a name, or a comparison of names and numbers. */
function isPlain({ exprs }: ToolPlan, typed: Typed): boolean {
  const isName = (part: Typed) => {
    const expr = exprs.get(part.id);
    return expr !== undefined && (pathOf(expr) !== undefined || expr.kind === "number");
  };
  return isName(typed) || (typed.op === "compare" && typed.args.every(isName));
}

/** Returns the deciding clauses, numbered within `around`. */
export function explainedClauses(
  plan: ToolPlan,
  condition: Condition,
  around: Expr,
  notes: NodeNotes,
): readonly ExplainedClause[] {
  return decidingClauses(condition, notes).flatMap(({ typed }) => {
    const part = partNumber(around, plan.exprs.get(typed.id));
    const value = valueAt(typed, notes);
    if (part < 0 || value === undefined) return [];
    const sides = sidesOf(typed, notes);
    return [{ part, holds: value === true, ...(sides && { sides: [sides[0] ?? null, sides[1] ?? null] }) }];
  });
}

// Conditions as trees of `and`, `or` and clauses, with recorded outcomes: which clauses decided, and what they read.
import type { NodeNotes } from "../interpret/record.js";
import { type Expr, partsOf } from "../language/formula.js";
import { OPPOSITE } from "../language/operators.js";
import type { ToolPlan, Typed } from "../typing/plan.js";

/** A condition with `not` pushed down to its clauses. */
export interface Condition {
  readonly typed: Typed;
  /** Whether the node must be true, or false after a `not`. */
  readonly expected: boolean;
  readonly joined?: "and" | "or";
  /** Empty for a clause. */
  readonly parts: readonly Condition[];
}

export function conditionOf(typed: Typed, expected = true): Condition {
  if (typed.op !== "logic") return { typed, expected, parts: [] };
  if (typed.fn === "not") return conditionOf(typed.args[0] as Typed, !expected);
  const joined = (typed.fn === "and") === expected ? "and" : "or";
  return { typed, expected, joined, parts: typed.args.map((arg) => conditionOf(arg, expected)) };
}

/** Returns the parts that must all be true. */
export function conjuncts(condition: Condition): readonly Condition[] {
  return condition.joined === "and" ? condition.parts.flatMap(conjuncts) : [condition];
}

/** Returns a node's recorded value or literal; undefined if it was not evaluated. */
export function valueAt(typed: Typed, notes: NodeNotes): unknown {
  return typed.op === "literal" ? typed.value : notes.get(typed.id)?.value;
}

/** Returns the outcome of a condition, with null as false; undefined if it was not evaluated. */
export function outcomeOf(
  { typed, expected, joined, parts }: Condition,
  notes: NodeNotes,
): boolean | undefined {
  if (joined === undefined) {
    const value = valueAt(typed, notes);
    return value === undefined ? undefined : value === expected;
  }
  const outcomes = parts.map((part) => outcomeOf(part, notes));
  const settling = joined === "or";
  if (outcomes.includes(settling)) return settling;
  return outcomes.includes(undefined) ? undefined : !settling;
}

/** Returns the deciding clauses: all of them for a true `and` or a false `or`, otherwise those that settled it. */
export function decidingClauses(condition: Condition, notes: NodeNotes): readonly Condition[] {
  if (condition.joined === undefined) return clausesOf(condition, notes);
  const outcome = outcomeOf(condition, notes);
  return condition.parts
    .filter((part) => outcome !== undefined && outcomeOf(part, notes) === outcome)
    .flatMap((part) => decidingClauses(part, notes));
}

/** Returns the clause, or for a choice the clauses of its test and chosen branch. */
function clausesOf(clause: Condition, notes: NodeNotes): readonly Condition[] {
  const { typed } = clause;
  const taken = notes.get(typed.id)?.taken;
  if (taken !== undefined && typed.op === "if") {
    const [test] = typed.args;
    const chosen = typed.args[taken] as Typed;
    return [...decidingClauses(conditionOf(test), notes), ...decidingClauses(conditionOf(chosen), notes)];
  }
  return typed.type.kind === "boolean" && typed.op !== "literal" ? [clause] : [];
}

/** Returns the written formula of a condition. */
export function writtenOf({ exprs }: ToolPlan, { typed }: Condition): Expr | undefined {
  return exprs.get(typed.id);
}

/** Returns the index of a clause's formula among the parts of a formula, or -1. */
export function partNumber(around: Expr, part: Expr | undefined): number {
  return part === undefined ? -1 : partsOf(around).indexOf(part);
}

/** Returns the formula with `not` only before names and calls; negated if `expected` is false. */
export function pushed(expr: Expr, expected: boolean): Expr {
  if (expr.kind !== "operator") return expected ? expr : { kind: "operator", op: "not", args: [expr] };
  const { op, args } = expr;
  if (op === "not") return pushed(args[0] as Expr, !expected);
  if (op === "and" || op === "or") {
    const joined = (op === "and") === expected ? "and" : "or";
    return { kind: "operator", op: joined, args: args.map((arg) => pushed(arg, expected)) };
  }
  if (expected) return expr;
  const opposite = OPPOSITE[op];
  return opposite === undefined ? { kind: "operator", op: "not", args: [expr] } : { ...expr, op: opposite };
}

// Conditions as trees of `and`, `or` and clauses, with the recorded outcome of each clause: what decided, and what it read.
import type { NodeNotes } from "../interpret/record.js";
import { type Expr, partsOf } from "../language/formula.js";
import { OPPOSITE } from "../language/operators.js";
import type { ToolPlan, Typed } from "../typing/plan.js";

/** A condition with `not` pushed down to its clauses. */
export interface Condition {
  readonly typed: Typed;
  /** Whether the node must be true or, after a `not`, false. */
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

/** What must all hold for a condition. */
export function conjuncts(condition: Condition): readonly Condition[] {
  return condition.joined === "and" ? condition.parts.flatMap(conjuncts) : [condition];
}

/** The value of a node: that of its note, or of a literal. Undefined if it was not evaluated. */
export function valueAt(typed: Typed, notes: NodeNotes): unknown {
  return typed.op === "literal" ? typed.value : notes.get(typed.id)?.value;
}

/** Whether a condition held; null counts as false. Undefined if that was not evaluated. */
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

/**
 * Returns the clauses that decided. If every part was needed (an `and` that held, an `or` that did not), all of them;
 * otherwise those that settled it.
 */
export function decidingClauses(condition: Condition, notes: NodeNotes): readonly Condition[] {
  if (condition.joined === undefined) return clausesOf(condition, notes);
  const outcome = outcomeOf(condition, notes);
  return condition.parts
    .filter((part) => outcome !== undefined && outcomeOf(part, notes) === outcome)
    .flatMap((part) => decidingClauses(part, notes));
}

/** A clause itself; of a choice those of its test and of the branch that it took. */
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

/** The formula of a condition as it is written. */
export function writtenOf({ exprs }: ToolPlan, { typed }: Condition): Expr | undefined {
  return exprs.get(typed.id);
}

/** The number of a clause's formula among the parts of a formula around it, or -1. */
export function partNumber(around: Expr, part: Expr | undefined): number {
  return part === undefined ? -1 : partsOf(around).indexOf(part);
}

/** Returns the formula with `not` only before names and calls; its negation if `expected` is false. */
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

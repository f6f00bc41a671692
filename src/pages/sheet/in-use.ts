// A formula as it was used: of each choice the branch that was taken, of each `??` the value that was there.
import type { Expr, Operator } from "../../engine/language/formula.js";
import { pathOf, withParts } from "../formulas.js";

/** Functions of one line: their parameters, and the formula over them. */
export type Functions = ReadonlyMap<string, { readonly names: readonly string[]; readonly formula: Expr }>;

/** What is known of names where a formula stands; undefined for what nobody has noted. */
export interface Facts {
  worth(path: string): unknown;
  /** Whether an input was sent, or a value is there. */
  given(path: string): boolean | undefined;
}

/** How deep functions may call functions before they are left as they are. */
const DEEPEST = 3;

export function inUse(expr: Expr, facts: Facts, functions: Functions, deep = 0): Expr {
  const visit = (part: Expr): Expr => inUse(part, facts, functions, deep);
  if (expr.kind === "call") {
    const [test, yes, no] = expr.args;
    if (expr.name === "if" && test !== undefined && yes !== undefined && no !== undefined) {
      const holds = truth(test, facts);
      if (holds !== undefined) return visit(holds ? yes : no);
    }
    // A number is shown as it was rounded anyway.
    if (expr.name === "round" && test !== undefined && yes?.kind === "number" && yes.value >= 2)
      return visit(test);
    const known = deep < DEEPEST ? functions.get(expr.name) : undefined;
    if (known !== undefined) {
      const args = new Map(known.names.map((name, at) => [name, expr.args[at]]));
      return inUse(put(known.formula, args), facts, functions, deep + 1);
    }
  }
  if (expr.kind === "operator" && expr.op === "??") {
    const [left, right] = expr.args as [Expr, Expr];
    const first = visit(left);
    const there = worthOf(first, facts);
    if (there !== undefined) return there === null ? visit(right) : first;
  }
  return withParts(expr, visit);
}

/** The formula of a function with what it was called with in the place of its parameters. */
function put(expr: Expr, args: ReadonlyMap<string, Expr | undefined>): Expr {
  return expr.kind === "name" ? (args.get(expr.name) ?? expr) : withParts(expr, (part) => put(part, args));
}

/** Whether a condition held, as far as its names are known. */
function truth(expr: Expr, facts: Facts): boolean | undefined {
  if (expr.kind === "boolean") return expr.value;
  if (expr.kind === "operator") {
    const [left, right] = expr.args;
    if (left === undefined) return undefined;
    if (expr.op === "not") {
      const inner = truth(left, facts);
      return inner === undefined ? undefined : !inner;
    }
    if (right === undefined) return undefined;
    if (expr.op === "and" || expr.op === "or") {
      const decides = expr.op === "or";
      const both = [truth(left, facts), truth(right, facts)];
      if (both.includes(decides)) return decides;
      return both.includes(undefined) ? undefined : !decides;
    }
    return compared(expr.op, worthOf(left, facts), worthOf(right, facts));
  }
  if (expr.kind === "call" && expr.name === "given") {
    const [of] = expr.args;
    const path = of === undefined ? undefined : pathOf(of);
    return path === undefined ? undefined : facts.given(path);
  }
  const value = worthOf(expr, facts);
  return typeof value === "boolean" ? value : undefined;
}

function compared(op: Operator, left: unknown, right: unknown): boolean | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (op === "==") return left === right;
  if (op === "!=") return left !== right;
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  // Formulas compare with a tolerance; what is as near as that counts as equal.
  if (Math.abs(left - right) <= 1e-9 * Math.max(Math.abs(left), Math.abs(right), 1)) return op.endsWith("=");
  if (op === "<" || op === "<=") return left < right;
  return op === ">" || op === ">=" ? left > right : undefined;
}

function worthOf(expr: Expr, facts: Facts): unknown {
  if ("value" in expr) return expr.value;
  if (expr.kind === "null") return null;
  const path = pathOf(expr);
  return path === undefined ? undefined : facts.worth(path);
}

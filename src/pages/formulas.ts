// Formulas as pages look at them: paths and literals in them, the cases of a choice, and the same formula with other parts.
import type { Expr, Operator } from "../engine/language/formula.js";

/** A name and the fields after it as one path. */
export function pathOf(expr: Expr): string | undefined {
  if (expr.kind === "name") return expr.name;
  if (expr.kind !== "field") return undefined;
  const of = pathOf(expr.of);
  return of === undefined ? undefined : `${of}.${expr.name}`;
}

/** The last name of a path. */
export function lastOf(path: string): string {
  return path.split(".").at(-1) ?? path;
}

export function isLiteral(expr: Expr): boolean {
  return "value" in expr || expr.kind === "null";
}

/** The formula with each of its parts changed; what stands inside a filter speaks of other names and stays. */
export function withParts(expr: Expr, change: (part: Expr, at: number) => Expr): Expr {
  switch (expr.kind) {
    case "field":
    case "index":
      return { ...expr, of: change(expr.of, 0) };
    case "call":
    case "operator":
      return { ...expr, args: expr.args.map(change) };
    case "list":
      return { ...expr, items: expr.items.map(change) };
    default:
      return expr;
  }
}

/** What is joined by one operator, however it is nested: a, b and c of `a and (b and c)`. */
export function flattened(expr: Expr, op: Operator): readonly Expr[] {
  return expr.kind === "operator" && expr.op === op ? expr.args.flatMap((arg) => flattened(arg, op)) : [expr];
}

/** What a choice gives, and when; the last has no condition. A formula that is no choice is its only case. */
export function casesOf(expr: Expr): { readonly value: Expr; readonly test?: Expr }[] {
  if (expr.kind !== "call" || expr.name !== "if" || expr.args.length !== 3) return [{ value: expr }];
  const [test, yes, no] = expr.args as [Expr, Expr, Expr];
  return [{ value: yes, test }, ...casesOf(no)];
}

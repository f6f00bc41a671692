// Formula helpers of pages: paths, literals, cases of a choice, and replacement of parts.
import type { Expr, Operator } from "../engine/language/formula.js";

/** Returns a name with its fields as a path. */
export function pathOf(expr: Expr): string | undefined {
  if (expr.kind === "name") return expr.name;
  if (expr.kind !== "field") return undefined;
  const of = pathOf(expr.of);
  return of === undefined ? undefined : `${of}.${expr.name}`;
}

/** Returns the last name of a path. */
export function lastOf(path: string): string {
  return path.split(".").at(-1) ?? path;
}

export function isLiteral(expr: Expr): boolean {
  return "value" in expr || expr.kind === "null";
}

/** Maps the parts of a formula. Bodies of filters are kept, because their names have another scope. */
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

/** Returns the operands of nested uses of one operator: a, b and c of `a and (b and c)`. */
export function flattened(expr: Expr, op: Operator): readonly Expr[] {
  return expr.kind === "operator" && expr.op === op ? expr.args.flatMap((arg) => flattened(arg, op)) : [expr];
}

/** Returns values and conditions of a choice; the last has no condition. Any other formula is a single case. */
export function casesOf(expr: Expr): { readonly value: Expr; readonly test?: Expr }[] {
  if (expr.kind !== "call" || expr.name !== "if" || expr.args.length !== 3) return [{ value: expr }];
  const [test, yes, no] = expr.args as [Expr, Expr, Expr];
  return [{ value: yes, test }, ...casesOf(no)];
}

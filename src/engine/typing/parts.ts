// The parts of a typed formula.
import type { Typed } from "./plan.js";

/** Every part of a formula, the formula itself first. */
export function walk(
  typed: Typed,
  visit: (part: Typed, parent: Typed | undefined) => void,
  parent?: Typed,
): void {
  visit(typed, parent);
  const kids: readonly Typed[] = kidsOf(typed);
  for (const kid of kids) walk(kid, visit, typed);
}

export function kidsOf(typed: Typed): readonly Typed[] {
  switch (typed.op) {
    case "operator":
    case "compare":
    case "logic":
    case "nullish":
    case "if":
    case "builtin":
    case "table":
      return typed.args;
    case "field":
    case "known":
      return [typed.of];
    case "pluck":
      return [typed.of, typed.body];
    case "filter":
      return [typed.of, typed.test];
    case "lookup":
      return [typed.of, typed.key];
    case "call":
      return [...typed.args.values()];
    case "list":
      return typed.items;
    default:
      return [];
  }
}

// A formula with quantities in place of names.
import type { Expr } from "../../engine/language/formula.js";
import { lastOf, pathOf, withParts } from "../formulas.js";
import type { Symbols } from "../tex.js";
import type { Used } from "./graph.js";
import { standsFor } from "./values.js";
import type { Work } from "./work.js";

export interface Substitution {
  /** The formula with a unique name for each quantity. */
  readonly formula: Expr;
  readonly symbols: Symbols;
}

/** Returns undefined if no name in the formula has a known number or word. */
export function numbersIn(used: Used, { naming, links, math }: Work): Substitution | undefined {
  const written = new Map<string, string>();
  const quantity = (path: string, isBase: boolean): Expr | undefined => {
    const leaf = used.leaf(path);
    const value = path === "pi" ? undefined : leaf.value;
    if (typeof value !== "number" && (typeof value !== "string" || standsFor(value))) return undefined;
    const shown = typeof value === "number" ? value : String(naming.word(value, lastOf(leaf.path)));
    const unit = typeof value === "number" ? naming.unitOf(leaf) : undefined;
    // Unique, because no name in a formula ends with #.
    const name = `${path}#${isBase ? "^" : ""}`;
    written.set(name, math.quantity(shown, unit, isBase, links.ofLeaf(leaf)));
    return { kind: "name", name, nth: 0 };
  };
  const visit = (part: Expr, isBase = false): Expr => {
    const path = pathOf(part);
    if (path !== undefined) return quantity(path, isBase) ?? part;
    // `given` is about the name, not its value.
    if (part.kind === "call" && part.name === "given") return part;
    const isPower = part.kind === "operator" && part.op === "^";
    return withParts(part, (inner, at) => visit(inner, isPower && at === 0));
  };
  const put = visit(used.formula);
  if (written.size === 0) return undefined;
  const names = naming.symbolsIn(used);
  const symbols: Symbols = {
    get: (path) => written.get(path) ?? names.get(path),
    ...(names.call === undefined ? {} : { call: names.call }),
  };
  return { formula: put, symbols };
}

// A formula with the quantities that went into it in the place of its names.
import type { Expr } from "../../engine/language/formula.js";
import { lastOf, pathOf, withParts } from "../formulas.js";
import type { Symbols } from "../tex.js";
import type { GraphLeaf, Used } from "./graph.js";
import { quantityTex } from "./numbers.js";
import { standsFor } from "./values.js";
import type { Work } from "./work.js";

/** Writes a value with its unit; the base of a power has brackets around both. */
export type WriteQuantity = (
  value: number | string,
  unit: string | undefined,
  isBase: boolean,
  leaf: GraphLeaf,
) => string;

export interface Substitution {
  /** Quantities stand in it as names of their own. */
  readonly formula: Expr;
  readonly written: ReadonlyMap<string, string>;
}

/** Undefined where no name in it has a known number or word. */
export function quantitiesIn(used: Used, { naming }: Work, write: WriteQuantity): Substitution | undefined {
  const written = new Map<string, string>();
  const quantity = (path: string, isBase: boolean): Expr | undefined => {
    const leaf = used.leaf(path);
    const value = path === "pi" ? undefined : leaf.value;
    if (typeof value !== "number" && (typeof value !== "string" || standsFor(value))) return undefined;
    const shown = typeof value === "number" ? value : String(naming.word(value, lastOf(leaf.path)));
    const unit = typeof value === "number" ? naming.unitOf(leaf) : undefined;
    // No name of a formula ends like this.
    const name = `${path}#${isBase ? "^" : ""}`;
    written.set(name, write(shown, unit, isBase, leaf));
    return { kind: "name", name, nth: 0 };
  };
  const visit = (part: Expr, isBase = false): Expr => {
    const path = pathOf(part);
    if (path !== undefined) return quantity(path, isBase) ?? part;
    // Whether something was given is said of its name.
    if (part.kind === "call" && part.name === "given") return part;
    const isPower = part.kind === "operator" && part.op === "^";
    return withParts(part, (inner, at) => visit(inner, isPower && at === 0));
  };
  const put = visit(used.formula);
  return written.size === 0 ? undefined : { formula: put, written };
}

/** The same for typesetting. */
export function numbersIn(
  used: Used,
  work: Work,
): { readonly formula: Expr; readonly symbols: Symbols } | undefined {
  const put = quantitiesIn(used, work, (value, unit, isBase, leaf) => {
    const tex = quantityTex(value, unit);
    const href = work.links.ofLeaf(leaf);
    const linked = href === undefined ? tex : `\\href{${href}}{${tex}}`;
    return isBase && tex.includes("\\mathrm") ? `(${linked})` : linked;
  });
  if (put === undefined) return undefined;
  const names = work.naming.symbolsIn(used);
  return {
    formula: put.formula,
    symbols: {
      get: (path) => put.written.get(path) ?? names.get(path),
      ...(names.call === undefined ? {} : { call: names.call }),
    },
  };
}

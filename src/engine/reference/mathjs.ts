// mathjs, which reads and evaluates formulas a second time, independently of the language's own reader. It is taken as the
// one file that its makers bundle: its modules one by one take 0.55 s to load, this file 0.26 s.
import type { MathJsInstance, MathNode } from "mathjs";
import bundle from "mathjs/lib/browser/math.js";
import type { Formula } from "../language/formula.js";

export const math: MathJsInstance = bundle;

const nodes = new WeakMap<Formula, MathNode>();

/** The formula as mathjs reads it; the same tree each time, so that what was used of it can be counted. */
export function nodeOf(formula: Formula): MathNode {
  const known = nodes.get(formula) ?? math.parse(formula.text);
  nodes.set(formula, known);
  return known;
}

/** A piece of a formula's tree with what its kind holds; the types of mathjs tell no kinds apart. */
export interface AnyNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

export function pieceOf(node: MathNode | undefined): AnyNode {
  return node as unknown as AnyNode;
}

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

// mathjs, which reads formulas a second time, independently of the language's own reader. It is taken as the one file that
// its makers bundle: its modules one by one take 0.55 s to load, this file 0.26 s.
import type { MathNode } from "mathjs";
import math from "mathjs/lib/browser/math.js";
import type { Expr, Formula } from "../language/formula.js";

const nodes = new WeakMap<Formula, MathNode>();

/** The formula as mathjs reads it; the same tree each time, so that what was used of it can be counted. */
export function nodeOf(formula: Formula): MathNode {
  const known = nodes.get(formula);
  if (known !== undefined) return known;
  const node = math.parse(formula.text);
  if (!pair(node, formula.expr)) throw new Error(`mathjs reads ${formula.text} as another formula`);
  nodes.set(formula, node);
  return node;
}

const exprs = new WeakMap<MathNode, Expr>();

/** A part of a formula as the language reads it. */
export function exprOf(node: MathNode): Expr | undefined {
  return exprs.get(bare(node));
}

/** Notes which parts of the two trees are the same; false where they are not the same tree. */
function pair(node: MathNode, expr: Expr): boolean {
  const piece = pieceOf(node);
  exprs.set(bare(node), expr);
  const all = (kids: unknown, of: readonly Expr[]) =>
    (kids as MathNode[]).length === of.length &&
    (kids as MathNode[]).every((kid, at) => pair(kid, of[at] as Expr));
  switch (expr.kind) {
    case "name":
      return piece.type === "SymbolNode" && piece.name === expr.name;
    case "field":
    case "index": {
      if (piece.type !== "AccessorNode") return false;
      const { dotNotation, dimensions } = piece.index as AnyNode;
      const [by] = dimensions as [MathNode];
      const isSame = expr.kind === "field" ? dotNotation === true : pair(by, expr.by);
      return isSame && pair(piece.object as MathNode, expr.of);
    }
    case "call":
      return piece.type === "FunctionNode" && all(piece.args, expr.args);
    case "operator":
      return piece.type === "OperatorNode" && all(piece.args, expr.args);
    case "list":
      return piece.type === "ArrayNode" && all(piece.items, expr.items);
    case "number":
      // A negative number of the definition is read as a sign and a number.
      return piece.type === "ConstantNode" || (expr.value < 0 && piece.fn === "unaryMinus");
    default:
      return piece.type === "ConstantNode";
  }
}

/** A piece of a formula's tree with what its kind holds; the types of mathjs tell no kinds apart. */
export interface AnyNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

export function pieceOf(node: MathNode | undefined): AnyNode {
  return bare(node as MathNode) as unknown as AnyNode;
}

/** Without the parentheses around it, which mathjs has as pieces of their own. */
export function bare(node: MathNode): MathNode {
  const { type, content } = node as unknown as AnyNode;
  return type === "ParenthesisNode" ? bare(content as MathNode) : node;
}

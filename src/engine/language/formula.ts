// Formulas: parsed by mathjs, then taken over node by node from a closed list. What mathjs would read otherwise
// than an engineer does (not a == b, a + b ?? 0, 2 x) is refused here.
import type { MathNode } from "mathjs";
import { LIMITS } from "./bounds.js";
import { math } from "./mathjs.js";

export type Operator =
  | "+"
  | "-"
  | "*"
  | "/"
  | "^"
  | "negate"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "and"
  | "or"
  | "not"
  | "??";

export type Expr =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null" }
  | { readonly kind: "name"; readonly name: string; readonly nth: number }
  | { readonly kind: "field"; readonly of: Expr; readonly name: string }
  | { readonly kind: "index"; readonly of: Expr; readonly by: Expr }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expr[]; readonly nth: number }
  | { readonly kind: "operator"; readonly op: Operator; readonly args: readonly Expr[] }
  | { readonly kind: "list"; readonly items: readonly Expr[] };

/** A formula as written, as this language reads it, and as mathjs does. */
export interface Formula {
  readonly text: string;
  readonly expr: Expr;
  readonly node: MathNode;
}

export class FormulaError extends Error {
  constructor(
    message: string,
    readonly hint?: string,
    /** The word in the formula to point at. */
    readonly word?: string,
  ) {
    super(message);
  }
}

interface AnyNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

const BINARY: Record<string, Operator> = {
  add: "+",
  subtract: "-",
  multiply: "*",
  divide: "/",
  pow: "^",
  equal: "==",
  unequal: "!=",
  smaller: "<",
  smallerEq: "<=",
  larger: ">",
  largerEq: ">=",
  and: "and",
  or: "or",
  nullish: "??",
};
const UNARY: Record<string, Operator> = { unaryMinus: "negate", not: "not" };
const REFUSED: Record<string, [message: string, hint: string]> = {
  ConditionalNode: ["`a ? b : c` is not used here", "write if(a, b, c)"],
  AssignmentNode: ["A formula cannot assign with `=`", "compare with =="],
  FunctionAssignmentNode: ["A formula cannot define a function", "define it under functions"],
  BlockNode: ["A formula is one expression, without `;` or line ends", "split it into two values"],
  RelationalNode: ["Comparisons cannot be chained", "write a <= b and b <= c"],
  RangeNode: ["`a:b` ranges are not used here", "list the items"],
  ObjectNode: ["`{...}` is not used inside a formula", "make it a value of its own"],
};
const REFUSED_OPERATORS: Record<string, string> = {
  to: "units are declared beside names, not converted in formulas",
  mod: "`%` and mod are not used; write x / 100 for percent",
  ctranspose: "`'` is not used; quote words with double quotes",
  factorial: "`!` is not used; write not",
  dotMultiply: "write *",
  dotDivide: "write /",
  dotPow: "write ^",
  bitAnd: "write and",
  bitOr: "write or",
  bitNot: "write not",
  xor: "write a != b",
  leftShift: "not used",
  rightArithShift: "not used",
  rightLogShift: "not used",
  unaryPlus: "leave the + out",
};

/** Names that formulas cannot use because mathjs or the reader would take them for something else. */
export const RESERVED = new Set([
  "in",
  "to",
  "mod",
  "not",
  "and",
  "or",
  "xor",
  "if",
  "true",
  "false",
  "null",
  "undefined",
  "pi",
  "e",
  "i",
  "end",
  "flags",
  "inputs",
  "edition",
  "as_of",
  "constructor",
  "prototype",
  "__proto__",
  "NaN",
  "Infinity",
]);

export function parseFormula(text: string): Formula {
  if (text.length > LIMITS.formulaLength) {
    throw new FormulaError(
      `The formula is longer than ${LIMITS.formulaLength} characters`,
      "split it into values",
    );
  }
  if (text.trim() === "") throw new FormulaError("The formula is empty");
  if (/[0-9.)]\s*%/.test(text))
    throw new FormulaError("`%` is not used in formulas", "write x / 100 for percent");
  let node: MathNode;
  try {
    node = math.parse(text);
  } catch (error) {
    // The parser calls itself for each bracket.
    if (error instanceof RangeError)
      throw new FormulaError("The formula is nested too deeply", "split it into values");
    const message = error instanceof Error ? error.message : String(error);
    throw new FormulaError(`The formula cannot be read: ${message}`, formulaHint(text));
  }
  const reader = new FormulaReader();
  return { text, expr: reader.read(node as unknown as AnyNode, 0), node };
}

/** A word, number, true, false or null that stands for itself. */
export function literalFormula(value: string | number | boolean | null): Formula {
  const expr = new FormulaReader().constant(value);
  return { text: JSON.stringify(value), expr, node: new math.ConstantNode(value as string) };
}

function formulaHint(text: string): string | undefined {
  if (/^=\s/.test(text)) return "leave the = out: this is always a formula";
  if (/(^|[^=<>!])=([^=]|$)/.test(text)) return "compare with ==";
  if (text.includes("&&") || text.includes("||")) return "write and, or";
  const opens = (text.match(/\(/g) ?? []).length;
  const closes = (text.match(/\)/g) ?? []).length;
  if (opens !== closes) return "the brackets do not match; a formula with a comma inside {...} needs quotes";
  return undefined;
}

class FormulaReader {
  private readonly seen = new Map<string, number>();

  read(node: AnyNode, depth: number): Expr {
    if (depth > LIMITS.formulaDepth) {
      throw new FormulaError(
        `The formula nests deeper than ${LIMITS.formulaDepth} levels`,
        "split it into values",
      );
    }
    const refused = REFUSED[node.type];
    if (refused !== undefined) throw new FormulaError(refused[0], refused[1]);
    switch (node.type) {
      case "ParenthesisNode":
        return this.read(node.content as AnyNode, depth + 1);
      case "ConstantNode":
        return this.constant(node.value);
      case "SymbolNode":
        return this.symbol(node.name as string);
      case "ArrayNode":
        if ((node.items as AnyNode[]).some((item) => item.type === "ArrayNode")) {
          throw new FormulaError("Matrices are not used here", "make it a table");
        }
        return { kind: "list", items: (node.items as AnyNode[]).map((item) => this.read(item, depth + 1)) };
      case "FunctionNode": {
        const fn = node.fn as AnyNode;
        if (fn.type !== "SymbolNode") throw new FormulaError("Only a named function can be called");
        const name = fn.name as string;
        const nth = this.count(name);
        return {
          kind: "call",
          name,
          nth,
          args: (node.args as AnyNode[]).map((arg) => this.read(arg, depth + 1)),
        };
      }
      case "AccessorNode":
        return this.accessor(node, depth);
      case "OperatorNode":
        return this.operator(node, depth);
      default:
        throw new FormulaError(`A formula cannot hold a ${node.type}`);
    }
  }

  constant(value: unknown): Expr {
    if (typeof value === "number" && Number.isFinite(value)) return { kind: "number", value };
    if (typeof value === "string") return { kind: "text", value };
    if (typeof value === "boolean") return { kind: "boolean", value };
    if (value === null) return { kind: "null" };
    throw new FormulaError(`\`${String(value)}\` is not a number that can be computed with`);
  }

  private symbol(name: string): Expr {
    if (name === "true" || name === "false") return { kind: "boolean", value: name === "true" };
    if (name === "null") return { kind: "null" };
    return { kind: "name", name, nth: this.count(name) };
  }

  private count(name: string): number {
    const nth = this.seen.get(name) ?? 0;
    this.seen.set(name, nth + 1);
    return nth;
  }

  private accessor(node: AnyNode, depth: number): Expr {
    const index = node.index as AnyNode;
    const dimensions = index.dimensions as AnyNode[];
    const of = this.read(node.object as AnyNode, depth + 1);
    const [by] = dimensions;
    if (dimensions.length !== 1 || by === undefined)
      throw new FormulaError("`[...]` takes one condition or key");
    if (index.dotNotation === true) return { kind: "field", of, name: String(by.value) };
    return { kind: "index", of, by: this.read(by, depth + 1) };
  }

  private operator(node: AnyNode, depth: number): Expr {
    const fn = node.fn as string;
    const args = node.args as AnyNode[];
    if (node.implicit === true) {
      throw new FormulaError("Two things stand side by side without an operator", "write * between them");
    }
    const op = args.length === 1 ? UNARY[fn] : BINARY[fn];
    if (op === undefined) {
      throw new FormulaError(`The operator \`${String(node.op)}\` is not used here`, REFUSED_OPERATORS[fn]);
    }
    for (const arg of args) trap(op, arg);
    return { kind: "operator", op, args: args.map((arg) => this.read(arg, depth + 1)) };
  }
}

/** Two precedences of mathjs surprise readers; both must be bracketed. */
function trap(op: Operator, arg: AnyNode): void {
  if (arg.type !== "OperatorNode") return;
  const inner = arg.fn as string;
  const comparison = op === "==" || op === "!=" || op === "<" || op === "<=" || op === ">" || op === ">=";
  if (comparison && inner === "not") {
    throw new FormulaError(
      "`not a == b` would be read as (not a) == b",
      "write not (a == b), or a != b",
      "not",
    );
  }
  if (inner === "nullish" && op !== "??") {
    throw new FormulaError(
      "`??` binds tighter than the operator beside it",
      "put brackets around the part with ??",
      "??",
    );
  }
}

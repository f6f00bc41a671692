// Formulas as text and as LaTeX, optionally with values in place of names.
import type { Expr, Operator } from "../language/formula.js";

/** Precedence of each operator; weaker operands get brackets. */
const STRENGTH: Readonly<Record<Operator, number>> = {
  or: 1,
  and: 2,
  not: 6,
  "==": 3,
  "!=": 3,
  "<": 3,
  "<=": 3,
  ">": 3,
  ">=": 3,
  "+": 4,
  "-": 4,
  "*": 5,
  "/": 5,
  negate: 6,
  "^": 7,
  // It binds most tightly, but brackets make it easier to read.
  "??": 0,
};
const ATOM = 9;

/** Returns the replacement of a name or path, or undefined to keep it. */
export type Substitute = (path: string) => string | undefined;

/** Returns a name with its fields as a path. */
export function pathOf(expr: Expr): string | undefined {
  if (expr.kind === "name") return expr.name;
  if (expr.kind !== "field") return undefined;
  const of = pathOf(expr.of);
  return of === undefined ? undefined : `${of}.${expr.name}`;
}

/** Returns the formula in the notation of the language. */
export function formulaText(expr: Expr, substitute: Substitute = () => undefined): string {
  const path = pathOf(expr);
  if (path !== undefined) {
    const put = substitute(path);
    if (put !== undefined) return put;
  }
  const inner = (part: Expr) => formulaText(part, substitute);
  switch (expr.kind) {
    case "number":
      return String(expr.value);
    case "text":
      return JSON.stringify(expr.value);
    case "boolean":
      return String(expr.value);
    case "null":
      return "null";
    case "name":
      return expr.name;
    case "field":
      return `${bracketed(expr.of, ATOM, inner)}.${expr.name}`;
    case "index":
      return `${bracketed(expr.of, ATOM, inner)}[${inner(expr.by)}]`;
    case "call":
      return `${expr.name}(${expr.args.map(inner).join(", ")})`;
    case "list":
      return `[${expr.items.map(inner).join(", ")}]`;
    case "operator":
      return operatorText(expr.op, expr.args, inner);
  }
}

function strengthOf(expr: Expr): number {
  return expr.kind === "operator" ? STRENGTH[expr.op] : ATOM;
}

function bracketed(expr: Expr, least: number, write: (expr: Expr) => string): string {
  const text = write(expr);
  return strengthOf(expr) < least ? `(${text})` : text;
}

function operatorText(op: Operator, args: readonly Expr[], write: (expr: Expr) => string): string {
  const strength = STRENGTH[op];
  const [left, right] = args as [Expr, Expr];
  if (op === "negate") return `-${bracketed(left, strength, write)}`;
  if (op === "not") return `not ${bracketed(left, strength, write)}`;
  // Powers bind from the right, other operators from the left.
  const [onLeft, onRight] =
    op === "??" ? [ATOM, ATOM] : op === "^" ? [strength + 1, strength] : [strength, strength + 1];
  return `${bracketed(left, onLeft, write)} ${op} ${bracketed(right, onRight, write)}`;
}

const SIGNS: Readonly<Partial<Record<Operator, string>>> = {
  "*": "\\cdot",
  "==": "=",
  "!=": "\\ne",
  "<=": "\\le",
  ">=": "\\ge",
  and: "\\wedge",
  or: "\\vee",
  "??": "\\mathbin{??}",
};

const written = new WeakMap<Expr, string>();

/** Returns the formula as LaTeX. */
export function formulaLatex(expr: Expr): string {
  const latex = written.get(expr) ?? latexOf(expr);
  written.set(expr, latex);
  return latex;
}

function latexOf(expr: Expr): string {
  switch (expr.kind) {
    case "number":
      return String(expr.value);
    case "text":
      return `\\text{${escaped(expr.value)}}`;
    case "boolean":
    case "null":
      return `\\text{${expr.kind === "null" ? "null" : expr.value}}`;
    case "name":
      return `\\mathrm{${escaped(expr.name)}}`;
    case "field":
      return `${formulaLatex(expr.of)}.\\mathrm{${escaped(expr.name)}}`;
    case "index":
      return `${formulaLatex(expr.of)}\\left[${formulaLatex(expr.by)}\\right]`;
    case "list":
      return `\\left[${expr.items.map(formulaLatex).join(", ")}\\right]`;
    case "call":
      if (expr.name === "sqrt" && expr.args.length === 1) return `\\sqrt{${expr.args.map(formulaLatex)}}`;
      return `\\operatorname{${escaped(expr.name)}}\\left(${expr.args.map(formulaLatex).join(", ")}\\right)`;
    case "operator":
      return operatorLatex(expr.op, expr.args);
  }
}

function operatorLatex(op: Operator, args: readonly Expr[]): string {
  const [left, right] = args as [Expr, Expr];
  if (op === "/") return `\\frac{${formulaLatex(left)}}{${formulaLatex(right)}}`;
  if (op === "^") return `{${latexOperand(left, STRENGTH[op] + 1)}}^{${formulaLatex(right)}}`;
  if (op === "negate") return `-${latexOperand(left, STRENGTH[op])}`;
  if (op === "not") return `\\neg ${latexOperand(left, STRENGTH[op])}`;
  const sign = SIGNS[op] ?? op;
  return `${latexOperand(left, STRENGTH[op])} ${sign} ${latexOperand(right, STRENGTH[op] + 1)}`;
}

function latexOperand(expr: Expr, least: number): string {
  const text = formulaLatex(expr);
  const isFraction = expr.kind === "operator" && expr.op === "/";
  return strengthOf(expr) < least && !isFraction ? `\\left(${text}\\right)` : text;
}

function escaped(text: string): string {
  return text.replace(/\\/g, "\\backslash ").replace(/[_%&#${}]/g, "\\$&");
}

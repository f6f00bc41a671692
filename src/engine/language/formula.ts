// Parses formulas, expressions in mathjs notation, into a tree. Refuses syntax that mathjs and an engineer would read
// differently (not a == b, a + b ?? 0, 2 x).
import { LIMITS } from "./bounds.js";
import { FormulaError, placed, refusedWord, type Token, tokensOf } from "./formula-tokens.js";

export { FormulaError };

export type Operator = (typeof OPERATORS)[number][number] | "negate" | "not";

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

/** Returns every part of a formula, outermost first. Names inside filters may be fields of items. */
export function partsOf(expr: Expr, insideFilters = true): Expr[] {
  const inner = (of: readonly Expr[]) => of.flatMap((part) => partsOf(part, insideFilters));
  switch (expr.kind) {
    case "field":
      return [expr, ...inner([expr.of])];
    case "index":
      return [expr, ...inner(insideFilters ? [expr.of, expr.by] : [expr.of])];
    case "call":
    case "operator":
      return [expr, ...inner(expr.args)];
    case "list":
      return [expr, ...inner(expr.items)];
    default:
      return [expr];
  }
}

/** A formula as text and as a tree. */
export interface Formula {
  readonly text: string;
  readonly expr: Expr;
}

/** Names that formulas cannot use, because mathjs or readers would misunderstand them. */
export const RESERVED: ReadonlySet<string> = new Set(
  (
    "in to mod not and or xor if true false null undefined pi e " +
    "i end flags inputs edition as_of constructor prototype __proto__ NaN Infinity"
  ).split(" "),
);

export function parseFormula(text: string): Formula {
  if (text.length > LIMITS.formulaLength) {
    throw new FormulaError(
      `The formula is longer than ${LIMITS.formulaLength} characters`,
      "split it into values",
    );
  }
  if (text.trim() === "") throw new FormulaError("The formula is empty");
  const reader = new FormulaReader(tokensOf(text));
  return {
    text,
    expr: placed(
      () => reader.whole(),
      () => reader.place,
    ),
  };
}

/** Returns a literal as a formula. */
export function literalFormula(value: string | number | boolean | null): Formula {
  const text = JSON.stringify(value);
  if (value === null) return { text, expr: { kind: "null" } };
  if (typeof value === "number") return { text, expr: { kind: "number", value } };
  if (typeof value === "boolean") return { text, expr: { kind: "boolean", value } };
  return { text, expr: { kind: "text", value } };
}

/** Returns a key that ignores spaces. */
export function formulaKey({ text }: Formula): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, quoted: string | undefined) => quoted ?? "");
}

/** Binary operators by precedence, weakest first; all except ^ are left-associative. */
const OPERATORS = [
  ["or"],
  ["and"],
  ["==", "!=", "<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "/"],
  [],
  ["^"],
  ["??"],
] as const;
const BINDS: ReadonlyMap<string, number> = new Map(
  OPERATORS.flatMap((level, binds) => level.map((op) => [op, binds] as const)),
);
const COMPARES = 2;
/** Unary operators bind weaker than powers and stronger than products. */
const SIGN = 5;

class FormulaReader {
  private at = 0;
  private readonly seen = new Map<string, number>();
  /** Operations in brackets, which cannot be misread. */
  private readonly bracketed = new Set<Expr>();

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Expr {
    const expr = this.expression(0, 0);
    const rest = this.next();
    if (rest.kind === "end") return expr;
    if (rest.text === ")" || rest.text === "]") throw unread(`a ${rest.text} closes nothing`, BRACKETS);
    throw sideBySide(rest);
  }

  private get token(): Token {
    return this.tokens[this.at] as Token;
  }

  /** The current offset in the formula. */
  get place(): number {
    return (this.tokens[this.at] ?? this.tokens.at(-1))?.at ?? 0;
  }

  private next(): Token {
    const token = this.token;
    this.at++;
    return token;
  }

  private takes(text: string): boolean {
    if (this.token.kind !== "sign" || this.token.text !== text) return false;
    this.at++;
    return true;
  }

  private expression(least: number, depth: number): Expr {
    bounded(depth);
    let left = this.operand(depth);
    for (let steps = depth; ; steps++) {
      const { kind, text } = this.token;
      const binds = kind === "sign" ? BINDS.get(text) : undefined;
      if (binds === undefined || binds < least) return left;
      bounded(steps);
      this.at++;
      const op = text as Operator;
      // Powers are right-associative, and their exponent may have a sign.
      const right = this.expression(op === "^" ? SIGN : binds + 1, steps + 1);
      if (binds === COMPARES && this.token.kind === "sign" && BINDS.get(this.token.text) === COMPARES)
        throw new FormulaError("Comparisons cannot be chained", "write a <= b and b <= c");
      left = this.operation(op, [left, right]);
    }
  }

  private operation(op: Operator, args: readonly Expr[]): Expr {
    for (const arg of args) if (!this.bracketed.has(arg)) trap(op, arg);
    return { kind: "operator", op, args };
  }

  /** Parses a unary operation, or a value with its suffixes. */
  private operand(depth: number): Expr {
    const { kind, text } = this.token;
    if (kind === "sign" && (text === "-" || text === "not" || text === "+")) {
      if (text === "+") throw refusedWord("+", "leave the + out");
      this.at++;
      const inner = this.expression(SIGN, depth + 1);
      return this.operation(text === "-" ? "negate" : "not", [inner]);
    }
    let expr = this.value(depth);
    for (let steps = depth; ; steps++) {
      bounded(steps);
      if (this.takes(".")) {
        const name = this.next();
        if (name.kind !== "name") throw unread("a name must follow the point");
        expr = { kind: "field", of: expr, name: name.text };
      } else if (this.takes("[")) {
        expr = { kind: "index", of: expr, by: this.expression(0, depth + 1) };
        if (this.takes(",")) throw new FormulaError("`[...]` takes one condition or key");
        this.close("]");
      } else return expr;
    }
  }

  private value(depth: number): Expr {
    const token = this.next();
    switch (token.kind) {
      case "number": {
        const value = Number(token.text);
        if (Number.isFinite(value)) return { kind: "number", value };
        throw new FormulaError(`\`${String(value)}\` is not a number that can be computed with`);
      }
      case "text":
        return { kind: "text", value: token.text };
      case "name":
        return this.name(token.text, depth);
      case "end":
        throw unread("something is missing at its end", this.tokens.length > 1 ? BRACKETS : undefined);
      default:
        return this.signed(token, depth);
    }
  }

  private signed(token: Token, depth: number): Expr {
    if (token.text === "(") {
      const inner = this.expression(0, depth + 1);
      this.close(")");
      this.bracketed.add(inner);
      return inner;
    }
    if (token.text !== "[") throw unread(`nothing stands before ${token.text}`);
    const items = this.items("]", depth);
    if (items.some((item) => item.kind === "list"))
      throw new FormulaError("Matrices are not used here", "make it a table");
    return { kind: "list", items };
  }

  private name(name: string, depth: number): Expr {
    if (name === "true" || name === "false") return { kind: "boolean", value: name === "true" };
    if (name === "null") return { kind: "null" };
    const nth = this.seen.get(name) ?? 0;
    this.seen.set(name, nth + 1);
    if (!this.takes("(")) return { kind: "name", name, nth };
    return { kind: "call", name, nth, args: this.items(")", depth) };
  }

  private items(end: ")" | "]", depth: number): Expr[] {
    const items: Expr[] = [];
    if (this.takes(end)) return items;
    do items.push(this.expression(0, depth + 1));
    while (this.takes(","));
    this.close(end);
    return items;
  }

  private close(end: ")" | "]"): void {
    if (this.takes(end)) return;
    if (this.token.kind === "end" || this.token.text === ")" || this.token.text === "]")
      throw unread(`a ${end} is missing`, BRACKETS);
    if (this.token.text === ",") throw unread("there is an unexpected comma", BRACKETS);
    throw sideBySide(this.token);
  }
}

/** Limits recursion of all tree walks. */
function bounded(depth: number): void {
  if (depth > LIMITS.formulaDepth)
    throw new FormulaError(
      `The formula nests deeper than ${LIMITS.formulaDepth} levels`,
      "split it into values",
    );
}

const BRACKETS = "the brackets do not match; within {...} quote a formula that has a comma";

function unread(what: string, hint?: string): FormulaError {
  return new FormulaError(`The formula cannot be read: ${what}`, hint);
}

function sideBySide({ text }: Token): FormulaError {
  if (text === ",") return unread("there is a comma outside of brackets", BRACKETS);
  return new FormulaError("There is no operator between two values", "write * between them");
}

/** Two combinations surprise readers, so they require brackets. */
function trap(op: Operator, arg: Expr): void {
  if (arg.kind !== "operator") return;
  if (BINDS.get(op) === COMPARES && arg.op === "not") {
    throw new FormulaError(
      "`not a == b` would be read as (not a) == b",
      "write not (a == b), or a != b",
      "not",
    );
  }
  if ((arg.op === "??") !== (op === "??")) {
    throw new FormulaError(
      "`??` binds tighter than the neighbouring operator",
      "put brackets around the part with ??",
      "??",
    );
  }
}

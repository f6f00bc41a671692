// Evaluates formulas from the record of an explanation, to check the record.
import type { Expr } from "../../src/engine/language/formula.js";
import type { Datum } from "../../src/independent/frame.js";
import { FUNCTIONS } from "../../src/independent/functions.js";

/** The record contains a value in words only, so the formula cannot be evaluated. */
export class NotRecorded extends Error {}

/** Recorded values of names, lookups and calls in one formula. */
export interface Recorded {
  worth(path: string): unknown;
  /** Returns the value of a lookup or call, by name. */
  called(expr: Expr & { readonly kind: "call" }): unknown;
  given(path: string): boolean;
  /** Receives the argument chosen by the values. */
  chose?(expr: Expr, arg: number): void;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "+": "add",
  "-": "subtract",
  "*": "multiply",
  "/": "divide",
  "^": "pow",
  negate: "unaryMinus",
  "==": "equal",
  "!=": "unequal",
  "<": "smaller",
  "<=": "smallerEq",
  ">": "larger",
  ">=": "largerEq",
  not: "not",
};

export function evaluateExpr(expr: Expr, recorded: Recorded): unknown {
  const value = (part: Expr | undefined) => evaluateExpr(part as Expr, recorded);
  switch (expr.kind) {
    case "number":
    case "text":
    case "boolean":
      return expr.value;
    case "null":
      return null;
    case "name":
      return known(recorded.worth(expr.name));
    case "field": {
      const path = pathOf(expr);
      if (path !== undefined) return known(recorded.worth(path));
      const of = value(expr.of);
      if (of === null) return null;
      if (typeof of !== "object" || Array.isArray(of)) throw new NotRecorded();
      return known((of as Readonly<Record<string, unknown>>)[expr.name] ?? null);
    }
    case "list":
      return expr.items.map(value);
    case "index":
      throw new NotRecorded();
    case "operator":
      return operator(expr, recorded);
    case "call": {
      const [first, second, third] = expr.args;
      if (expr.name === "if") {
        const arg = value(first) === true ? 1 : 2;
        recorded.chose?.(expr, arg);
        return value(arg === 1 ? second : third);
      }
      if (expr.name === "given") {
        const path = pathOf(first as Expr);
        if (path === undefined) throw new NotRecorded();
        return recorded.given(path);
      }
      if (expr.name === "flagged" || expr.name === "nearest" || expr.name === "steps_above")
        throw new NotRecorded();
      if (!Object.hasOwn(FUNCTIONS, expr.name)) return recorded.called(expr);
      return apply(expr.name, expr.args.map(value));
    }
  }
}

function operator({ op, args }: Expr & { readonly kind: "operator" }, recorded: Recorded): unknown {
  const value = (at: number) => evaluateExpr(args[at] as Expr, recorded);
  const first = value(0);
  if (op === "??") {
    recorded.chose?.({ kind: "operator", op, args }, first === null ? 1 : 0);
    return first ?? value(1);
  }
  if (op === "and" || op === "or") {
    const ends = op === "or";
    if (first === ends) return ends;
    const second = value(1);
    return second === ends ? ends : first === null || second === null ? null : !ends;
  }
  const values = args.length === 1 ? [first] : [first, value(1)];
  // Words are ordered by their scale, which the record lacks.
  if (op.startsWith("<") || op.startsWith(">"))
    if (values.some((each) => typeof each === "string" && !/^\d{4}-/.test(each))) throw new NotRecorded();
  return apply(OPERATORS[op] ?? op, values);
}

const LISTS = new Set(["count", "sum", "first", "last", "take", "has", "concat"]);

function apply(name: string, values: readonly unknown[]): unknown {
  if ((name === "min" || name === "max") && values.flat().some((each) => typeof each === "string"))
    throw new NotRecorded();
  const [first] = values;
  if (LISTS.has(name) && first !== null && !Array.isArray(first)) throw new NotRecorded();
  return FUNCTIONS[name]?.(...(values as Datum[]));
}

function known(value: unknown): unknown {
  if (value === undefined || (typeof value === "string" && /^\(.*\)$/s.test(value))) throw new NotRecorded();
  return value;
}

function pathOf(expr: Expr): string | undefined {
  if (expr.kind === "name") return expr.name;
  if (expr.kind !== "field") return undefined;
  const of = pathOf(expr.of);
  return of === undefined ? undefined : `${of}.${expr.name}`;
}

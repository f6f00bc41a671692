// Formulas in the reference evaluator: mathjs evaluates its own tree, whose operators are renamed to this language's
// meaning so that null, texts, dates, scales and the tolerance are kept.
import type { EvalFunction, MathNode } from "mathjs";
import type { Expr } from "../language/formula.js";

import { type Frame, fieldOf, isWord, type ReadOrigin, type ReferenceValue, type Trace } from "./frame.js";
import { lookUp, useRows } from "./lookup.js";
import { type AnyNode, exprOf, math, pieceOf } from "./mathjs.js";
import { MEANING } from "./meaning.js";
import type { Walk } from "./walk.js";

type Value = ReferenceValue;
/** Names of mathjs' scope for one evaluation. */
class FormulaScope {
  constructor(
    readonly walk: Walk,
    readonly frame: Frame,
    readonly trace: Trace,
    /** Items that filters run over, innermost last. */
    readonly items: readonly Value[],
  ) {}

  has(name: string): boolean {
    return !name.startsWith(PREFIX) && name !== "end";
  }

  get(name: string): unknown {
    for (let at = this.items.length - 1; at >= 0; at--) {
      const found = fieldOf(this.items[at] ?? null, name, this.walk.context);
      if (found !== undefined) return found;
    }
    const value = this.noted(name, () => this.frame.find(name));
    if (value === undefined) throw new Error(`unknown name ${name}`);
    return value;
  }

  /** What is read under a path of the formula itself, with where it comes from; `of` is the path that it begins with. */
  noted<V extends Value | undefined>(path: string | undefined, read: () => V, of?: string): V {
    const { context } = this.walk;
    const { reads, named, origins } = this.trace;
    if (path === undefined || this.items.length > 0) return read();
    const own = named.has(path) ? undefined : new Set<ReadOrigin>();
    context.sink = own;
    let value: V;
    try {
      value = read();
    } finally {
      context.sink = origins;
    }
    if (own === undefined || value === undefined) return value;
    for (const origin of own) origins.add(origin);
    reads.set(path, value as Value);
    named.set(path, own.size === 0 && of !== undefined ? (named.get(of) ?? own) : own);
    return value;
  }

  took(choice: Choice | undefined, arg: number): void {
    if (choice === undefined) return;
    if (this.items.length === 0) {
      this.trace.taken ??= new Map();
      this.trace.taken.set(choice, arg);
    }
    if (choice.kind === "call" && choice.name === "if") this.walk.onUse?.(choice.args[arg] as Expr, "found");
  }

  set(): this {
    throw new Error("formulas do not assign");
  }

  *keys(): Iterator<string> {}
}

const PREFIX = "plumb_";
const compiled = new WeakMap<object, EvalFunction>();
type Choice = Extract<Expr, { readonly args: readonly Expr[] }>;
/** What takes one of its arguments, as the language reads it, by the first of them as renamed. */
const choices = new WeakMap<object, Choice>();

/** mathjs wraps the scope that it hands to functions of unevaluated arguments. */
function unwrap(scope: unknown): FormulaScope {
  let inner = scope;
  while (!(inner instanceof FormulaScope)) inner = (inner as { a: unknown }).a;
  return inner;
}

const raw = (fn: (args: MathNode[], scope: FormulaScope) => Value) =>
  Object.assign((args: MathNode[], _: unknown, scope: unknown) => fn(args, unwrap(scope)), { rawArgs: true });

function evaluate(node: MathNode | undefined, scope: FormulaScope): Value {
  const own = node as MathNode;
  let ready = compiled.get(own);
  if (ready === undefined) {
    ready = own.compile();
    compiled.set(own, ready);
  }
  return (ready.evaluate(scope as unknown as Map<string, unknown>) as Value | undefined) ?? null;
}

/** The largest or smallest of several arguments; of a list nobody asks which. */
function extremeOf(
  meaning: (typeof MEANING)[string] | undefined,
  args: MathNode[],
  scope: FormulaScope,
): Value {
  const values = args.map((arg) => evaluate(arg, scope));
  const result = meaning?.(...values) ?? null;
  const at = values.indexOf(result);
  if (args.length > 1 && at >= 0 && result !== null) scope.took(choices.get(args[0] as MathNode), at);
  return result;
}

const LAZY = {
  if: raw(([test, then, otherwise], scope) => {
    const holds = evaluate(test, scope) === true;
    scope.took(choices.get(test as MathNode), holds ? 1 : 2);
    return evaluate(holds ? then : otherwise, scope);
  }),
  and: raw(([a, b], scope) => {
    const left = evaluate(a, scope);
    const right = left === false ? null : evaluate(b, scope);
    if (left === false || right === false) scope.took(choices.get(a as MathNode), left === false ? 0 : 1);
    return left === false || right === false ? false : left === null || right === null ? null : true;
  }),
  or: raw(([a, b], scope) => {
    const left = evaluate(a, scope);
    const right = left === true ? null : evaluate(b, scope);
    if (left === true || right === true) scope.took(choices.get(a as MathNode), left === true ? 0 : 1);
    return left === true || right === true ? true : left === null || right === null ? null : false;
  }),
  nullish: raw(([a, b], scope) => {
    const first = evaluate(a, scope);
    scope.took(choices.get(a as MathNode), first === null ? 1 : 0);
    return first ?? evaluate(b, scope);
  }),
  max: raw((args, scope) => extremeOf(MEANING.max, args, scope)),
  min: raw((args, scope) => extremeOf(MEANING.min, args, scope)),
  given: raw(([arg], scope) => {
    const node = pieceOf(arg);
    if (node.type === "SymbolNode" && scope.walk.isInput(String(node.name), scope.frame)) {
      const name = String(node.name);
      scope.walk.context.sink?.add(`input:${name}`);
      return scope.walk.context.sent[name] !== undefined;
    }
    return evaluate(arg, scope) !== null;
  }),
  field: raw(([of, name], scope) => {
    const field = String(pieceOf(name).value);
    const record = evaluate(of, scope);
    if (Array.isArray(record)) useRows(scope.walk, record, "listed");
    const path = pathOf(of);
    return scope.noted(
      path === undefined ? undefined : `${path}.${field}`,
      () => getField(record, field, scope),
      path,
    );
  }),
  index: raw(([of, by], scope) => {
    const list = evaluate(of, scope);
    if (list === null) return null;
    if (!Array.isArray(list)) {
      const key = evaluate(by, scope);
      return key === null ? null : (getField(list, String(isWord(key) ? key.word : key), scope) ?? null);
    }
    const kept = list.filter((item) => {
      const inner = new FormulaScope(scope.walk, scope.frame, scope.trace, [...scope.items, item]);
      return evaluate(by, inner) === true;
    });
    useRows(scope.walk, kept, "listed");
    return kept;
  }),
  flagged: raw(([code], scope) => {
    const flags = scope.walk.root.find("flags") as Value[];
    return flags.some((flag) => fieldOf(flag, "code") === pieceOf(code).value);
  }),
  nearest: raw(([table, word, count], scope) => {
    const given = evaluate(word, scope);
    return given === null
      ? null
      : scope.walk.nearest(String(pieceOf(table).name), String(given), Number(evaluate(count, scope)));
  }),
  call: raw(([name, ...args], scope) => {
    const called = String(pieceOf(name).value);
    const values = args.map((arg) => evaluate(arg, scope));
    const table = scope.walk.context.table(called);
    if (table !== undefined) return lookUp(scope.walk, table, values, scope.trace);
    const { value, from } = scope.walk.callFunction(called, values);
    const written = calls.get(name as MathNode);
    if (from !== undefined && written !== undefined && scope.items.length === 0) {
      scope.trace.calls ??= new Map();
      scope.trace.calls.set(written, from);
    }
    return value;
  }),
  list: (...items: Value[]) => items,
};

math.import(
  Object.fromEntries(
    [...Object.entries(MEANING), ...Object.entries(LAZY)].map(([name, fn]) => [PREFIX + name, fn]),
  ),
  { override: true, wrap: false },
);

/** `a.b` of the access to b in a; undefined where something else than names is accessed. */
function pathOf(node: MathNode | undefined): string | undefined {
  const any = pieceOf(node);
  if (any.type === "SymbolNode") return String(any.name);
  if (any.type !== "FunctionNode" || (any.fn as AnyNode).name !== `${PREFIX}field`) return undefined;
  const [of, name] = any.args as [MathNode, MathNode];
  const path = pathOf(of);
  return path === undefined ? undefined : `${path}.${String(pieceOf(name).value)}`;
}

function getField(of: Value, name: string, scope: FormulaScope): Value {
  if (of === null) return null;
  if (Array.isArray(of)) return of.map((item) => getField(item, name, scope));
  return fieldOf(of, name, scope.walk.context) ?? null;
}

const call = (name: string, args: MathNode[]) => new math.FunctionNode(PREFIX + name, args);

/** The tree with every operator, access and call renamed to this language's. */
function rename(given: MathNode): MathNode {
  const node = pieceOf(given);
  const kids = (list: unknown) => (list as MathNode[]).map(rename);
  switch (node.type) {
    case "ParenthesisNode":
      return rename(node.content as MathNode);
    case "OperatorNode":
      return chosen(given, call(String(node.fn), kids(node.args)));
    case "ArrayNode":
      return call("list", kids(node.items));
    case "FunctionNode": {
      const name = String((node.fn as AnyNode).name);
      const isOwn = Object.hasOwn(LAZY, name) && name !== "call" && name !== "list";
      return isOwn || Object.hasOwn(MEANING, name)
        ? chosen(given, call(name, kids(node.args)))
        : call("call", [named(given, name), ...kids(node.args)]);
    }
    case "AccessorNode": {
      const index = node.index as AnyNode;
      const [by] = index.dimensions as MathNode[];
      const of = rename(node.object as MathNode);
      return index.dotNotation === true
        ? call("field", [of, by as MathNode])
        : call("index", [of, rename(by as MathNode)]);
    }
    default:
      return given;
  }
}

/** Functions of the definition as the language reads their calls, by the name as renamed. */
const calls = new WeakMap<object, Expr>();

function named(written: MathNode, name: string): MathNode {
  const node = new math.ConstantNode(name);
  const expr = exprOf(written);
  if (expr !== undefined) calls.set(node, expr);
  return node;
}

const CHOICES = new Set(["if", "max", "min", "??", "and", "or"]);

/** Notes of what takes one of its arguments which part of the formula it is. */
function chosen<N extends MathNode & { readonly args: readonly MathNode[] }>(written: MathNode, node: N): N {
  const expr = exprOf(written);
  const isChoice =
    (expr?.kind === "call" && CHOICES.has(expr.name)) || (expr?.kind === "operator" && CHOICES.has(expr.op));
  if (isChoice) choices.set(node.args[0] as MathNode, expr);
  return node;
}

const renamed = new WeakMap<object, MathNode>();

/** Evaluates a formula at once; throws Missing where a name is not worked out yet. */
export function evaluateNow(walk: Walk, node: MathNode, frame: Frame, trace: Trace): Value {
  let own = renamed.get(node);
  if (own === undefined) {
    own = rename(node);
    renamed.set(node, own);
  }
  walk.context.sink = trace.origins;
  walk.context.aside = trace.origins;
  try {
    return evaluate(own, new FormulaScope(walk, frame, trace, []));
  } finally {
    walk.context.sink = undefined;
    walk.context.aside = undefined;
  }
}

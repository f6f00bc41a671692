// Formulas in the reference evaluator: the tree that mathjs has read, worked out with this language's own meaning of
// operators and functions, so that null, texts, dates, scales and the tolerance are kept.
import type { MathNode } from "mathjs";
import type { Expr } from "../language/formula.js";
import {
  fieldOf,
  type ReadNotes,
  type ReadOrigin,
  type ReferenceValue,
  type Trace,
  type WalkFrame,
} from "./frame.js";
import { lookUp, useRows } from "./lookup.js";
import { type AnyNode, exprOf, pieceOf } from "./mathjs.js";
import { MEANING, nearestWords } from "./meaning.js";
import { plain } from "./scale-word.js";

type Value = ReferenceValue;

/** One evaluation of a formula: whose names it reads, and where that is noted. */
class Reading implements ReadNotes {
  readonly from: Set<ReadOrigin>;
  readonly aside: Set<ReadOrigin>;

  constructor(
    readonly frame: WalkFrame,
    readonly trace: Trace,
    /** Items that filters run over, innermost last. */
    readonly items: readonly Value[],
  ) {
    this.from = trace.origins;
    this.aside = trace.origins;
  }

  name(name: string): Value {
    for (let at = this.items.length - 1; at >= 0; at--) {
      const found = fieldOf(this.items[at] ?? null, name, this);
      if (found !== undefined) return found;
    }
    const value = this.noted(name, (notes) => this.frame.find(name, notes));
    if (value === undefined) throw new Error(`unknown name ${name}`);
    return value;
  }

  /** What is read under a path of the formula itself, with where it comes from; `of` is the path that it begins with. */
  noted<V extends Value | undefined>(
    path: string | undefined,
    read: (notes: ReadNotes) => V,
    of?: string,
  ): V {
    const { reads, named, origins } = this.trace;
    if (path === undefined || this.items.length > 0) return read(this);
    const from = new Set<ReadOrigin>();
    const value = read({ from, aside: origins });
    if (value === undefined || named.has(path)) return value;
    for (const origin of from) origins.add(origin);
    reads.set(path, value);
    named.set(path, from.size === 0 && of !== undefined ? (named.get(of) ?? from) : from);
    return value;
  }

  /** ReadNotes which of its arguments a choice has taken, or which decided. */
  took(node: MathNode, arg: number): void {
    const choice = exprOf(node) as Extract<Expr, { readonly args: readonly Expr[] }>;
    if (this.items.length === 0) {
      this.trace.taken ??= new Map();
      this.trace.taken.set(choice, arg);
    }
    if (choice.kind === "call" && choice.name === "if")
      this.frame.walk.onUse?.(choice.args[arg] as Expr, "found");
  }
}

function evaluate(node: MathNode | undefined, reading: Reading): Value {
  const piece = pieceOf(node);
  switch (piece.type) {
    case "SymbolNode":
      return reading.name(String(piece.name));
    case "ArrayNode":
      return (piece.items as MathNode[]).map((item) => evaluate(item, reading));
    case "AccessorNode":
      return access(node as MathNode, reading);
    case "OperatorNode":
      return apply(String(piece.fn), node as MathNode, reading);
    case "FunctionNode":
      return apply(String((piece.fn as AnyNode).name), node as MathNode, reading);
    default:
      return (piece.value as Value | undefined) ?? null;
  }
}

/** An operator, a function of the language, a table or a function of the definition. */
function apply(name: string, node: MathNode, reading: Reading): Value {
  const args = pieceOf(node).args as MathNode[];
  const form = FORMS.get(name);
  if (form !== undefined) return form(args, reading, node);
  const values = args.map((arg) => evaluate(arg, reading));
  if (Object.hasOwn(MEANING, name)) return MEANING[name]?.(...values) ?? null;
  const { frame, trace, items } = reading;
  const table = frame.walk.def.tables.get(name);
  if (table !== undefined) return lookUp(frame.walk, table, values, trace);
  const called = frame.walk.called(name, values);
  const value = called.own("result", reading) ?? null;
  const expr = exprOf(node);
  const from = called.memo.get("result");
  if (from !== undefined && expr !== undefined && items.length === 0) {
    trace.calls ??= new Map();
    trace.calls.set(expr, from);
  }
  return value;
}

type Form = (args: readonly MathNode[], reading: Reading, node: MathNode) => Value;

/** What one value among the arguments settles, whatever the other is. */
function logic(settling: boolean): Form {
  return ([a, b], reading, node) => {
    const left = evaluate(a, reading);
    const right = left === settling ? null : evaluate(b, reading);
    if (left !== settling && right !== settling) return left === null || right === null ? null : !settling;
    reading.took(node, left === settling ? 0 : 1);
    return settling;
  };
}

/** The largest or smallest of several arguments; of a list nobody asks which. */
function extreme(name: "max" | "min"): Form {
  return (args, reading, node) => {
    const values = args.map((arg) => evaluate(arg, reading));
    const result = MEANING[name]?.(...values) ?? null;
    const at = values.indexOf(result);
    if (args.length > 1 && at >= 0 && result !== null) reading.took(node, at);
    return result;
  };
}

/** What does not simply take the values of its arguments. */
const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ["and", logic(false)],
  ["or", logic(true)],
  ["max", extreme("max")],
  ["min", extreme("min")],
  [
    "if",
    ([test, then, otherwise], reading, node) => {
      const holds = evaluate(test, reading) === true;
      reading.took(node, holds ? 1 : 2);
      return evaluate(holds ? then : otherwise, reading);
    },
  ],
  [
    "nullish",
    ([a, b], reading, node) => {
      const first = evaluate(a, reading);
      reading.took(node, first === null ? 1 : 0);
      return first ?? evaluate(b, reading);
    },
  ],
  [
    "given",
    ([arg], reading) => {
      const { frame, from } = reading;
      const { type, name } = pieceOf(arg);
      if (type !== "SymbolNode" || !frame.walk.isInput(String(name), frame))
        return evaluate(arg, reading) !== null;
      from.add(`input:${String(name)}`);
      return frame.walk.sent[String(name)] !== undefined;
    },
  ],
  [
    "flagged",
    ([code], reading) => {
      const flags = reading.frame.walk.root.find("flags", reading) as Value[];
      return flags.some((flag) => fieldOf(flag, "code") === pieceOf(code).value);
    },
  ],
  [
    "nearest",
    ([table, word, count], reading) => {
      const given = evaluate(word, reading);
      if (given === null) return null;
      const def = reading.frame.walk.def.tables.get(String(pieceOf(table).name));
      return nearestWords(def, String(given), Number(evaluate(count, reading)));
    },
  ],
]);

/** A field of a record, or of each record of a list; an entry of a map; the items of a list that a condition keeps. */
function access(node: MathNode, reading: Reading): Value {
  const { object, index } = pieceOf(node);
  const { dotNotation, dimensions } = index as AnyNode;
  const [by] = dimensions as MathNode[];
  const of = evaluate(object as MathNode, reading);
  const { frame, trace, items } = reading;
  if (dotNotation === true) {
    if (Array.isArray(of)) useRows(frame.walk, of, "listed");
    const path = pathOf(node);
    return reading.noted(
      path,
      (notes) => getField(of, String(pieceOf(by).value), notes),
      path === undefined ? undefined : pathOf(object as MathNode),
    );
  }
  if (of === null) return null;
  if (!Array.isArray(of)) {
    const key = evaluate(by, reading);
    return key === null ? null : getField(of, String(plain(key)), reading);
  }
  const kept = of.filter((item) => evaluate(by, new Reading(frame, trace, [...items, item])) === true);
  useRows(frame.walk, kept, "listed");
  return kept;
}

/** `a.b` of the access to b in a; undefined where something else than names is accessed. */
function pathOf(node: MathNode): string | undefined {
  const { type, name, object, index } = pieceOf(node);
  if (type === "SymbolNode") return String(name);
  if (type !== "AccessorNode" || (index as AnyNode).dotNotation !== true) return undefined;
  const path = pathOf(object as MathNode);
  const [field] = (index as AnyNode).dimensions as MathNode[];
  return path === undefined ? undefined : `${path}.${String(pieceOf(field).value)}`;
}

function getField(of: Value, name: string, notes: ReadNotes): Value {
  if (of === null) return null;
  if (Array.isArray(of)) return of.map((item) => getField(item, name, notes));
  return fieldOf(of, name, notes) ?? null;
}

/** Evaluates a formula at once; throws Missing where a name is not worked out yet. */
export function evaluateNow(node: MathNode, frame: WalkFrame, trace: Trace): Value {
  return evaluate(node, new Reading(frame, trace, []));
}

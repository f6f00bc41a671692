// Formulas evaluated by mathjs. Our functions replace its own, because it throws on null and on comparisons of texts.
// mathjs is imported as one bundled file, which loads in half the time of its modules.
import type { MathNode, OperatorNode } from "mathjs";
import math from "mathjs/lib/browser/math.js";
import { type Datum, fieldOf, type NamedData, type NameFrame, plain } from "./frame.js";
import { FUNCTIONS, nearestWords } from "./functions.js";
import { lookUp } from "./lookup.js";

const own = math.create(math.all);

/** Our functions have names that no formula can contain, so that values may be called like functions. */
const PREFIX = "fn:";
const HERE = ":here";

/** Names for mathjs: those of the frame, and of the items that filters run over, innermost last. */
class Names {
  constructor(
    readonly frame: NameFrame,
    readonly items: readonly Datum[],
  ) {}

  has(name: string): boolean {
    // mathjs treats `end` as a keyword and refuses it as a name.
    return !name.startsWith(PREFIX) && name !== "end";
  }

  get(name: string): Names | Datum {
    if (name === HERE) return this;
    for (const item of this.items.toReversed()) {
      const found = fieldOf(item, name);
      if (found !== undefined) return found;
    }
    const value = this.frame.find(name);
    if (value === undefined) throw new Error(`unknown name ${name}`);
    return value;
  }

  keys(): Iterator<string> {
    return [][Symbol.iterator]();
  }

  set(name: string): never {
    throw new Error(`a formula sets ${name}`);
  }
}

export type Evaluate = (frame: NameFrame) => Datum;
type Compiled = { evaluate(names: unknown): Datum };

const formulas = new Map<string, Evaluate>();
const compiled = new WeakMap<MathNode, Compiled>();

/** Returns the formula as mathjs reads it. */
export function parsed(text: string): MathNode {
  return own.parse(text);
}

/** Evaluates a formula; throws Missing if a name is not computed yet. */
export function evaluate(text: string, frame: NameFrame): Datum {
  const known = formulas.get(text);
  if (known !== undefined) return known(frame);
  const code = rewritten(parsed(text)).compile() as Compiled;
  const made: Evaluate = (at) => code.evaluate(new Names(at, []));
  formulas.set(text, made);
  return made(frame);
}

/** mathjs has a class for each kind of node, and no type that is the union of them. */
export interface AnyNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

export function pieceOf(node: MathNode | undefined): AnyNode {
  return bare(node as MathNode) as unknown as AnyNode;
}

/** Returns the node inside brackets. */
export function bare(node: MathNode): MathNode {
  const { type, content } = node as unknown as AnyNode;
  return type === "ParenthesisNode" ? bare(content as MathNode) : node;
}

/** Calls our functions instead of those of mathjs, also for fields, filters, tables and functions of the definition. */
function rewritten(node: MathNode): MathNode {
  const piece = pieceOf(node);
  const call = (name: string, ...args: MathNode[]) => new own.FunctionNode(`${PREFIX}${name}`, args);
  switch (piece.type) {
    case "AccessorNode": {
      const { dotNotation, dimensions } = piece.index as AnyNode;
      const [by] = dimensions as [MathNode];
      const of = rewritten(piece.object as MathNode);
      return call(dotNotation === true ? "field" : "index", of, rewritten(by));
    }
    case "FunctionNode": {
      const name = String((piece.fn as AnyNode).name);
      const args = (piece.args as MathNode[]).map(rewritten);
      if (Object.hasOwn(FUNCTIONS, name) || Object.hasOwn(FORMS, name)) return call(name, ...args);
      return call("call", new own.ConstantNode(name as never), ...args);
    }
    case "ArrayNode":
      return call("list", ...(piece.items as MathNode[]).map(rewritten));
    case "OperatorNode": {
      const { fn, args } = bare(node) as OperatorNode;
      return call(fn, ...args.map(rewritten));
    }
    default:
      return bare(node).map(rewritten);
  }
}

/** A function that evaluates its own arguments. */
type Form = (args: readonly MathNode[], names: Names, value: (node: MathNode | undefined) => Datum) => Datum;

function logic(settling: boolean): Form {
  return ([a, b], _, value) => {
    const left = value(a);
    if (left === settling) return settling;
    const right = value(b);
    if (right === settling) return settling;
    return left === null || right === null ? null : !settling;
  };
}

const FORMS: Readonly<Record<string, Form>> = {
  and: logic(false),
  or: logic(true),
  if: ([test, then, otherwise], _, value) => value(value(test) === true ? then : otherwise),
  nullish: ([a, b], _, value) => value(a) ?? value(b),
  given: ([arg], { frame }, value) => {
    const { type, name } = pieceOf(arg);
    if (type === "SymbolNode" && frame.isInput(String(name)))
      return frame.around.sent[String(name)] !== undefined;
    return value(arg) !== null;
  },
  flagged: ([code], { frame }, value) =>
    (frame.around.root.find("flags") as Datum[]).some((flag) => fieldOf(flag, "code") === value(code)),
  nearest: ([table, word, count], { frame }, value) => {
    const given = value(word);
    const { tables } = frame.around.def;
    return given === null
      ? null
      : nearestWords(tables.get(String(pieceOf(table).name)), String(given), value(count) as number);
  },
  list: (items, _, value) => items.map(value),
  field: ([of, name], _, value) => fieldIn(value(of), String(value(name))),
  index: ([of, by], names, value) => {
    const list = value(of);
    if (list === null) return null;
    if (!Array.isArray(list)) {
      const key = value(by);
      return key === null ? null : fieldIn(list, String(plain(key)));
    }
    const holds = (item: Datum) =>
      compiledOf(by as MathNode).evaluate(new Names(names.frame, [...names.items, item])) === true;
    return list.filter(holds);
  },
  call: ([name, ...args], { frame }, value) => {
    const called = String(value(name));
    const values = args.map(value);
    const table = frame.around.def.tables.get(called);
    if (table !== undefined) return lookUp(frame.around, table, values);
    return frame.around.called(called, values).own("result") ?? null;
  },
};

function fieldIn(of: Datum, name: string): Datum {
  if (of === null) return null;
  return Array.isArray(of) ? of.map((item) => fieldIn(item, name)) : (fieldOf(of as NamedData, name) ?? null);
}

function compiledOf(node: MathNode): Compiled {
  const known = compiled.get(node) ?? (node.compile() as Compiled);
  compiled.set(node, known);
  return known;
}

/** mathjs gives functions with `rawArgs` their arguments as nodes, with the names around. */
function raw(form: Form): object {
  const run = (args: readonly MathNode[], _: unknown, scope: { get(name: string): unknown }) => {
    const names = scope.get(HERE) as Names;
    return form(args, names, (node) => compiledOf(node as MathNode).evaluate(names));
  };
  return Object.assign(run, { rawArgs: true });
}

own.import(
  Object.fromEntries([
    ...Object.entries(FUNCTIONS).map(([name, fn]) => [PREFIX + name, fn]),
    ...Object.entries(FORMS).map(([name, form]) => [PREFIX + name, raw(form)]),
  ]),
  {},
);

// `decide` and `collect` as rules of json-rules-engine: and, or, not become all, any and the opposite comparison;
// a comparison of two names compares two facts; any other operand is a computed fact.

import {
  type ConditionProperties,
  Engine,
  type NestedCondition,
  type RuleResult,
  type TopLevelCondition,
} from "json-rules-engine";
import type { MathNode } from "mathjs";
import { flagNames, type Leaf, leavesOf } from "../language/entries.js";
import type { ValueOf } from "../language/model.js";
import type { ConditionTrace, ReferenceValue, RuleTrace, Trace, WalkFrame } from "./frame.js";
import { bare, nodeOf, pieceOf } from "./mathjs.js";
import { equal, NotFinite, order } from "./meaning.js";

/** The comparisons of mathjs: as formulas write them, what holds where they do not, and when they hold. */
interface Comparison {
  readonly sign: string;
  readonly opposite: string;
  readonly holds: (a: ReferenceValue, b: ReferenceValue) => boolean;
}
const known = (a: unknown, b: unknown) => a !== null && b !== null;
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  smaller: { sign: "<", opposite: "largerEq", holds: (a, b) => known(a, b) && order(a, b) < 0 },
  smallerEq: { sign: "<=", opposite: "larger", holds: (a, b) => known(a, b) && order(a, b) <= 0 },
  larger: { sign: ">", opposite: "smallerEq", holds: (a, b) => known(a, b) && order(a, b) > 0 },
  largerEq: { sign: ">=", opposite: "smaller", holds: (a, b) => known(a, b) && order(a, b) >= 0 },
  equal: { sign: "==", opposite: "unequal", holds: equal },
  unequal: { sign: "!=", opposite: "equal", holds: (a, b) => !equal(a, b) },
};

/** The condition in json-rules-engine's form, `not` pushed down to the comparisons. */
function toCondition(node: MathNode, want: boolean, facts: Map<string, MathNode>): NestedCondition {
  const any = pieceOf(node);
  if (any.type === "OperatorNode") {
    const fn = String(any.fn);
    const args = any.args as MathNode[];
    if (fn === "not") return toCondition(args[0] as MathNode, !want, facts);
    if (fn === "and" || fn === "or") {
      const inner = args.map((arg) => toCondition(arg, want, facts));
      return (fn === "and") === want ? { all: inner.flatMap(allOf) } : { any: inner.flatMap(anyOf) };
    }
    const comparison = COMPARISONS[fn];
    if (comparison !== undefined) {
      const [left, right] = args as [MathNode, MathNode];
      const operator = want ? fn : comparison.opposite;
      return { fact: factOf(left, facts), operator, value: operand(right, facts) };
    }
  }
  return { fact: factOf(bare(node), facts), operator: "equal", value: want };
}

/** What must all hold: the library copies every condition for every run, so none stands in another of its kind. */
function allOf(condition: NestedCondition): NestedCondition[] {
  return "all" in condition ? condition.all : [condition];
}

function anyOf(condition: NestedCondition): NestedCondition[] {
  return "any" in condition ? condition.any : [condition];
}

function factOf(node: MathNode, facts: Map<string, MathNode>): string {
  const name = node.toString();
  facts.set(name, node);
  return name;
}

function operand(node: MathNode, facts: Map<string, MathNode>): unknown {
  const any = pieceOf(node);
  if (any.type === "ConstantNode") return any.value;
  return { fact: factOf(bare(node), facts) };
}

/** The rule of one leaf: all of its conditions. */
export function leafConditions(leaf: Leaf, facts: Map<string, MathNode>): TopLevelCondition {
  return { all: testsOf(leaf).flatMap((test) => allOf(toCondition(test, true, facts))) };
}

/** The conditions of its groups and its own; of a rule that runs over a list only the groups count for the whole list. */
function testsOf({ groups, entry }: Leaf): MathNode[] {
  const around = entry.loops.length === 0 ? [...groups, entry] : groups;
  return around.flatMap(({ when }) => (when === undefined ? [] : [nodeOf(when.it)]));
}

/** What the facts of one run of an engine share. */
interface Run {
  readonly frame: WalkFrame;
  readonly trace: Trace;
  readonly known: Map<string, Promise<ReferenceValue>>;
}

/** The rules of a `decide` or `collect`. */
export interface RuleList {
  readonly leaves: readonly Leaf[];
  /** Whether the first that holds decides, or all that hold count. */
  readonly firstOnly: boolean;
  /** Fields of flags beside their sentence. */
  readonly beside: ReadonlySet<string>;
  /** Engines that nobody uses. A run takes one for itself: facts of one rule may need the same list in another frame. */
  readonly idle: Engine[];
}

const lists = new WeakMap<object, RuleList>();

export function rulesOf(def: ValueOf<"decide" | "collect">): RuleList {
  let list = lists.get(def);
  if (list === undefined) {
    const firstOnly = def.kind === "decide";
    list = { leaves: leavesOf(def.entries), firstOnly, beside: flagNames(def.entries), idle: [] };
    lists.set(def, list);
  }
  return list;
}

function newEngine({ leaves, firstOnly }: RuleList): Engine {
  const engine = new Engine([], { allowUndefinedFacts: false });
  const facts = new Map<string, MathNode>();
  for (const [name, { holds }] of Object.entries(COMPARISONS)) engine.addOperator(name, holds);
  leaves.forEach((leaf, index) => {
    engine.addRule({
      conditions: leafConditions(leaf, facts),
      event: { type: String(index) },
      priority: leaves.length - index,
      name: String(index),
      onSuccess: () => {
        if (firstOnly) engine.stop();
      },
    });
  });
  for (const [name, node] of facts) {
    engine.addFact(
      name,
      async (_, almanac) => {
        const { frame, trace, known } = (await almanac.factValue("$run")) as Run;
        const value = known.get(name) ?? frame.walk.node(node, frame, trace);
        known.set(name, value);
        return value;
      },
      // Remembered by the run: the engine's own memory would hash the name each time.
      { cache: false },
    );
  }
  return engine;
}

/** The indexes of the leaves that hold: all of them, or the first alone. */
export async function holding(rules: RuleList, frame: WalkFrame, trace: Trace): Promise<number[]> {
  const { leaves, idle, firstOnly } = rules;
  if (leaves.length === 0) return [];
  const engine = idle.pop() ?? newEngine(rules);
  let tried: ReadonlyMap<number, RuleResult>;
  try {
    const run = await engine.run({ $run: { frame, trace, known: new Map() } satisfies Run });
    idle.push(engine);
    tried = new Map([...run.results, ...run.failureResults].map((result) => [Number(result.name), result]));
  } catch (error) {
    if (!(error instanceof NotFinite)) throw error;
    // json-rules-engine asks for all facts of a rule at once; here one is asked only when those before it hold.
    return oneByOne(rules, frame, trace);
  }
  const held = [...leaves.keys()].filter((index) => tried.get(index)?.result === true);
  const last = firstOnly ? (held[0] ?? leaves.length) : leaves.length;
  trace.rules = leaves.map((leaf, index) => {
    const result = index <= last ? tried.get(index) : undefined;
    if (result === undefined) return notReached(leaf);
    return tested(leaf, result.result === true, () => conditionTraces(result.conditions));
  });
  return firstOnly ? held.slice(0, 1) : held;
}

function tested({ entry, groups }: Leaf, holds: boolean, conditions: RuleTrace["conditions"]): RuleTrace {
  const titles = groups.flatMap(({ title }) => (title === undefined ? [] : [title]));
  return { entry, groups: titles, outcome: holds ? "holds" : "fails", conditions };
}

function notReached(leaf: Leaf): RuleTrace {
  return { ...tested(leaf, false, () => []), outcome: "not reached" };
}

async function oneByOne({ leaves, firstOnly }: RuleList, frame: WalkFrame, trace: Trace): Promise<number[]> {
  const held: number[] = [];
  const rules: RuleTrace[] = [];
  for (const [index, leaf] of leaves.entries()) {
    if (firstOnly && held.length > 0) {
      rules.push(notReached(leaf));
      continue;
    }
    const conditions: ConditionTrace[] = [];
    for (const test of testsOf(leaf)) {
      const holds = (await frame.walk.node(test, frame, trace)) === true;
      conditions.push({ text: test.toString(), holds });
      if (!holds) break;
    }
    const holds = conditions.every((each) => each.holds);
    if (holds) held.push(index);
    rules.push(tested(leaf, holds, () => conditions));
  }
  trace.rules = rules;
  return held;
}

function conditionTraces(condition: NestedCondition): ConditionTrace[] {
  if ("all" in condition) return condition.all.flatMap(conditionTraces);
  if ("any" in condition) {
    const inner = condition.any.flatMap(conditionTraces);
    return [{ text: inner.map((each) => each.text).join(" or "), holds: inner.some((each) => each.holds) }];
  }
  const leaf = condition as ConditionProperties & { result?: boolean };
  return [{ text: conditionText(leaf), holds: leaf.result === true }];
}

function conditionText(leaf: ConditionProperties): string {
  const { fact, operator, value } = leaf;
  if (operator === "equal" && value === true) return fact;
  if (operator === "equal" && value === false) return `not ${/[ ]/.test(fact) ? `(${fact})` : fact}`;
  const right =
    typeof value === "object" && value !== null && "fact" in value
      ? String(value.fact)
      : JSON.stringify(value);
  return `${fact} ${COMPARISONS[operator]?.sign ?? operator} ${right}`;
}

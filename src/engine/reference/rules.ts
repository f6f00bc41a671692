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
import type { ConditionTrace, Frame, ReferenceValue, RuleTrace, Trace } from "./frame.js";
import { nodeOf, pieceOf } from "./mathjs.js";
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
  if (any.type === "ParenthesisNode") return toCondition(any.content as MathNode, want, facts);
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
  return { fact: factOf(node, facts), operator: "equal", value: want };
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
  if (any.type === "ParenthesisNode") return operand(any.content as MathNode, facts);
  if (any.type === "ConstantNode") return any.value;
  return { fact: factOf(node, facts) };
}

/** The rule of one leaf: the conditions of its groups and its own, all of them. */
export function leafConditions(leaf: Leaf, facts: Map<string, MathNode>): TopLevelCondition {
  const { groups, entry } = withoutLoops(leaf);
  const whens = [...groups, entry].flatMap(({ when }) => (when === undefined ? [] : [when]));
  return { all: whens.flatMap((when) => allOf(toCondition(nodeOf(when.it), true, facts))) };
}

/** What the facts of one run of an engine share. */
interface Run {
  readonly frame: Frame;
  readonly trace: Trace;
  readonly known: Map<string, Promise<ReferenceValue>>;
}

/** The rules of a `decide` or `collect`. */
export interface RuleList {
  readonly leaves: readonly Leaf[];
  /** As they are tested for the list as a whole: of a rule that runs over a list only the groups count. */
  readonly tested: readonly Leaf[];
  /** Fields of flags beside their sentence. */
  readonly beside: ReadonlySet<string>;
  /** Engines that nobody uses. A run takes one for itself: facts of one rule may need the same list in another frame. */
  readonly idle: Engine[];
}

const lists = new WeakMap<object, RuleList>();

export function rulesOf(def: ValueOf<"decide" | "collect">): RuleList {
  let list = lists.get(def);
  if (list === undefined) {
    const leaves = leavesOf(def.entries);
    list = { leaves, tested: leaves.map(withoutLoops), beside: flagNames(def.entries), idle: [] };
    lists.set(def, list);
  }
  return list;
}

function withoutLoops(leaf: Leaf): Leaf {
  if (leaf.entry.loops.length === 0) return leaf;
  const { when: _, ...entry } = leaf.entry;
  return { entry, groups: leaf.groups };
}

function newEngine(leaves: readonly Leaf[], firstOnly: boolean): Engine {
  const engine = new Engine([], { allowUndefinedFacts: false });
  const facts = new Map<string, MathNode>();
  for (const [name, { holds }] of Object.entries(COMPARISONS)) engine.addOperator(name, holds);
  leaves.forEach((leaf, index) => {
    engine.addRule({
      conditions: leafConditions(leaf, facts),
      event: { type: String(index) },
      priority: leaves.length - index,
      name: String(index),
      ...(firstOnly
        ? {
            onSuccess: () => {
              engine.stop();
            },
          }
        : {}),
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

/** The indexes of the leaves that hold; with `firstOnly` the first alone. */
export async function holding(
  { tested: leaves, idle }: RuleList,
  frame: Frame,
  trace: Trace,
  firstOnly: boolean,
): Promise<number[]> {
  if (leaves.length === 0) return [];
  let results: RuleResult[];
  let failures: RuleResult[];
  const engine = idle.pop() ?? newEngine(leaves, firstOnly);
  try {
    const run = await engine.run({ $run: { frame, trace, known: new Map() } satisfies Run });
    idle.push(engine);
    results = run.results;
    failures = run.failureResults;
  } catch (error) {
    if (!(error instanceof NotFinite)) throw error;
    // json-rules-engine asks for all facts of a rule at once; here one is asked only when those before it hold.
    return oneByOne(leaves, frame, trace, firstOnly);
  }
  const held = results.map((result) => Number(result.name)).sort((a, b) => a - b);
  const tried = new Map([...results, ...failures].map((result) => [Number(result.name), result]));
  trace.rules = leaves.map((leaf, index): RuleTrace => {
    const result = tried.get(index);
    const reached = result !== undefined && (!firstOnly || held[0] === undefined || index <= held[0]);
    return {
      entry: leaf.entry,
      groups: titlesOf(leaf),
      outcome: !reached ? "not reached" : held.includes(index) ? "holds" : "fails",
      conditions: () => (reached ? conditionTraces(result?.conditions as TopLevelCondition) : []),
    };
  });
  return firstOnly ? held.slice(0, 1) : held;
}

function titlesOf({ groups }: Leaf): string[] {
  return groups.flatMap(({ title }) => (title === undefined ? [] : [title]));
}

async function oneByOne(
  leaves: readonly Leaf[],
  frame: Frame,
  trace: Trace,
  firstOnly: boolean,
): Promise<number[]> {
  const held: number[] = [];
  const rules: RuleTrace[] = [];
  for (const [index, leaf] of leaves.entries()) {
    const { entry } = leaf;
    if (firstOnly && held.length > 0) {
      rules.push({ entry, groups: titlesOf(leaf), outcome: "not reached", conditions: () => [] });
      continue;
    }
    const conditions: ConditionTrace[] = [];
    for (const { when } of [...leaf.groups, entry]) {
      if (when === undefined || conditions.some(({ holds }) => !holds)) continue;
      const holds = (await frame.walk.node(nodeOf(when.it), frame, trace)) === true;
      conditions.push({ text: nodeOf(when.it).toString(), holds });
    }
    const holds = conditions.every((each) => each.holds);
    if (holds) held.push(index);
    rules.push({
      entry,
      groups: titlesOf(leaf),
      outcome: holds ? "holds" : "fails",
      conditions: () => conditions,
    });
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

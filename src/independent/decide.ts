// Runs the exported rules in json-rules-engine, with operators that accept null and words of scales.
import { Engine, type TopLevelCondition } from "json-rules-engine";
import { leavesOf } from "../engine/language/entries.js";
import { pieceIds } from "../engine/language/piece-ids.js";
import { type ExportedRule, type RuleList, ruleSet, testsOf } from "./export.js";
import { type Datum, type NameFrame, NotFinite } from "./frame.js";
import { FUNCTIONS } from "./functions.js";

/** Evaluates a formula in a frame. */
export type EvaluateText = (text: string, frame: NameFrame) => Promise<Datum>;

const OPERATORS = {
  lessThan: FUNCTIONS.smaller,
  lessThanInclusive: FUNCTIONS.smallerEq,
  greaterThan: FUNCTIONS.larger,
  greaterThanInclusive: FUNCTIONS.largerEq,
  equal: FUNCTIONS.equal,
  notEqual: FUNCTIONS.unequal,
} as const;

/** A list of rules, with engines that are not in use: a fact of one run may need the same list in another frame. */
interface Runner {
  readonly rules: readonly ExportedRule[];
  readonly idle: Engine[];
}

const runners = new WeakMap<RuleList, Runner>();
const RUN = ":run";

/** Returns the indexes of the matching rules, or of the first one only. */
export async function holding(list: RuleList, frame: NameFrame, formula: EvaluateText): Promise<number[]> {
  const { def } = frame.around;
  const known = runners.get(list);
  const runner = known ?? { rules: ruleSet(def, list, pieceIds(def).get(list) ?? "").rules, idle: [] };
  runners.set(list, runner);
  if (runner.rules.length === 0) return [];
  const firstOnly = list.kind === "decide";
  const engine = runner.idle.pop() ?? newEngine(runner.rules, firstOnly);
  try {
    const { results } = await engine.run({ [RUN]: runOf(frame, formula) });
    runner.idle.push(engine);
    const held = results.map(({ name }) => Number(name)).sort((a, b) => a - b);
    return firstOnly ? held.slice(0, 1) : held;
  } catch (error) {
    if (!(error instanceof NotFinite)) throw error;
    return oneByOne(list, frame, formula);
  }
}

/** Whether the conditions of one item are true. */
export async function holds(
  conditions: TopLevelCondition,
  frame: NameFrame,
  formula: EvaluateText,
): Promise<boolean> {
  const rule = { name: "0", priority: 1, conditions, event: { type: "0", params: {} } };
  const { results } = await newEngine([rule], true).run({ [RUN]: runOf(frame, formula) });
  return results.length > 0;
}

export function rulesOf(list: RuleList): readonly ExportedRule[] {
  return runners.get(list)?.rules ?? [];
}

/** The values of facts in one run. It is an object, because the library would call a function. */
function runOf(frame: NameFrame, formula: EvaluateText): { valueOf(text: string): Promise<Datum> } {
  const facts = new Map<string, Promise<Datum>>();
  return {
    valueOf: (text) => {
      const value = facts.get(text) ?? formula(text, frame);
      facts.set(text, value);
      return value;
    },
  };
}

function newEngine(rules: readonly ExportedRule[], firstOnly: boolean): Engine {
  const engine = new Engine([], { allowUndefinedFacts: false });
  for (const [name, holds] of Object.entries(OPERATORS))
    engine.addOperator(name, (a: Datum, b: Datum) => holds?.(a, b) === true);
  const facts = new Set<string>();
  for (const { name, priority, conditions, event } of rules) {
    for (const fact of factsIn(conditions)) facts.add(fact);
    const onSuccess = () => {
      if (firstOnly) engine.stop();
    };
    engine.addRule({ name, priority, conditions, event, onSuccess });
  }
  for (const fact of facts)
    engine.addFact(
      fact,
      async (_, almanac) => (await almanac.factValue<ReturnType<typeof runOf>>(RUN)).valueOf(fact),
      // Each run has its own memory; the engine's memory would hash the name each time.
      { cache: false },
    );
  return engine;
}

function factsIn(condition: unknown): string[] {
  if (typeof condition !== "object" || condition === null) return [];
  const own = "fact" in condition ? [String(condition.fact)] : [];
  return [...own, ...Object.values(condition).flatMap(factsIn)];
}

/**
 * json-rules-engine requests all facts of a rule at once. Here a fact is requested only if the facts before it are
 * true.
 */
async function oneByOne(list: RuleList, frame: NameFrame, formula: EvaluateText): Promise<number[]> {
  const held: number[] = [];
  for (const [at, leaf] of leavesOf(list.entries).entries()) {
    let isHeld = true;
    for (const test of testsOf(leaf)) isHeld &&= (await formula(test, frame)) === true;
    if (isHeld) held.push(at);
    if (isHeld && list.kind === "decide") break;
  }
  return held;
}

// What a number certainly can come to: the least and the greatest that inputs within their bounds bring about. Where that is
// not certain, as in what is looked up or uses an input twice, nothing is said.
import { walk } from "../../engine/checks/parts.js";
import { inputsBehind } from "../../engine/checks/uses.js";
import { NO_ID, type Slot, type Typed, type TypedGive } from "../../engine/typing/plan.js";
import { assume, FAILS, HOLDS } from "./assume.js";
import type { Reasoner } from "./evaluate.js";
import type { ConditionFacts } from "./facts.js";
import { calculate, type Range } from "./numbers.js";
import { isSet, rangeOf, setOf } from "./possible-values.js";

/** Values within values that are followed. */
const DEEPEST = 20;

/** Undefined where it is not certain. */
export function attained(
  reasoner: Reasoner,
  typed: Typed,
  facts: ConditionFacts,
  depth = 0,
): Range | undefined {
  if (depth > DEEPEST || typed.type.kind !== "number") return undefined;
  const possible = reasoner.of(typed, facts);
  // An input of a few numbers need not be able to be what lies between them.
  if (isSet(possible.be) && possible.be.size > 1) return undefined;
  const within = rangeOf(possible);
  const found = within && worked(reasoner, typed, facts, depth);
  if (within === undefined || found === undefined) return undefined;
  const [lo, hi] = [Math.max(found.lo, within.lo), Math.min(found.hi, within.hi)];
  return lo <= hi ? { lo, hi } : undefined;
}

function worked(reasoner: Reasoner, typed: Typed, facts: ConditionFacts, depth: number): Range | undefined {
  const of = (part: Typed, under = facts) => attained(reasoner, part, under, depth + 1);
  switch (typed.op) {
    case "literal":
      return typeof typed.value === "number" ? { lo: typed.value, hi: typed.value } : undefined;
    case "input":
      return rangeOf(reasoner.of(typed, facts));
    case "slot":
      return ofValue(reasoner, typed.slot, facts, depth);
    case "nullish": {
      const [a, b] = typed.args;
      return a.type.nullable ? either(of(a), of(b)) : of(a);
    }
    case "if": {
      const [test, then] = typed.args;
      const yes = assume(reasoner, test, HOLDS, facts);
      return yes && of(then, yes);
    }
    case "operator": {
      const [a, b] = typed.args.map((arg) => of(arg));
      if (a === undefined) return undefined;
      if (typed.fn === "negate") return { lo: -a.hi, hi: -a.lo };
      return b === undefined || shareInputs(typed.args) ? undefined : calculated(typed.fn, a, b);
    }
    case "builtin": {
      if ((typed.name !== "min" && typed.name !== "max") || typed.args.length !== 2) return undefined;
      const [a, b] = typed.args.map((arg) => of(arg));
      return a === undefined || b === undefined || shareInputs(typed.args)
        ? undefined
        : calculate(typed.name, a, b);
    }
    default:
      return undefined;
  }
}

function calculated(fn: string, a: Range, b: Range): Range | undefined {
  switch (fn) {
    case "+":
      return { lo: a.lo + b.lo, hi: a.hi + b.hi };
    case "-":
      return { lo: a.lo - b.hi, hi: a.hi - b.lo };
    case "*":
      return a.lo >= 0 && b.lo >= 0 ? { lo: positive(a.lo, b.lo, a.lo * b.lo), hi: a.hi * b.hi } : undefined;
    case "/":
      if (b.lo <= 0) return undefined;
      return {
        lo: a.lo < 0 ? a.lo / b.lo : positive(a.lo, b.lo, a.lo / b.hi),
        hi: a.hi < 0 ? a.hi / b.hi : a.hi / b.lo,
      };
    default:
      return undefined;
  }
}

/** What two numbers above 0 give is above it, however near a computer brings it. */
function positive(a: number, b: number, outcome: number): number {
  return a > 0 && b > 0 ? Math.max(outcome, Number.MIN_VALUE) : outcome;
}

function either(a: Range | undefined, b: Range | undefined): Range | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { lo: Math.min(a.lo, b.lo), hi: Math.max(a.hi, b.hi) };
}

function ofValue(reasoner: Reasoner, slot: Slot, facts: ConditionFacts, depth: number): Range | undefined {
  const there = slot.when === undefined ? facts : assume(reasoner, slot.when, HOLDS, facts);
  if (there === undefined) return undefined;
  const give = (given: TypedGive | undefined) =>
    given?.kind === "value" ? attained(reasoner, given.value, there, depth + 1) : undefined;
  if (slot.body?.kind === "value") return attained(reasoner, slot.body.value, there, depth + 1);
  // What is given where no rule holds is given by somebody who sends nothing that the rules ask for.
  return slot.body?.kind === "decide" ? give(slot.body.otherwise) : undefined;
}

/** A division by what can be 0, a root or broken power of what can be below it. */
export function isUndefined(reasoner: Reasoner, typed: Typed, facts: ConditionFacts): boolean {
  if (typed.op === "builtin")
    return typed.name === "sqrt" && canBe(reasoner, typed.args[0], facts, ({ lo }) => lo < 0);
  if (typed.op !== "operator") return false;
  const [first, second] = typed.args;
  if (typed.fn === "/") return canBe(reasoner, second, facts, ({ lo, hi }) => lo <= 0 && hi >= 0);
  if (typed.fn !== "^" || second === undefined) return false;
  const power = rangeOf(reasoner.of(second, facts));
  const broken = power !== undefined && power.lo === power.hi && !Number.isInteger(power.lo);
  return broken && canBe(reasoner, first, facts, ({ lo }) => lo < 0);
}

/** Whether a number can be such: it is certain to be, or it is reached by inputs that no constraint refuses. */
function canBe(
  reasoner: Reasoner,
  typed: Typed | undefined,
  facts: ConditionFacts,
  what: (range: Range) => boolean,
): boolean {
  const all = typed && rangeOf(reasoner.of(typed, facts));
  if (typed === undefined || all === undefined || !what(all)) return false;
  const range = attained(reasoner, typed, facts);
  if (range === undefined) return [all.lo, all.hi].every((end) => what({ lo: end, hi: end }));
  if (!what(range)) return false;
  const least = atLeast(reasoner, typed, facts);
  return reasoner.plan.constraints.every(({ when }) => assume(reasoner, when, FAILS, least) !== undefined);
}

/** The facts of the case in which inputs that something reads are at their least, so that constraints can be asked about it. */
function atLeast(reasoner: Reasoner, typed: Typed, facts: ConditionFacts): ConditionFacts {
  let found = facts;
  for (const name of inputsOf(typed)) {
    const input = reasoner.plan.inputs.get(name);
    const of: Typed | undefined = input && { id: NO_ID, op: "input", name, type: input.type };
    const range = of && attained(reasoner, of, facts);
    if (of !== undefined && range !== undefined) found = found.with(of, setOf([range.lo])) ?? found;
  }
  return found;
}

/** Two sides that read one input cannot be at any two ends at once. */
function shareInputs(args: readonly Typed[]): boolean {
  const [a, b] = args.map(inputsOf);
  return a !== undefined && b !== undefined && [...a].some((name) => b.has(name));
}

function inputsOf(typed: Typed): Set<string> {
  const names = new Set<string>();
  walk(typed, (part) => {
    if (part.op === "input") names.add(part.name);
    if (part.op === "slot") for (const name of inputsBehind(part.slot)) names.add(name);
  });
  return names;
}

// Assumes a condition to be true or false, and derives possible values of its names.

import { OPPOSITE } from "../../engine/language/operators.js";
import { NO_ID, type Slot, type ToolPlan, type Typed } from "../../engine/typing/plan.js";
import type { Facts } from "./facts.js";
import { above, below, narrowed, type Range } from "./numbers.js";
import {
  holds,
  inRange,
  isNone,
  isSet,
  mayHold,
  meet,
  NOT_NULL,
  NULL_ONLY,
  type Possible,
  rangeOf,
  setOf,
  truth,
  type Word,
  wordMayHold,
} from "./possible-values.js";

type Compared = Extract<Typed, { op: "compare" }>;

/** The part of the reasoner that assumptions use. */
export interface Reasons {
  readonly plan: Pick<ToolPlan, "inputs">;
  /** True after the step limit; nothing more is derived. */
  readonly tired: boolean;
  of(typed: Typed, facts: Facts): Possible;
}

export function conditionOf({ body, when, type }: Slot): Typed | undefined {
  return when === undefined && type.kind === "boolean" && body?.kind === "value" ? body.value : undefined;
}

/** The required outcome of a condition. A decision treats null as false. */
export interface Want {
  readonly is: boolean;
  readonly orNull: boolean;
}
export const HOLDS: Want = { is: true, orNull: false };
export const FAILS: Want = { is: false, orNull: true };
const MIRROR: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** Returns the facts under which a condition has the outcome; undefined if it never has. */
export function assume(reasoner: Reasons, typed: Typed, want: Want, facts: Facts): Facts | undefined {
  if (reasoner.tired) return facts;
  if (typed.op === "logic") return logic(reasoner, typed, want, facts);
  const now = reasoner.of(typed, facts);
  if (!holds(now, want.is) && !(want.orNull && now.nil)) return undefined;
  const isSettled = !holds(now, !want.is) && (want.orNull || !now.nil);
  const after = isSettled ? facts : facts.with(typed, truth(want.is, !want.is, want.orNull));
  if (isSettled || after === undefined) return after;
  switch (typed.op) {
    case "slot": {
      const formula = conditionOf(typed.slot);
      return formula === undefined ? after : assume(reasoner, formula, want, after);
    }
    case "compare":
      return compared(reasoner, typed, want, after);
    case "known":
      return narrow(reasoner, typed.of, want.is ? NOT_NULL : NULL_ONLY, after);
    case "sent":
      return sent(reasoner, typed.name, want.is, after);
    case "builtin":
      return typed.name === "one_of" ? listed(reasoner, typed.args, want.is, after) : after;
    default:
      return after;
  }
}

/** Returns the facts if every condition is true; undefined if two contradict each other. */
export function together(reasoner: Reasons, conditions: readonly Typed[], given: Facts): Facts | undefined {
  let facts: Facts | undefined = given;
  for (const condition of conditions) facts &&= assume(reasoner, condition, HOLDS, facts);
  return facts;
}

function logic(
  reasoner: Reasons,
  { fn, args }: Extract<Typed, { op: "logic" }>,
  want: Want,
  facts: Facts,
): Facts | undefined {
  const [a, b] = args as [Typed, Typed];
  if (fn === "not") return assume(reasoner, a, { is: !want.is, orNull: want.orNull }, facts);
  const first = assume(reasoner, a, want, facts);
  if ((fn === "and") === want.is) return first && assume(reasoner, b, want, first);
  const second = first === facts ? facts : assume(reasoner, b, want, facts);
  return first && second ? first.or(second) : (first ?? second);
}

/** Assumes that a value is in a set, and narrows the values that it comes from. */
function narrow(reasoner: Reasons, typed: Typed, to: Possible, facts: Facts): Facts | undefined {
  const after = facts.with(typed, meet(reasoner.of(typed, facts), to));
  if (after === undefined || after === facts) return after;
  if (typed.op === "field") return to.nil ? after : narrow(reasoner, typed.of, NOT_NULL, after);
  if (typed.op !== "slot") return after;
  const { body, when } = typed.slot;
  if (when !== undefined && to.nil) return after;
  const there = when === undefined ? after : assume(reasoner, when, HOLDS, after);
  return there && body?.kind === "value" ? narrow(reasoner, body.value, to, there) : there;
}

function sent(reasoner: Reasons, name: string, is: boolean, facts: Facts): Facts | undefined {
  const input = reasoner.plan.inputs.get(name);
  if (input === undefined) return facts;
  const typed: Typed = { op: "input", name, type: input.type, id: NO_ID };
  if (input.fallback === undefined) return narrow(reasoner, typed, is ? NOT_NULL : NULL_ONLY, facts);
  const { fallback } = input;
  return is || fallback === null ? facts : narrow(reasoner, typed, setOf([fallback]), facts);
}

function compared(reasoner: Reasons, typed: Compared, want: Want, facts: Facts): Facts | undefined {
  const [a, b] = typed.args;
  const fn = want.is ? typed.fn : (OPPOSITE[typed.fn] ?? "");
  const one = side(reasoner, typed, fn, a, b, want.orNull, facts);
  return one && side(reasoner, typed, MIRROR[fn] ?? fn, b, a, want.orNull, one);
}

/** Narrows the first operand of a true comparison; or of a null one, if null is allowed. */
function side(
  reasoner: Reasons,
  { scale }: Compared,
  fn: string,
  a: Typed,
  b: Typed,
  orNull: boolean,
  facts: Facts,
): Facts | undefined {
  if (a.op === "literal") return facts;
  const [now, other] = [reasoner.of(a, facts), reasoner.of(b, facts)];
  const equality = fn === "==" || fn === "!=";
  if (!equality && orNull && other.nil) return facts;
  const nil = equality ? mayHold(fn, NULL_ONLY, other, undefined) : orNull;
  if (isSet(now.be)) {
    const left = [...now.be].filter((word) => wordMayHold(fn, word, other, scale?.words));
    return narrow(reasoner, a, setOf(left, nil), facts);
  }
  if (isNone(other)) return narrow(reasoner, a, fn === "==" ? NULL_ONLY : NOT_NULL, facts);
  const limits = a.type.kind === "number" ? rangeOf(other) : undefined;
  if (limits === undefined)
    return narrow(reasoner, a, fn === "==" ? { nil, be: other.be } : { nil, be: "any" }, facts);
  const { lo, hi } = fn === "!=" ? without(limits, rangeOf(now)) : narrowed(fn, limits);
  const whole = a.type.kind === "number" && a.type.integer;
  return narrow(
    reasoner,
    a,
    inRange(whole ? { lo: Math.ceil(lo), hi: Math.floor(hi) } : { lo, hi }, nil),
    facts,
  );
}

/** Returns a range without a single number at one of its ends. */
function without({ lo, hi }: Range, from: Range | undefined): Range {
  const of = from ?? { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };
  if (lo !== hi) return of;
  return { lo: of.lo === lo ? above(lo) : of.lo, hi: of.hi === hi ? below(hi) : of.hi };
}

function listed(reasoner: Reasons, args: readonly Typed[], is: boolean, facts: Facts): Facts | undefined {
  const [of, ...words] = args as [Typed, ...Typed[]];
  const list = new Set(words.map((word) => (word.op === "literal" ? word.value : null)));
  if (list.has(null)) return facts;
  if (is) return narrow(reasoner, of, setOf(list as Set<Word>), facts);
  const { nil, be } = reasoner.of(of, facts);
  if (!isSet(be)) return facts;
  const left = [...be].filter((word) => !list.has(word));
  return narrow(reasoner, of, setOf(left, nil), facts);
}

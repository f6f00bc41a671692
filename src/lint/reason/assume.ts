// Takes a condition to hold, or not to hold, and draws what follows for the expressions in it.
import { OPPOSITE } from "../../engine/language/operators.js";
import {
  type BodyOf,
  NO_ID,
  type Slot,
  type ToolPlan,
  type Typed,
  type TypedGive,
} from "../../engine/typing/plan.js";
import type { ConditionFacts } from "./facts.js";
import { narrowed } from "./numbers.js";
import {
  holds,
  impossible,
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
import { rulesOf } from "./rules.js";

type Compared = Extract<Typed, { op: "compare" }>;

/** What is known of the values of a tool, as far as assumptions need it. */
export interface Reasons {
  readonly plan: Pick<ToolPlan, "inputs">;
  /** True when so many steps were taken that nothing more is found out. */
  readonly tired: boolean;
  of(typed: Typed, facts: ConditionFacts | undefined): Possible;
}

/** The formula of a condition that has a name. */
export function conditionOf({ body, when, type }: Slot): Typed | undefined {
  return when === undefined && type.kind === "boolean" && body?.kind === "value" ? body.value : undefined;
}

/** How a condition is to come out, and whether null does as well: a decision reads it as not holding. */
export interface Want {
  readonly is: boolean;
  readonly orNull: boolean;
}
export const HOLDS: Want = { is: true, orNull: false };
export const FAILS: Want = { is: false, orNull: true };
const MIRROR: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** The facts under which the condition comes out so; undefined where it never does. */
export function assume(
  reasoner: Reasons,
  typed: Typed,
  want: Want,
  facts: ConditionFacts,
): ConditionFacts | undefined {
  if (reasoner.tired) return facts;
  if (typed.op === "logic") return logic(reasoner, typed, want, facts);
  const inner = typed.op === "slot" ? conditionOf(typed.slot) : undefined;
  if (inner !== undefined) return assume(reasoner, inner, want, facts);
  const now = reasoner.of(typed, facts);
  if (!comesOut(now, want)) return undefined;
  if (settled(now, want)) return facts;
  switch (typed.op) {
    case "compare":
      return noted(typed, want, compared(reasoner, typed, want, facts));
    case "known":
      return narrow(reasoner, typed.of, want.is ? NOT_NULL : NULL_ONLY, facts);
    case "sent":
      return noted(typed, want, sent(reasoner, typed.name, want.is, facts));
    case "builtin":
      return noted(
        typed,
        want,
        typed.name === "one_of" ? listed(reasoner, typed.args, want.is, facts) : facts,
      );
    case "if":
      return narrow(reasoner, typed, truth(want.is, !want.is, want.orNull), facts);
    default:
      return noted(typed, want, facts);
  }
}

/** It can come out so. */
function comesOut(now: Possible, want: Want): boolean {
  return holds(now, want.is) || (want.orNull && now.nil);
}

/** It comes out so in any case. */
export function settled(now: Possible, want: Want): boolean {
  return !holds(now, !want.is) && (want.orNull || !now.nil);
}

/** Remembers the condition itself, so that the same one read again is settled. */
function noted(
  typed: Typed,
  { is, orNull }: Want,
  facts: ConditionFacts | undefined,
): ConditionFacts | undefined {
  return facts?.with(typed, truth(is, !is, orNull));
}

function logic(
  reasoner: Reasons,
  typed: Extract<Typed, { op: "logic" }>,
  want: Want,
  facts: ConditionFacts,
): ConditionFacts | undefined {
  const [a, b] = typed.args as [Typed, Typed];
  const told = facts.of(typed);
  if (told !== undefined && !comesOut(told, want)) return undefined;
  if (typed.fn === "not") return assume(reasoner, a, { is: !want.is, orNull: want.orNull }, facts);
  const first = assume(reasoner, a, want, facts);
  if ((typed.fn === "and") === want.is)
    return first === undefined ? undefined : assume(reasoner, b, want, first);
  const second = first === facts ? facts : assume(reasoner, b, want, facts);
  return first && second ? noted(typed, want, first.or(second)) : (first ?? second);
}

/** Takes an expression to be within what is given, and what it is worked out from to be what that needs. */
function narrow(
  reasoner: Reasons,
  typed: Typed,
  to: Possible,
  facts: ConditionFacts,
): ConditionFacts | undefined {
  const after = facts.with(typed, meet(reasoner.of(typed, facts), to));
  if (after === undefined || after === facts) return after;
  if (typed.op === "field" && !to.nil) return narrow(reasoner, typed.of, NOT_NULL, after);
  if (typed.op !== "slot") return typed.op === "if" ? oneBranch(reasoner, typed.args, to, after) : after;
  const { body, when } = typed.slot;
  // Null may be all that is left where its condition fails.
  if (when !== undefined && to.nil) return after;
  const there = when === undefined ? after : assume(reasoner, when, HOLDS, after);
  if (there && body?.kind === "value") return narrow(reasoner, body.value, to, there);
  if (there && body?.kind === "pick" && !to.nil) return narrow(reasoner, body.source, NOT_NULL, there);
  return there && body?.kind === "decide" ? decided(reasoner, body, to, there) : there;
}

/** What follows where one branch alone gives what is wanted: the test comes out so. */
function oneBranch(
  reasoner: Reasons,
  [test, then, otherwise]: readonly [Typed, Typed, Typed],
  to: Possible,
  facts: ConditionFacts,
): ConditionFacts | undefined {
  const [first, second] = [then, otherwise].map(
    (branch) => !impossible(meet(reasoner.of(branch, facts), to)),
  );
  if (first === second) return facts;
  const inside = assume(reasoner, test, first ? HOLDS : FAILS, facts);
  return inside && narrow(reasoner, first ? then : otherwise, to, inside);
}

/** What follows where one rule alone gives what a decision is to come out as: its conditions hold. */
function decided(
  reasoner: Reasons,
  { entries, otherwise }: BodyOf<"decide">,
  to: Possible,
  facts: ConditionFacts,
): ConditionFacts | undefined {
  const gives = (give: TypedGive | undefined) =>
    give?.kind !== "value" || !impossible(meet(reasoner.of(give.value, undefined), to));
  if (gives(otherwise)) return facts;
  const [rule, another] = rulesOf(entries).filter(({ entry }) => gives(entry.give));
  if (rule === undefined || another !== undefined || rule.loops.length > 0) return facts;
  return assume(reasoner, rule.whole, HOLDS, facts);
}

function sent(
  reasoner: Reasons,
  name: string,
  is: boolean,
  facts: ConditionFacts,
): ConditionFacts | undefined {
  const input = reasoner.plan.inputs.get(name);
  if (input === undefined) return facts;
  const typed: Typed = { id: NO_ID, op: "input", name, type: input.type };
  if (input.fallback === undefined) return narrow(reasoner, typed, is ? NOT_NULL : NULL_ONLY, facts);
  const { fallback } = input;
  return is || fallback === null ? facts : narrow(reasoner, typed, setOf([fallback]), facts);
}

function compared(
  reasoner: Reasons,
  typed: Compared,
  want: Want,
  facts: ConditionFacts,
): ConditionFacts | undefined {
  const [a, b] = typed.args;
  const fn = want.is ? typed.fn : (OPPOSITE[typed.fn] ?? "");
  const one = side(reasoner, typed, fn, a, b, want.orNull, facts);
  return one && side(reasoner, typed, MIRROR[fn] ?? fn, b, a, want.orNull, one);
}

/** What a comparison that holds, or is null where that does as well, says of its first side. */
function side(
  reasoner: Reasons,
  { scale }: Extract<Typed, { op: "compare" }>,
  fn: string,
  a: Typed,
  b: Typed,
  orNull: boolean,
  facts: ConditionFacts,
): ConditionFacts | undefined {
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
  const { lo, hi } = narrowed(fn, limits);
  const whole = a.type.kind === "number" && a.type.integer;
  return narrow(
    reasoner,
    a,
    inRange(whole ? { lo: Math.ceil(lo), hi: Math.floor(hi) } : { lo, hi }, nil),
    facts,
  );
}

function listed(
  reasoner: Reasons,
  args: readonly Typed[],
  is: boolean,
  facts: ConditionFacts,
): ConditionFacts | undefined {
  const [of, ...words] = args as [Typed, ...Typed[]];
  const list = new Set(words.map((word) => (word.op === "literal" ? word.value : null)));
  if (list.has(null)) return facts;
  if (is) return narrow(reasoner, of, setOf(list as Set<Word>), facts);
  const { nil, be } = reasoner.of(of, facts);
  if (!isSet(be)) return facts;
  return narrow(
    reasoner,
    of,
    setOf(
      [...be].filter((word) => !list.has(word)),
      nil,
    ),
    facts,
  );
}

export type Goal = readonly [condition: Typed, want: Want];

/** The facts under which all conditions come out as wanted; undefined where a contradiction shows. */
export function together(
  reasoner: Reasons,
  goals: readonly Goal[],
  given: ConditionFacts,
): ConditionFacts | undefined {
  let facts: ConditionFacts | undefined = given;
  for (const [condition, want] of goals) facts &&= assume(reasoner, condition, want, facts);
  return facts && standing(reasoner, goals, facts);
}

/** The facts that were drawn from all of these; undefined where what one told contradicts another that was read before. */
export function standing(
  reasoner: Reasons,
  goals: readonly Goal[],
  facts: ConditionFacts,
): ConditionFacts | undefined {
  return goals.every(([condition, want]) => comesOut(reasoner.of(condition, facts), want))
    ? facts
    : undefined;
}

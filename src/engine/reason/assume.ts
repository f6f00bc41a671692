// Takes a condition to hold, or not to hold, and draws what follows for the names in it.

import type { Typed } from "../plan.js";
import type { Reasoner } from "./evaluate.js";
import { type Facts, subjectOf } from "./facts.js";
import {
  inRange,
  type Known,
  NULL_ONLY,
  notNil,
  orNil,
  rangeOf,
  setOf,
  type Word,
  without,
} from "./known.js";
import { exactly, holds } from "./outcomes.js";
import { narrowed } from "./ranges.js";
import { refine } from "./refine.js";

/** How a condition comes out; `not true` is false or null, as a decision reads it. */
export type Want = "true" | "false" | "not true" | "not false";
const DUAL: Readonly<Record<Want, Want>> = {
  true: "false",
  false: "true",
  "not true": "not false",
  "not false": "not true",
};
export const OUTCOMES: Readonly<Record<Want, Known>> = {
  true: setOf([true]),
  false: setOf([false]),
  "not true": setOf([false], true),
  "not false": setOf([true], true),
};
const OPPOSITE: Readonly<Record<string, string>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "==",
};
const MIRROR: Readonly<Record<string, string>> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  "==": "==",
  "!=": "!=",
};

/** The facts under which the condition comes out so; undefined when it never does. */
export function assume(reasoner: Reasoner, typed: Typed, want: Want, facts: Facts): Facts | undefined {
  if (reasoner.tired) return facts;
  // What these are made of is looked at anyway.
  if (typed.op === "logic") return conclude(reasoner, typed, want, facts);
  if (typed.op === "slot" && typed.slot.when === undefined && typed.slot.body?.kind === "value")
    return named(reasoner, typed, typed.slot.body.value, want, facts);
  const now = reasoner.of(typed, facts);
  if (!comesOut(now, want)) return undefined;
  if (settled(now, want)) return facts;
  return reasoner.drawing(facts, () => conclude(reasoner, typed, want, facts));
}

/** A condition with a name: what its formula says, and the name. */
function named(reasoner: Reasoner, name: Typed, formula: Typed, want: Want, facts: Facts): Facts | undefined {
  const before = facts.get(subjectOf(name));
  if (before !== undefined && !comesOut(before, want)) return undefined;
  if (before !== undefined && settled(before, want)) return facts;
  const after = reasoner.drawing(facts, () => assume(reasoner, formula, want, facts));
  return after === undefined || after === facts
    ? checked(reasoner, name, want, after)
    : noted(name, want, after);
}

/** Nothing new was drawn: it may be settled, or not be told by its parts. */
function checked(reasoner: Reasoner, name: Typed, want: Want, facts: Facts | undefined): Facts | undefined {
  if (facts === undefined) return undefined;
  const now = reasoner.of(name, facts);
  if (!comesOut(now, want)) return undefined;
  return settled(now, want) ? facts : noted(name, want, facts);
}

/** It can come out so. */
export function comesOut(now: Known, want: Want): boolean {
  if (want === "true") return holds(now, true);
  if (want === "false") return holds(now, false);
  return now.nil || holds(now, want === "not false");
}

/** It comes out so in any case. */
export function settled(now: Known, want: Want): boolean {
  const other = want === "true" || want === "not false" ? "false" : "true";
  if (holds(now, other === "true")) return false;
  return want === "true" || want === "false" ? !now.nil : true;
}

export function conclude(reasoner: Reasoner, typed: Typed, want: Want, facts: Facts): Facts | undefined {
  switch (typed.op) {
    case "logic": {
      const [a, b] = typed.args as [Typed, Typed];
      if (typed.fn === "not") return assume(reasoner, a, DUAL[want], facts);
      const wanted = want === "true" || want === "not false";
      if ((typed.fn === "and") === wanted) {
        const first = assume(reasoner, a, want, facts);
        return first === undefined ? undefined : assume(reasoner, b, want, first);
      }
      const first = assume(reasoner, a, want, facts);
      return first === facts ? facts : either(first, assume(reasoner, b, want, facts));
    }
    case "compare":
      return told(reasoner, typed, facts)
        ? compared(reasoner, typed, want, facts)
        : noted(typed, want, compared(reasoner, typed, want, facts));
    case "sent":
      return sent(reasoner, typed, want, facts);
    case "known":
      return refine(
        reasoner,
        typed.of,
        want === "true" || want === "not false" ? { nil: false, be: { kind: "any" } } : NULL_ONLY,
        facts,
      );
    case "if": {
      const [test, then, otherwise] = typed.args;
      const yes = assume(reasoner, test, "true", facts);
      const no = assume(reasoner, test, "not true", facts);
      return either(
        yes === undefined ? undefined : assume(reasoner, then, want, yes),
        no === undefined ? undefined : assume(reasoner, otherwise, want, no),
      );
    }
    case "builtin":
      return noted(typed, want, typed.name === "one_of" ? listed(reasoner, typed, want, facts) : facts);
    default:
      return refine(reasoner, typed, OUTCOMES[want], facts);
  }
}

export function either(a: Facts | undefined, b: Facts | undefined): Facts | undefined {
  if (a === b) return a;
  return a === undefined ? b : b === undefined ? a : a.or(b);
}

/** Remembers the condition itself, so that the same one read again is settled. */
function noted(typed: Typed, want: Want, facts: Facts | undefined): Facts | undefined {
  const subject = facts === undefined ? undefined : subjectOf(typed);
  return facts === undefined || subject === undefined ? facts : facts.with(subject, OUTCOMES[want]);
}

/** A name against a word or number: what is left of the name tells the outcome already. */
function told(reasoner: Reasoner, typed: Extract<Typed, { op: "compare" }>, facts: Facts): boolean {
  const [a, b] = typed.args;
  const name = a.op === "literal" ? b : b.op === "literal" ? a : undefined;
  if (name === undefined || (name.op !== "input" && name.op !== "slot")) return false;
  const { be } = reasoner.of(name, facts);
  return be.kind === "set" && [...be.set].every((value) => typeof value === "string");
}

function sent(
  reasoner: Reasoner,
  typed: Extract<Typed, { op: "sent" }>,
  want: Want,
  facts: Facts,
): Facts | undefined {
  const input = reasoner.plan.inputs.get(typed.name);
  const after = noted(typed, want, facts);
  if (input === undefined || after === undefined) return after;
  const is = want === "true" || want === "not false";
  const name: Typed = { op: "input", name: typed.name, type: input.type };
  if (input.fallback === undefined)
    return refine(reasoner, name, is ? { nil: false, be: { kind: "any" } } : NULL_ONLY, after);
  if (is || input.fallback === null || typeof input.fallback === "object") return after;
  return refine(reasoner, name, setOf([input.fallback]), after);
}

function compared(
  reasoner: Reasoner,
  typed: Extract<Typed, { op: "compare" }>,
  want: Want,
  facts: Facts,
): Facts | undefined {
  const [a, b] = typed.args;
  const positive = want === "true" || want === "not false";
  const fn = positive ? typed.fn : (OPPOSITE[typed.fn] ?? "");
  const equality = fn === "==" || fn === "!=";
  // Where null would do as well, nothing follows but for the side that can be null alone.
  const mayBeNull = !equality && (want === "not true" || want === "not false");
  const words = typed.scale?.words;
  const after = side(reasoner, fn, a, b, mayBeNull, equality, words, exactly(typed.args), facts);
  return after === undefined
    ? undefined
    : side(reasoner, MIRROR[fn] ?? "", b, a, mayBeNull, equality, words, exactly(typed.args), after);
}

/** What a comparison says of its first side. */
function side(
  reasoner: Reasoner,
  fn: string,
  a: Typed,
  b: Typed,
  mayBeNull: boolean,
  equality: boolean,
  words: readonly string[] | undefined,
  exact: boolean,
  facts: Facts,
): Facts | undefined {
  if (a.op === "literal") return facts;
  const other = reasoner.of(b, facts);
  if (mayBeNull && other.nil) return facts;
  const now = reasoner.of(a, facts);
  const rest = restOf(fn, now, other, words, exact, a.type.kind === "number" && a.type.integer);
  const null_ = equality ? (fn === "==" ? other.nil : !(other.be.kind === "none" && other.nil)) : mayBeNull;
  return refine(reasoner, a, null_ ? orNil(rest) : notNil(rest), facts);
}

/** What the first side can still be, but for null. */
function restOf(
  fn: string,
  now: Known,
  other: Known,
  words: readonly string[] | undefined,
  exact: boolean,
  whole: boolean,
): Known {
  const anything: Known = { nil: false, be: { kind: "any" } };
  const { be } = other;
  const textual = be.kind === "set" && [...be.set].every((value) => typeof value !== "number");
  if (fn === "==") {
    if (be.kind === "none") return { nil: false, be: { kind: "none" } };
    if (textual) return other;
  }
  if (fn === "!=")
    return be.kind === "set" && be.set.size === 1 && !other.nil ? without(now, be.set) : anything;
  if (textual) {
    if (now.be.kind !== "set") return anything;
    const rank = (value: Word) => (words === undefined ? value : words.indexOf(String(value)));
    const fits = (value: Word) =>
      [...be.set].some((limit) => {
        const [x, y] = [rank(value), rank(limit)];
        return fn === "<" ? x < y : fn === "<=" ? x <= y : fn === ">" ? x > y : x >= y;
      });
    return setOf([...now.be.set].filter(fits));
  }
  const limits = rangeOf(other);
  return limits === undefined || be.kind === "any"
    ? anything
    : inRange(narrowed(fn, limits, exact, whole && exact));
}

function listed(
  reasoner: Reasoner,
  typed: Extract<Typed, { op: "builtin" }>,
  want: Want,
  facts: Facts,
): Facts | undefined {
  const [of, ...rest] = typed.args as [Typed, ...Typed[]];
  const words = new Set<Word>();
  for (const word of rest) {
    if (word.op !== "literal" || typeof word.value !== "string") return facts;
    words.add(word.value);
  }
  if (want === "true" || want === "not false") return refine(reasoner, of, setOf(words), facts);
  return refine(reasoner, of, orNil(without(reasoner.of(of, facts), words)), facts);
}

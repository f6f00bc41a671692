// Takes a condition to hold, or not to hold, and draws what follows for the names in it.

import { keyWords } from "../checks/lookup.js";
import type { Slot, Typed, TypedEntry, TypedGive } from "../plan.js";
import { exactly, holds, isLong, type Reasoner } from "./evaluate.js";
import { type Facts, subjectOf } from "./facts.js";
import {
  impossible,
  inRange,
  type Known,
  meet,
  NULL_ONLY,
  notNil,
  orNil,
  rangeOf,
  setOf,
  type Word,
  without,
} from "./known.js";
import { findRows } from "./lookups.js";
import { narrowed } from "./ranges.js";

/** How a condition comes out; `not true` is false or null, as a decision reads it. */
export type Want = "true" | "false" | "not true" | "not false";
const DUAL: Readonly<Record<Want, Want>> = {
  true: "false",
  false: "true",
  "not true": "not false",
  "not false": "not true",
};
const OUTCOMES: Readonly<Record<Want, Known>> = {
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
  if (!canBe(now, want)) return undefined;
  if (settled(now, want)) return facts;
  return reasoner.drawing(facts, () => conclude(reasoner, typed, want, facts));
}

/** A condition with a name: what its formula says, and the name. */
function named(reasoner: Reasoner, name: Typed, formula: Typed, want: Want, facts: Facts): Facts | undefined {
  const before = facts.get(subjectOf(name));
  if (before !== undefined && !canBe(before, want)) return undefined;
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
  if (!canBe(now, want)) return undefined;
  return settled(now, want) ? facts : noted(name, want, facts);
}

/** It can come out so. */
function canBe(now: Known, want: Want): boolean {
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

function conclude(reasoner: Reasoner, typed: Typed, want: Want, facts: Facts): Facts | undefined {
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

function either(a: Facts | undefined, b: Facts | undefined): Facts | undefined {
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

// Values -----------------------------------------------------------------------------------------------------------

/** Takes an expression to be within what is given, and draws what follows for what it is made of. */
export function refine(reasoner: Reasoner, typed: Typed, to: Known, facts: Facts): Facts | undefined {
  const now = reasoner.of(typed, facts);
  const left = meet(now, to);
  if (impossible(left)) return undefined;
  if (reasoner.tired) return facts;
  const subject = subjectOf(typed);
  const after = subject === undefined || typed.op === "literal" ? facts : facts.with(subject, left);
  return after === undefined
    ? undefined
    : reasoner.drawing(after, () => deeper(reasoner, typed, left, after));
}

function deeper(reasoner: Reasoner, typed: Typed, to: Known, facts: Facts): Facts | undefined {
  switch (typed.op) {
    case "slot":
      return slotIs(reasoner, typed.slot, to, facts);
    case "if": {
      const [test, then, otherwise] = typed.args;
      const yes = assume(reasoner, test, "true", facts);
      const no = assume(reasoner, test, "not true", facts);
      return either(
        yes === undefined ? undefined : refine(reasoner, then, to, yes),
        no === undefined ? undefined : refine(reasoner, otherwise, to, no),
      );
    }
    case "nullish": {
      const [a, b] = typed.args;
      const first = refine(reasoner, a, notNil(to), facts);
      const none = refine(reasoner, a, NULL_ONLY, facts);
      return either(first, none === undefined ? undefined : refine(reasoner, b, to, none));
    }
    case "field":
      return typed.of.op === "slot" && !to.nil
        ? fieldIs(reasoner, typed.of.slot, typed.of, typed.name, to, facts)
        : facts;
    case "table":
      return looked(reasoner, typed, to, facts);
    case "compare":
    case "logic":
    case "known":
    case "sent":
    case "builtin":
      return truth(reasoner, typed, to, facts);
    default:
      return facts;
  }
}

/** A condition that stands as a value. */
function truth(reasoner: Reasoner, typed: Typed, to: Known, facts: Facts): Facts | undefined {
  if (typed.type.kind !== "boolean") return facts;
  const [yes, no] = [holds(to, true), holds(to, false)];
  if (yes && no) return facts;
  const want: Want = yes
    ? to.nil
      ? "not false"
      : "true"
    : no
      ? to.nil
        ? "not true"
        : "false"
      : "not true";
  return yes || no ? assumeDeeper(reasoner, typed, want, facts) : facts;
}

function assumeDeeper(reasoner: Reasoner, typed: Typed, want: Want, facts: Facts): Facts | undefined {
  const now = reasoner.of(typed, facts);
  return !canBe(now, want) ? undefined : conclude(reasoner, typed, want, facts);
}

function slotIs(reasoner: Reasoner, slot: Slot, to: Known, facts: Facts): Facts | undefined {
  const { body, when } = slot;
  if (when !== undefined) {
    if (to.nil) return facts;
    const holding = assume(reasoner, when, "true", facts);
    if (holding === undefined) return undefined;
    return body?.kind === "value" ? refine(reasoner, body.value, to, holding) : holding;
  }
  if (body?.kind === "value") return refine(reasoner, body.value, to, facts);
  if (body?.kind === "decide")
    return whichRules(reasoner, slot, facts, (give, here) => reasoner.give(give, here), to);
  return facts;
}

/** A field of a `decide` tells which of its rules can have decided. */
function fieldIs(
  reasoner: Reasoner,
  slot: Slot,
  of: Typed,
  name: string,
  to: Known,
  facts: Facts,
): Facts | undefined {
  const there = refine(reasoner, of, { nil: false, be: { kind: "any" } }, facts);
  if (there === undefined || slot.body?.kind !== "decide") return there;
  const field = (give: TypedGive, here: Facts, rule: string | undefined): Known => {
    if (give.kind !== "record")
      return give.type.kind === "null" ? NULL_ONLY : { nil: true, be: { kind: "any" } };
    if (name === "rule") return rule === undefined ? NULL_ONLY : setOf([rule]);
    const given = give.fields.get(name);
    return given === undefined ? { nil: true, be: { kind: "any" } } : reasoner.give(given, here);
  };
  return whichRules(reasoner, slot, there, field, to);
}

function whichRules(
  reasoner: Reasoner,
  slot: Slot,
  facts: Facts,
  gives: (give: TypedGive, facts: Facts, rule: string | undefined) => Known,
  to: Known,
): Facts | undefined {
  const { body } = slot;
  if (body?.kind !== "decide" || (isLong(body) && reasoner.drawn > 2)) return facts;
  let found: Facts | undefined;
  const fits = (give: TypedGive, here: Facts, rule: string | undefined) => {
    if (!impossible(meet(gives(give, here, rule), to))) found = found === undefined ? here : found.or(here);
  };
  const rest = reasoner.decided(body.entries, facts, (leaf: TypedEntry, here) => {
    if (leaf.give !== undefined) fits(leaf.give, here, leaf.entry.id);
  });
  if (rest !== undefined) fits(body.otherwise, rest, body.otherwiseDef?.id);
  return found;
}

/** A cell that was found tells which words its keys can have been. */
function looked(
  reasoner: Reasoner,
  typed: Extract<Typed, { op: "table" }>,
  to: Known,
  facts: Facts,
): Facts | undefined {
  const { def, cell } = typed.table;
  const keys = typed.args.map((arg) => reasoner.of(arg, facts));
  if (to.nil) return facts;
  const found = findRows(def, keys.map(notNil));
  let after: Facts | undefined = facts;
  const isMiss = found === undefined || (found.miss && def.otherwise !== undefined && def.otherwise !== null);
  typed.args.forEach((arg, at) => {
    if (after === undefined) return;
    const kind = def.keys[at]?.kind;
    const fitting = (found?.rows ?? []).filter(
      (row) => cell === undefined || !impossible(meet(cellOf(row[cell]), to)),
    );
    const words: Known =
      isMiss || (kind !== "equal" && kind !== "one_of")
        ? { nil: false, be: { kind: "any" } }
        : setOf(fitting.flatMap((row) => keyWords(row, def, at)));
    after = refine(reasoner, arg, words, after);
  });
  return after;
}

function cellOf(cell: unknown): Known {
  if (cell === null || cell === undefined) return NULL_ONLY;
  return typeof cell === "object" ? { nil: false, be: { kind: "any" } } : setOf([cell as Word]);
}

// Takes a value to be within bounds, and draws what follows for what it is made of: inputs, rules that can have decided,
// keys that can have been looked up.
import { keyWords } from "../checks/lookup.js";
import type { Slot, Typed, TypedEntry, TypedGive } from "../plan.js";
import { assume, comesOut, conclude, either, type Want } from "./assume.js";
import { isLong, type Reasoner } from "./evaluate.js";
import { type Facts, subjectOf } from "./facts.js";
import { impossible, type Known, meet, NULL_ONLY, notNil, setOf, type Word } from "./known.js";
import { findRows } from "./lookups.js";
import { holds } from "./outcomes.js";

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
  return !comesOut(now, want) ? undefined : conclude(reasoner, typed, want, facts);
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

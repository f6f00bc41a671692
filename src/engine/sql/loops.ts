// `each` and `pick`: a frame for each item of a list, and one item of a list.
import { INTEGER, type Type } from "../language/types.js";
import type { BodyOf, Scope, Slot, Typed } from "../typing/plan.js";
import { Columns } from "./columns.js";
import { bound, held } from "./holding.js";
import { filtered, LONGEST_LIST, lastItem, mapped } from "./list-functions.js";
import { firstThat, pickExtreme, sortedBy } from "./list-picks.js";
import { choose, possibleItems, toArray } from "./lists.js";
import { arithmetic, constant } from "./numbers.js";
import { chooseScalar, type SqlScalar, scalar, TRUE } from "./scalars.js";
import {
  asList,
  asRecord,
  asScalar,
  EMPTY,
  isGiven,
  type ListValue,
  record,
  type SqlFrame,
  type SqlValue,
} from "./values.js";
import type { SqlPlace, SqlWriter } from "./writer.js";

/** Counts the values in the frame of one item, with those of its calls and loops. */
function weightOf(scope: Scope): number {
  const found = new Set<Slot>();
  const visit = (slot: Slot): void => {
    if (found.has(slot) || (slot.scope.kind !== "each" && slot.scope.kind !== "calculation")) return;
    found.add(slot);
    for (const next of slot.uses) visit(next);
    if (slot.body?.kind === "each" || slot.body?.kind === "frame") inside(slot.body.scope);
  };
  const inside = ({ slots, inner }: Scope): void => {
    for (const slot of slots.values()) visit(slot);
    if (inner !== undefined) inside(inner.scope);
  };
  inside(scope);
  return Math.max(1, found.size);
}

/** Makes a frame for each item of a list. */
export function looped(w: SqlWriter, body: BodyOf<"each">, place: SqlPlace): SqlValue {
  const { scope, where, order } = body;
  const from = w.value(body.source, place);
  const whole = body.source.type.kind === "map" ? entriesOf(w, from) : held(w, asList(from));
  const isLong = whole.kind === "unrolled" && whole.items.length * weightOf(scope) > w.dialect.unrolled;
  const source = isLong ? toArray(w, whole) : whole;
  const frames = mapped(w, source, (item) => {
    const frame: SqlFrame = { scope, parent: place.frame, args: new Map(), item, slots: new Map() };
    return record({ kind: "frame", frame, binds: [] });
  });
  const inFrame = (typed: Typed) => (item: SqlValue) => {
    const cases = asRecord(item).cases.flatMap(({ when, value: leaf }) => {
      if (leaf.kind !== "frame") return [];
      const found = keyOf(w, typed, { frame: leaf.frame, site: place.site });
      return [{ when, value: leaf.binds.reduce((value, { loop, by }) => bound(w, value, loop, by), found) }];
    });
    return asScalar(choose(w, cases));
  };
  const kept = where === undefined ? frames : filtered(w, frames, inFrame(where));
  const sorted =
    order === undefined ? kept : sortedBy(w, kept, order.descending, keyType(order.by), inFrame(order.by));
  const list = held(w, asList(sorted));
  if (scope.number !== undefined) number(w, list);
  return list;
}

/** Returns a sort key; words of a scale sort by their positions on it. */
function keyOf(w: SqlWriter, typed: Typed, place: SqlPlace): SqlScalar {
  const key = w.scalar(typed, place);
  return typed.type.kind === "scale" ? w.rank(typed.type.scale, key) : key;
}

function keyType({ type }: Typed): Type {
  return type.kind === "scale" ? INTEGER : type;
}

function number(w: SqlWriter, list: ListValue): void {
  const frameIn = (item: SqlValue) => {
    const leaf = asRecord(item).cases[0]?.value;
    return leaf?.kind === "frame" ? leaf.frame : undefined;
  };
  if (list.kind === "array") {
    const frame = frameIn(list.item);
    const sql = () => w.columns.of(w.dialect.indexOf(list.positions, Columns.variable(list.loop)));
    if (frame !== undefined) frame.rank = () => scalar(sql(), { low: 1, high: LONGEST_LIST });
    return;
  }
  let before = constant(w, 0);
  for (const { when, value } of list.items) {
    const one = chooseScalar([
      { when, value: constant(w, 1) },
      { when: TRUE, value: constant(w, 0) },
    ]);
    const own = held(w, arithmetic(w, "+", before, one));
    const frame = frameIn(value);
    if (frame !== undefined) frame.rank = () => own;
    before = own;
  }
}

function entriesOf(w: SqlWriter, map: SqlValue): ListValue {
  const cases = asRecord(map).cases.map(({ when, value: leaf }) => {
    const fields = leaf.kind === "fields" ? [...leaf.fields] : [];
    const items = fields.map(([name, value]) => {
      const entry = new Map<string, SqlValue>([
        ["key", constant(w, name)],
        ["value", value],
      ]);
      return { when: held(w, isGiven(value)), value: record({ kind: "fields", fields: entry }) };
    });
    return {
      when,
      value: { ...EMPTY, items: possibleItems(items), ...(leaf.kind === "none" ? { none: TRUE } : {}) },
    };
  });
  return asList(choose(w, cases));
}

export function picked(
  w: SqlWriter,
  { source, lambda, by, key, where, otherwise }: BodyOf<"pick">,
  place: SqlPlace,
): SqlValue {
  const inItem = (typed: Typed) => (item: SqlValue) => w.within(lambda, item, () => keyOf(w, typed, place));
  const list = w.value(source, place);
  const kept = held(w, asList(where === undefined ? list : filtered(w, list, inItem(where))));
  const found =
    by === "first"
      ? firstThat(w, kept, inItem(key))
      : pickExtreme(w, kept, by === "largest", keyType(key), inItem(key));
  if (otherwise !== "last") return found;
  const isFound = held(w, isGiven(found));
  return choose(w, [
    { when: isFound, value: found },
    { when: TRUE, value: lastItem(w, kept) },
  ]);
}

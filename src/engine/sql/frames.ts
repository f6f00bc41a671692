// The values of a tool, of its calls and of its list items. Each is written once for its frame.
import { flagNames } from "../language/entries.js";
import type { BodyOf, Scope, Slot, Typed, TypedEntry, TypedGive } from "../typing/plan.js";
import { bound, held } from "./holding.js";
import { flattened, sizeOf } from "./list-functions.js";
import { appended, choose, possibleItems, restricted } from "./lists.js";
import { looped, picked } from "./loops.js";
import { compared, constant, finite } from "./numbers.js";
import { all, badChoice, type Case, firstOf, isConstant, NULL, type SqlScalar, TRUE } from "./scalars.js";
import { textOf } from "./texts.js";
import {
  asList,
  EMPTY,
  type ListValue,
  type RecordLeaf,
  record,
  type SqlFrame,
  type SqlValue,
  withBad,
} from "./values.js";
import type { SqlPlace, SqlWriter } from "./writer.js";

/** Returns the enclosing frame of a scope. */
export function enclosing(frame: SqlFrame, scope: Scope): SqlFrame {
  for (let at: SqlFrame | undefined = frame; at !== undefined; at = at.parent)
    if (at.scope === scope) return at;
  throw new Error(`scope ${scope.label} is not visible from ${frame.scope.label}`);
}

export function newFrame(w: SqlWriter, scope: Scope, given: ReadonlyMap<string, Typed>, place: SqlPlace) {
  const args = new Map<string, SqlValue>();
  for (const name of scope.params.keys()) {
    const arg = given.get(name);
    args.set(name, arg === undefined ? NULL : held(w, w.value(arg, place)));
  }
  const parent = scope.parent === undefined ? undefined : enclosing(place.frame, scope.parent);
  const frame: SqlFrame = { scope, parent, args, slots: new Map() };
  return { frame, bad: firstOf([...args.values()].map(({ bad }) => bad)) };
}

/** Returns a field of a frame; undefined if its scope has no such field. */
export function fieldOfFrame(
  w: SqlWriter,
  { frame, binds }: Extract<RecordLeaf, { kind: "frame" }>,
  name: string,
): SqlValue | undefined {
  const found = ownField(w, frame, name);
  return found === undefined
    ? undefined
    : binds.reduce((value, { loop, by }) => bound(w, value, loop, by), found);
}

function ownField(w: SqlWriter, frame: SqlFrame, name: string): SqlValue | undefined {
  const { scope } = frame;
  const slot = scope.slots.get(name);
  if (slot !== undefined) return w.slot(frame, slot);
  if (scope.params.has(name)) return frame.args.get(name);
  if (scope.number === name) return frame.rank?.();
  if (scope.item?.name === name) return frame.item;
  if (scope.inner?.scope.shape.field(name) !== undefined) {
    const { scope: inside, args } = scope.inner;
    const { frame: inner, bad } =
      frame.inner === undefined
        ? newFrame(w, inside, args, { frame, site: -1 })
        : { frame: frame.inner, bad: undefined };
    frame.inner = inner;
    const value = ownField(w, inner, name);
    return value === undefined ? undefined : withBad(value, bad);
  }
  const { type } = scope.item ?? {};
  const hasField = type?.kind === "record" && type.shapes.some((shape) => shape.field(name) !== undefined);
  return hasField && frame.item !== undefined ? w.field(frame.item, name) : undefined;
}

export function slotValue(w: SqlWriter, frame: SqlFrame, slot: Slot): SqlValue {
  const known = frame.slots.get(slot);
  if (known !== undefined) return known;
  const place = { frame, site: slot.id };
  const when = slot.when === undefined ? TRUE : held(w, w.scalar(slot.when, place));
  const value =
    isConstant(when) && when.constant !== true
      ? NULL
      : choose(w, [{ when, value: bodyValue(w, slot, place) }]);
  const checked = value.kind === "scalar" && isChecked(slot) ? finite(w, value, slot.id) : value;
  const made = held(w, checked);
  frame.slots.set(slot, made);
  return made;
}

/** Sums and products of checked values can overflow; plain names cannot. */
function isChecked({ type, body }: Slot): boolean {
  if (type.kind !== "number") return false;
  return body?.kind !== "value" || ["operator", "nullish", "if", "builtin"].includes(body.value.op);
}

function bodyValue(w: SqlWriter, slot: Slot, place: SqlPlace): SqlValue {
  const { body } = slot;
  const chained = isChecked(slot);
  switch (body?.kind) {
    case undefined:
      throw new Error(`${slot.name} has no body`);
    case "value":
      return w.value(body.value, place, chained);
    case "text":
      return textOf(w, body.parts, place);
    case "frame": {
      const { frame, bad } = newFrame(w, body.scope, body.args, place);
      return record({ kind: "frame", frame, binds: [] }, bad);
    }
    case "decide":
      return decided(w, body, place, chained);
    case "collect":
      return collected(w, body, place);
    case "each":
      return looped(w, body, place);
    case "pick":
      return picked(w, body, place);
  }
}

function given(
  w: SqlWriter,
  give: TypedGive | undefined,
  place: SqlPlace,
  chained = false,
  extra: ReadonlyMap<string, SqlValue> = new Map(),
): SqlValue {
  switch (give?.kind) {
    case undefined:
      return NULL;
    case "value":
      return w.value(give.value, place, chained);
    case "text":
      return textOf(w, give.parts, place);
    case "record": {
      const fields = [...give.fields].sort(([a], [b]) => (a < b ? -1 : 1));
      const values = new Map(fields.map(([name, field]) => [name, held(w, given(w, field, place))]));
      const bad = firstOf([...values.values()].map((value) => value.bad));
      return record({ kind: "fields", fields: new Map([...values, ...extra]) }, bad);
    }
    case "list": {
      const lists = give.items.map((item): ListValue => {
        const when = item.when === undefined ? TRUE : held(w, w.scalar(item.when, place));
        const value = given(w, item.give, place);
        const bad = badChoice([{ when, bad: value.bad }]);
        return { ...EMPTY, items: possibleItems([{ when, value }]), bad };
      });
      return appended(w, lists);
    }
  }
}

function decided(w: SqlWriter, body: BodyOf<"decide">, place: SqlPlace, chained: boolean): SqlValue {
  const rule = (id: string | undefined) =>
    new Map<string, SqlValue>(body.named ? [["rule", constant(w, id ?? null)]] : []);
  const walk = (entries: readonly TypedEntry[], around: readonly SqlScalar[]): Case<SqlValue>[] =>
    entries.flatMap((entry) => {
      const tests = entry.when === undefined ? around : [...around, held(w, w.scalar(entry.when, place))];
      if (tests.at(-1)?.constant === false) return [];
      if (entry.rules !== undefined)
        return walk(entry.rules, tests.length > 1 ? [held(w, all(tests))] : tests);
      return [
        { when: held(w, all(tests)), value: given(w, entry.give, place, chained, rule(entry.entry.id)) },
      ];
    });
  const otherwise = {
    when: TRUE,
    value: given(w, body.otherwise, place, chained, rule(body.otherwiseDef?.id)),
  };
  return choose(w, [...walk(body.entries, []), otherwise]);
}

/** Returns the items that the entries of a list add, in their order. */
function collected(w: SqlWriter, body: BodyOf<"collect">, place: SqlPlace): ListValue {
  const names = flagNames(body.entries.map(({ entry }) => entry));
  const itemOf = ({ entry, give }: TypedEntry): SqlValue => {
    const value = given(w, give, place);
    if (!entry.own.has("code")) return value;
    const own = [...names].map((name) => [name, constant(w, entry.own.get(name) ?? null)] as const);
    return record(
      { kind: "fields", fields: new Map<string, SqlValue>([...own, ["warning", held(w, value)]]) },
      value.bad,
    );
  };
  const each = (entry: TypedEntry, loops: TypedEntry["loops"]): ListValue => {
    const [loop, ...inner] = loops;
    if (loop !== undefined) {
      const source = asList(w.value(loop.source, place));
      return flattened(w, source, (item) => w.within(loop.lambda, item, () => each(entry, inner)));
    }
    const when = entry.when === undefined ? TRUE : held(w, w.scalar(entry.when, place));
    if (when.constant === false) return EMPTY;
    const list =
      entry.rules === undefined
        ? single(itemOf(entry))
        : appended(
            w,
            entry.rules.map((rule) => each(rule, rule.loops)),
          );
    return { ...restricted(w, list, when), bad: badChoice([{ when, bad: list.bad }]) };
  };
  const list = appended(w, [EMPTY, ...body.entries.map((entry) => each(entry, entry.loops))]);
  if (body.otherwise === undefined) return list;
  const size = held(w, sizeOf(w, held(w, list)));
  const isEmpty = held(w, compared(w, "==", size, constant(w, 0), true));
  const rest = asList(given(w, body.otherwise, place));
  const cases = [
    { when: isEmpty, value: rest },
    { when: TRUE, value: list },
  ];
  return asList(choose(w, cases));
}

function single(value: SqlValue): ListValue {
  return { ...EMPTY, items: [{ when: TRUE, value }], bad: value.bad };
}

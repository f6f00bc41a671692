// Functions over lists, unrolled or as arrays of the engine.
import { Columns } from "./columns.js";
import { badItems, bodyOf, bound, held } from "./holding.js";
import { appended, choose, possibleItems, restricted, toArray } from "./lists.js";
import { arithmetic, constant, same } from "./numbers.js";
import {
  and,
  anyOf,
  type Case,
  chooseScalar,
  FALSE,
  firstOf,
  holds,
  isConstant,
  isNull,
  NULL,
  not,
  type SqlScalar,
  scalar,
  TRUE,
  withFacts,
} from "./scalars.js";
import {
  type ArrayList,
  asList,
  asScalar,
  EMPTY,
  type ListValue,
  type SqlTarget,
  type SqlValue,
  withBad,
} from "./values.js";

/** Limit for the length of a list. */
export const LONGEST_LIST = 1e6;

/** Returns the list with `make` applied to each item. */
export function mapped(t: SqlTarget, given: SqlValue, make: (item: SqlValue) => SqlValue): ListValue {
  const list = held(t, asList(given));
  if (list.kind === "unrolled") {
    const made = { ...list, items: list.items.map(({ when, value }) => ({ when, value: make(value) })) };
    return { ...made, bad: firstOf([list.bad, badItems(t, made, ({ bad }) => bad)]) };
  }
  t.open.add(list.loop);
  const made = { ...list, item: make(list.item) };
  t.open.delete(list.loop);
  return { ...made, bad: firstOf([list.bad, badItems(t, made, ({ bad }) => bad)]) };
}

/** Returns the items that pass a test. */
export function filtered(t: SqlTarget, given: SqlValue, test: (item: SqlValue) => SqlScalar): ListValue {
  const list = held(t, asList(given));
  const bad = firstOf([list.bad, badItems(t, list, (item) => test(item).bad)]);
  if (list.kind === "unrolled") {
    const items = list.items.map(({ when, value }) => ({
      when: held(t, and(when, withFacts(test(value), { bad: undefined }))),
      value,
    }));
    return { ...list, items: possibleItems(items), bad };
  }
  const [name, body] = bodyOf(t, list, (item) => test(item).sql);
  return { ...list, positions: t.columns.of(t.dialect.filter(list.positions, name, body)), bad };
}

/** Applies `make` to each item and appends the lists that it returns. */
export function flattened(t: SqlTarget, given: ListValue, make: (item: SqlValue) => ListValue): ListValue {
  const list = held(t, given);
  if (list.kind === "unrolled") {
    const lists = list.items.map(({ when, value }) => restricted(t, make(value), when));
    return {
      ...appended(t, [EMPTY, ...lists]),
      bad: firstOf([list.bad, badItems(t, list, (item) => make(item).bad)]),
    };
  }
  t.open.add(list.loop);
  const inner = make(list.item);
  t.open.delete(list.loop);
  if (inner.kind === "array") throw new Error("a loop inside a loop over a list of the engine");
  const width = inner.items.length;
  const loop = t.columns.loop(`(${list.loop.size} * ${width})`);
  const index = Columns.variable(loop);
  const outer = t.dialect.quotient(`(${index} - 1)`, width);
  const nth = (at: number) => scalar(`(${index} - ${width} * (${outer} - 1) = ${at + 1})`);
  const cases = inner.items.map(({ value }, at) => ({
    when: nth(at),
    value: bound(t, value, list.loop, outer),
  }));
  const [name, body] = bodyOf(t, list, (_, position) => {
    const parts = inner.items.map(
      ({ when }, at) => `CASE WHEN ${when.sql} THEN ${width} * (${position} - 1) + ${at + 1} END`,
    );
    return t.dialect.array(parts, "index");
  });
  const nested = t.dialect.flattened(t.dialect.map(list.positions, name, body));
  const positions = t.columns.of(t.dialect.filter(nested, "p", "p IS NOT NULL"));
  const bad = firstOf([list.bad, badItems(t, list, (item) => make(item).bad)]);
  return { kind: "array", positions, loop, item: choose(t, cases), none: FALSE, bad };
}

/** Returns the number of items; null for a null list. */
export function sizeOf(t: SqlTarget, given: SqlValue): SqlScalar {
  const list = asList(given);
  if (list.none.constant === true) return withFacts(NULL, { bad: list.bad });
  const size =
    list.kind === "array"
      ? scalar(`(${t.dialect.size(list.positions)} * ${t.dialect.number(1)})`, { low: 0, high: LONGEST_LIST })
      : list.items.reduce((sum, { when }) => arithmetic(t, "+", sum, counted(t, when)), constant(t, 0));
  return nullOf(list, size);
}

function counted(t: SqlTarget, when: SqlScalar): SqlScalar {
  return chooseScalar([
    { when, value: constant(t, 1) },
    { when: TRUE, value: constant(t, 0) },
  ]);
}

/** Returns null for a null list, else `made`. */
export function nullOf(list: ListValue, made: SqlScalar): SqlScalar {
  const whole = chooseScalar([{ when: not(list.none), value: made }]);
  return withFacts(whole, { bad: firstOf([list.bad, made.bad]) });
}

export function firstItem(t: SqlTarget, given: SqlValue): SqlValue {
  const list = asList(given);
  if (list.kind === "unrolled") return withBad(choose(t, list.items), list.bad);
  return itemAt(t, list, t.dialect.at(list.positions, "1"));
}

export function lastItem(t: SqlTarget, given: SqlValue): SqlValue {
  const list = asList(given);
  if (list.kind === "unrolled") return withBad(choose(t, [...list.items].reverse()), list.bad);
  return itemAt(t, list, t.dialect.at(list.positions, t.dialect.size(list.positions)));
}

function itemAt(t: SqlTarget, list: ArrayList, position: string): SqlValue {
  const index = t.columns.of(position);
  const item = bound(t, list.item, list.loop, index);
  return withBad(choose(t, [{ when: scalar(`(${index} IS NOT NULL)`), value: item }]), list.bad);
}

export function taken(t: SqlTarget, given: SqlValue, count: SqlScalar): ListValue {
  const list = asList(given);
  const isWhole = list.kind === "unrolled" && list.items.every(({ when }) => when.constant === true);
  if (isWhole && typeof count.constant === "number")
    return { ...list, items: list.items.slice(0, count.constant) };
  const array = toArray(t, list);
  return {
    ...array,
    positions: t.columns.of(t.dialect.take(array.positions, count.sql)),
    bad: firstOf([list.bad, count.bad]),
  };
}

/** Tests whether one item equals a value. */
export function hasItem(t: SqlTarget, given: SqlValue, wanted: SqlScalar, isNumber: boolean): SqlScalar {
  const list = asList(given);
  const bad = firstOf([list.bad, wanted.bad]);
  const value = withFacts(wanted, { bad: undefined });
  // What follows reads null as false.
  const test = (item: SqlValue) =>
    same(t, asScalar(item), value, { isNumber, isGiven: isConstant(asScalar(item)) || isConstant(value) });
  const words = list.kind === "unrolled" && !isNumber && !isConstant(value) ? constantWords(list) : undefined;
  if (words !== undefined) return withFacts(nullOf(list, among(t, value, words)), { bad });
  if (list.kind === "unrolled") {
    const found = anyOf(list.items.map((item) => and(item.when, test(item.value))));
    return withFacts(nullOf(list, holds(found)), { bad });
  }
  const [name, body] = bodyOf(t, list, (item) => test(item).sql);
  const found = `(${t.dialect.size(t.dialect.filter(list.positions, name, body))} > 0)`;
  return withFacts(nullOf(list, scalar(found)), { bad });
}

function constantWords({ items }: { readonly items: readonly Case<SqlValue>[] }): string[] | undefined {
  const isPlain =
    items.length > 0 &&
    items.every(
      ({ when, value }) =>
        when.constant === true && value.kind === "scalar" && isConstant(value) && !isNull(value),
    );
  return isPlain ? items.map(({ value }) => asScalar(value).sql) : undefined;
}

export function among(t: SqlTarget, of: SqlScalar, words: readonly string[]): SqlScalar {
  return scalar(`(${t.dialect.among(of.sql, words)})`, { bad: of.bad });
}

/** Returns null if any item is null. */
export function sumOf(t: SqlTarget, given: SqlValue, isNullable: boolean): SqlScalar {
  const list = asList(given);
  if (list.kind === "array") {
    const numbers = itemsOf(t, list, (item) => asScalar(item).sql);
    const sum = `coalesce(${t.dialect.sum(numbers)}, ${t.dialect.number(0)})`;
    return nullOf(list, scalar(isNullable ? whole(t, numbers, sum) : sum));
  }
  const items = list.items.map(({ when, value }) => {
    const cases = [
      { when, value: withFacts(asScalar(value), { bad: undefined }) },
      { when: TRUE, value: constant(t, 0) },
    ];
    return chooseScalar(cases);
  });
  return nullOf(
    list,
    items.reduce((made, item) => arithmetic(t, "+", made, item), constant(t, 0)),
  );
}

/** Returns an array with `make` applied to each item. */
export function itemsOf(t: SqlTarget, list: ArrayList, make: (item: SqlValue) => string): string {
  const [name, body] = bodyOf(t, list, make);
  return t.columns.of(t.dialect.map(list.positions, name, body));
}

/** Returns `made`, or null if any item of the array is null. */
export function whole(t: SqlTarget, array: string, made: string): string {
  const nulls = t.dialect.size(t.dialect.filter(array, "n", "n IS NULL"));
  return `CASE WHEN ${nulls} = 0 THEN ${made} END`;
}

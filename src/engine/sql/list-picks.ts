// Picks items by a key: the least, the greatest, the first match, or all in order.
import type { Type } from "../language/types.js";
import { badItems, bodyOf, held, spread } from "./holding.js";
import { filtered, firstItem, itemsOf, mapped, nullOf, whole } from "./list-functions.js";
import { choose, toArray } from "./lists.js";
import { compared } from "./numbers.js";
import {
  and,
  anyOf,
  chooseScalar,
  firstOf,
  holds,
  isConstant,
  isNull,
  isThere,
  NULL,
  not,
  type SqlScalar,
  scalar,
  withFacts,
} from "./scalars.js";
import { asList, asScalar, type ListValue, type SqlTarget, type SqlValue, withBad } from "./values.js";
/** Returns the least or greatest item; null if an item is null or the list is empty. */
export function extremeOf(
  t: SqlTarget,
  given: SqlValue,
  isGreatest: boolean,
  isNullable: boolean,
): SqlScalar {
  const list = asList(given);
  if (list.kind === "array") {
    const items = itemsOf(t, list, (item) => asScalar(item).sql);
    const found = isGreatest ? t.dialect.greatestOf(items) : t.dialect.leastOf(items);
    return nullOf(list, scalar(isNullable ? whole(t, items, found) : found));
  }
  const items = list.items.map(({ when, value }) => ({
    when,
    value: withFacts(asScalar(value), { bad: undefined }),
  }));
  const sqls = items.map(({ when, value }) => chooseScalar([{ when, value }]).sql);
  const limits = spread(items.map(({ value }) => value));
  if (items.length === 0) return nullOf(list, NULL);
  const found = scalar(isGreatest ? t.dialect.greatest(sqls) : t.dialect.least(sqls), limits);
  const holes = isNullable ? items.filter(({ value }) => !isConstant(value) || isNull(value)) : [];
  const isWhole = not(holds(anyOf(holes.map(({ when, value }) => and(when, not(isThere(value)))))));
  return nullOf(list, chooseScalar([{ when: isWhole, value: found }]));
}

/** Returns the first item that passes a test. */
export function firstThat(t: SqlTarget, given: SqlValue, test: (item: SqlValue) => SqlScalar): SqlValue {
  const list = asList(given);
  if (list.kind === "array") return firstItem(t, filtered(t, list, test));
  const cases = list.items.map(({ when, value }) => ({ when: held(t, and(when, test(value))), value }));
  return withBad(choose(t, cases), list.bad);
}

/** Returns the first item with the least or greatest key. Items without a key are skipped. */
export function pickExtreme(
  t: SqlTarget,
  given: SqlValue,
  isGreatest: boolean,
  type: Type,
  key: (item: SqlValue) => SqlScalar,
): SqlValue {
  const list = asList(given);
  const bad = firstOf([list.bad, badItems(t, list, (item) => key(item).bad)]);
  const keyOf = (item: SqlValue) => held(t, withFacts(key(item), { bad: undefined }));
  const isBest = (own: SqlScalar, best: SqlScalar): SqlScalar => {
    if (type.kind === "number") return compared(t, isGreatest ? "<=" : ">=", best, own, type.integer);
    return scalar(`(${t.dialect.ordered(best.sql)} = ${t.dialect.ordered(own.sql)})`);
  };
  const keys = mapped(t, { ...list, bad: undefined }, keyOf);
  const best = held(t, withFacts(extremeOf(t, keys, isGreatest, false), { bad: undefined }));
  return withBad(
    firstThat(t, { ...list, bad: undefined }, (item) => isBest(keyOf(item), best)),
    bad,
  );
}

/** Sorts by a key, stable, items without a key last. */
export function sortedBy(
  t: SqlTarget,
  given: SqlValue,
  isDescending: boolean,
  type: Type,
  key: (item: SqlValue) => SqlScalar,
): ListValue {
  const list = asList(given);
  const bad = firstOf([list.bad, badItems(t, list, (item) => key(item).bad)]);
  const array = toArray(t, list);
  const [name, body] = bodyOf(t, array, (item) => {
    const own = t.columns.of(key(item).sql);
    // Numbers that are near each other have no order.
    if (type.kind !== "number" || type.integer) return own;
    const digits = t.dialect.significant(t.dialect.call("abs", own), 12, 0);
    return `CASE WHEN ${own} < 0 THEN - ${digits} ELSE ${digits} END`;
  });
  return {
    ...array,
    positions: t.columns.of(t.dialect.sorted(array.positions, name, body, isDescending)),
    bad,
  };
}

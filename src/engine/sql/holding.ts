// Moves the expressions of values into columns, and replaces loop variables in values.
import { Columns, type ListLoop } from "./columns.js";
import type { SqlType } from "./dialect.js";
import { type Case, firstOf, isConstant, isNull, NULL, type SqlScalar } from "./scalars.js";
import type { ArrayList, ListValue, RecordLeaf, SqlTarget, SqlValue } from "./values.js";
export function arrayOf(t: SqlTarget, values: readonly SqlScalar[]): string {
  const first = values.find((value) => !isNull(value)) ?? NULL;
  const isIndex = /^\d+$/.test(first.sql);
  const sqls = values.map(({ sql }) => sql);
  return t.columns.of(t.dialect.array(sqls, isIndex ? "index" : typeOf(first.constant)));
}

function typeOf(value: unknown): SqlType {
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "boolean" : "text";
}

export function spread(values: readonly SqlScalar[]): { readonly low: number; readonly high: number } {
  return {
    low: Math.min(...values.map(({ low }) => low)),
    high: Math.max(...values.map(({ high }) => high)),
  };
}

/** Replaces a loop's variable in a value. */
export function bound<V extends SqlValue>(t: SqlTarget, value: V, loop: ListLoop, by: string): V;
export function bound(t: SqlTarget, value: SqlValue, loop: ListLoop, by: string): SqlValue {
  const text = (sql: string) => Columns.bind(sql, loop, by);
  const optional = (sql: string | undefined) => (sql === undefined ? undefined : text(sql));
  const single = (of: SqlScalar): SqlScalar => ({
    ...{ ...of, sql: text(of.sql), bad: optional(of.bad) },
    ...(of.pick === undefined ? {} : { pick: [text(of.pick[0]), of.pick[1]] as const }),
  });
  const bad = optional(value.bad);
  switch (value.kind) {
    case "scalar":
      return single(value);
    case "record":
      return {
        ...value,
        bad,
        cases: value.cases.map(({ when, value: leaf }) => ({
          when: single(when),
          value: boundLeaf(t, leaf, loop, by),
        })),
      };
    case "unrolled": {
      const items = value.items.map((item) => ({
        when: single(item.when),
        value: bound(t, item.value, loop, by),
      }));
      return { ...value, items, none: single(value.none), bad };
    }
    case "array": {
      const size = text(value.loop.size);
      const own = size === value.loop.size ? value.loop : t.columns.loop(size);
      const item = own === value.loop ? value.item : bound(t, value.item, value.loop, Columns.variable(own));
      const positions = text(value.positions);
      return {
        ...value,
        positions,
        loop: own,
        item: bound(t, item, loop, by),
        none: single(value.none),
        bad,
      };
    }
  }
}

function boundLeaf(t: SqlTarget, leaf: RecordLeaf, loop: ListLoop, by: string): RecordLeaf {
  switch (leaf.kind) {
    case "frame":
      return { ...leaf, binds: [...leaf.binds, { loop, by }] };
    case "row":
      return { ...leaf, index: bound(t, leaf.index, loop, by) };
    case "fields":
      return {
        kind: "fields",
        fields: new Map([...leaf.fields].map(([name, each]) => [name, bound(t, each, loop, by)])),
      };
    case "none":
      return leaf;
  }
}

/** Puts the expressions of a value into columns, so that they are computed once. */
export function held<V extends SqlValue>(t: SqlTarget, value: V): V;
export function held(t: SqlTarget, value: SqlValue): SqlValue {
  const bad = value.bad === undefined ? undefined : t.columns.of(value.bad, true);
  const cases = <C extends SqlValue>(given: readonly Case<C>[]): Case<C>[] =>
    given.map((each) => ({ when: held(t, each.when), value: held(t, each.value) }));
  switch (value.kind) {
    case "scalar":
      return isConstant(value) ? { ...value, bad } : { ...value, sql: t.columns.of(value.sql), bad };
    case "record":
      return {
        ...value,
        bad,
        cases: value.cases.map((each) => ({ when: held(t, each.when), value: heldLeaf(t, each.value) })),
      };
    case "unrolled":
      return { ...value, items: cases(value.items), none: held(t, value.none), bad };
    case "array":
      return { ...value, positions: t.columns.of(value.positions), none: held(t, value.none), bad };
  }
}

function heldLeaf(t: SqlTarget, leaf: RecordLeaf): RecordLeaf {
  if (leaf.kind === "row") return { ...leaf, index: held(t, leaf.index) };
  if (leaf.kind !== "fields") return leaf;
  return { kind: "fields", fields: new Map([...leaf.fields].map(([name, value]) => [name, held(t, value)])) };
}

/** Writes the body of a loop over a list's positions. */
export function bodyOf(
  t: SqlTarget,
  list: ArrayList,
  make: (item: SqlValue, position: string) => string,
): readonly [name: string, body: string] {
  const isNested = t.open.has(list.loop);
  const loop = isNested ? t.columns.loop(list.loop.size) : list.loop;
  const variable = Columns.variable(loop);
  const item = isNested ? bound(t, list.item, list.loop, variable) : list.item;
  t.open.add(loop);
  const body = make(item, variable);
  t.open.delete(loop);
  const name = Columns.closed(loop);
  return [name, Columns.bind(body, loop, name)];
}

/** Returns the first `bad` among the items of a list. */
export function badItems(
  t: SqlTarget,
  list: ListValue,
  badIn: (item: SqlValue) => string | undefined,
): string | undefined {
  if (list.kind === "unrolled") {
    const parts = list.items.map(({ when, value }) => {
      const bad = badIn(value);
      return bad === undefined || when.constant === true ? bad : `CASE WHEN ${when.sql} THEN ${bad} END`;
    });
    return firstOf(parts);
  }
  let isGood = false;
  const [name, body] = bodyOf(t, list, (item) => {
    const bad = badIn(item);
    isGood = bad === undefined;
    return bad ?? "NULL";
  });
  if (isGood) return undefined;
  const found = t.dialect.filter(t.dialect.map(list.positions, name, body), "b", "b IS NOT NULL");
  return t.dialect.at(found, "1");
}

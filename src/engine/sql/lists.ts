// Chooses between values and joins lists. Short lists are unrolled into their items; others are arrays of positions.
import { Columns } from "./columns.js";
import { arrayOf, bound, held, spread } from "./holding.js";
import { position } from "./numbers.js";
import {
  all,
  and,
  badChoice,
  type Case,
  chooseScalar,
  FALSE,
  firstOf,
  holds,
  isAt,
  isConstant,
  isNull,
  NULL,
  not,
  possible,
  type SqlScalar,
  scalar,
  TRUE,
  withFacts,
} from "./scalars.js";
import {
  type ArrayList,
  asList,
  asRecord,
  asScalar,
  EMPTY,
  type ListValue,
  NOTHING,
  type RecordLeaf,
  type RecordValue,
  record,
  type SqlTarget,
  type SqlValue,
  type TableRows,
} from "./values.js";

/** Returns the value of the first case whose condition is true, else null. */
export function choose(t: SqlTarget, given: readonly Case<SqlValue>[]): SqlValue {
  const cases = possible(given);
  const [first] = cases;
  if (first?.when.constant === true) return first.value;
  const bad = badChoice(cases.map(({ when, value }) => ({ when, bad: value.bad })));
  const as = <V extends SqlValue>(make: (value: SqlValue) => V): Case<V>[] =>
    cases.map(({ when, value }) => ({ when, value: make(value) }));
  if (cases.some(({ value }) => isList(value))) return { ...chooseList(t, as(asList)), bad };
  if (cases.some(({ value }) => value.kind === "record"))
    return { ...chooseRecord(numbered(t, as(asRecord))), bad };
  return chooseSingle(t, as(asScalar));
}

/** Replaces the conditions of many cases by comparisons with one number. */
function numbered<V>(t: SqlTarget, cases: readonly Case<V>[]): readonly Case<V>[] {
  if (cases.length < FEW || cases.every(({ when }) => when.pick !== undefined)) return cases;
  const numbers = cases.map(({ when }, at) => ({
    when: withFacts(when, { bad: undefined }),
    value: position(at + 1),
  }));
  const index = t.columns.of(chooseScalar(numbers).sql);
  return cases.map(({ value }, at) => ({ when: isAt(index, at + 1), value }));
}

const FEW = 3;

/** Reads constants that are chosen by a number from an array. */
function chooseSingle(t: SqlTarget, cases: readonly Case<SqlScalar>[]): SqlScalar {
  const index = cases[0]?.when.pick?.[0];
  const isPicked =
    cases.length >= FEW && cases.every(({ when, value }) => when.pick?.[0] === index && isConstant(value));
  if (index === undefined || !isPicked) return chooseScalar(cases);
  const values: SqlScalar[] = [];
  for (const { when, value } of cases) values[(when.pick?.[1] ?? 1) - 1] ??= value;
  const whole = Array.from(values, (value) => value ?? NULL);
  const there = whole.filter((value) => !isNull(value));
  if (there.length === 0) return NULL;
  const bad = badChoice(cases.map(({ when, value }) => ({ when, bad: value.bad })));
  return scalar(t.dialect.at(arrayOf(t, whole), index), { ...spread(there), bad });
}

export function isList(value: SqlValue): value is ListValue {
  return value.kind === "unrolled" || value.kind === "array";
}

function chooseRecord(given: readonly Case<RecordValue>[]): RecordValue {
  const cases = given.flatMap(({ when, value }): Case<RecordLeaf>[] => {
    const inner = value.cases.map((each) => ({ when: and(when, each.when), value: each.value }));
    return value.cases.at(-1)?.when.constant === true ? inner : [...inner, { when, value: NOTHING }];
  });
  const [row] = cases.flatMap(({ value }) => (value.kind === "row" ? [value] : []));
  const isOneTable = cases.every(
    ({ value }) => value.kind === "none" || (value.kind === "row" && value.table === row?.table),
  );
  if (row === undefined || !isOneTable) return { kind: "record", cases: possible(cases) };
  const index = chooseScalar(
    cases.map(({ when, value }) => ({ when, value: value.kind === "row" ? value.index : NULL })),
  );
  return record({ ...row, index });
}

/** Makes the conditions exclusive. */
function apart<V>(t: SqlTarget, cases: readonly Case<V>[]): readonly Case<V>[] {
  const made = numbered(t, cases);
  if (made !== cases || cases.every(({ when }) => when.pick !== undefined)) return made;
  return cases.map(({ when, value }, at) => {
    const before = cases.slice(0, at).map((each) => not(holds(each.when)));
    return { when: held(t, withFacts(all([...before, when]), { bad: undefined })), value };
  });
}

function chooseList(t: SqlTarget, given: readonly Case<ListValue>[]): ListValue {
  const cases = apart(t, given);
  const none = cases.map(({ when, value }) => ({ when, value: value.none }));
  const lists = cases.map(({ when, value }) => restricted(t, value, when));
  return { ...appended(t, lists), none: held(t, chooseScalar([...none, { when: TRUE, value: TRUE }])) };
}

/** Returns the list if a condition is true, else an empty one. */
export function restricted<L extends ListValue>(t: SqlTarget, list: L, when: SqlScalar): L {
  if (when.constant === true) return list;
  if (list.kind === "unrolled")
    return {
      ...list,
      items: possibleItems(list.items.map((item) => ({ ...item, when: and(when, item.when) }))),
    };
  const none = t.dialect.array([], "index");
  return { ...list, positions: `CASE WHEN ${when.sql} THEN ${list.positions} ELSE ${none} END` };
}

/** Drops items whose condition is never true. */
export function possibleItems(items: readonly Case<SqlValue>[]): Case<SqlValue>[] {
  return items.filter(({ when }) => when.constant !== false && when.constant !== null);
}

/** Appends lists; null lists have no items. */
export function appended(t: SqlTarget, lists: readonly ListValue[]): ListValue {
  const bad = firstOf(lists.map((list) => list.bad));
  const none = FALSE;
  if (lists.every((list) => list.kind === "unrolled"))
    return { kind: "unrolled", items: lists.flatMap(({ items }) => items), none, bad };
  const arrays = lists
    .filter((list) => list.kind === "array" || list.items.length > 0)
    .map((list) => toArray(t, list));
  const [only] = arrays;
  if (arrays.length === 1 && only !== undefined) return { ...only, bad, none };
  let before = "0";
  const starts = arrays.map(({ loop }) => {
    const start = before;
    before = before === "0" ? loop.size : t.columns.of(`(${before} + ${loop.size})`);
    return start;
  });
  const loop = t.columns.loop(before);
  const index = Columns.variable(loop);
  const cases = arrays.map((list, at): Case<SqlValue> => {
    const own = starts[at] === "0" ? index : `(${index} - ${starts[at]})`;
    const end = starts[at + 1];
    const when = end === undefined ? TRUE : scalar(`(${index} <= ${end})`);
    return { when, value: bound(t, list.item, list.loop, own) };
  });
  const positions = arrays.map((list, at) =>
    starts[at] === "0" ? list.positions : t.dialect.map(list.positions, "p", `p + ${starts[at]}`),
  );
  return { kind: "array", positions: t.dialect.append(positions), loop, item: choose(t, cases), none, bad };
}

/** Converts an unrolled list to positions among its items, or positions in a table if the items are table rows. */
export function toArray(t: SqlTarget, list: ListValue): ArrayList {
  if (list.kind === "array") return list;
  const { items, none, bad } = list;
  const [first] = items;
  const table = first === undefined ? undefined : rowOf(first.value)?.table;
  const end = items.findIndex(({ value }) => rowOf(value)?.table !== table);
  if (end > 0 && items.some(({ value }) => rowOf(value) !== undefined)) {
    const parts = [items.slice(0, end), items.slice(end)].map((part) =>
      toArray(t, { ...EMPTY, items: part }),
    );
    return { ...(appended(t, parts) as ArrayList), none, bad };
  }
  const numbers = items.map(({ value }, at) => rowOf(value)?.index ?? at + 1);
  const loop = t.columns.loop(String(table === undefined ? items.length : table.rows.length));
  const index = Columns.variable(loop);
  const item =
    table === undefined
      ? choose(
          t,
          items.map(({ value }, at) => ({ when: isAt(index, at + 1), value })),
        )
      : record({ kind: "row", table, index: scalar(index) });
  return { kind: "array", positions: positionsOf(t, items, numbers), loop, item, none, bad };
}

/** Returns the table row if the value is the same row for every input. */
function rowOf(value: SqlValue): { readonly table: TableRows; readonly index: number } | undefined {
  const leaf = value.kind === "record" && value.cases.length === 1 ? value.cases[0]?.value : undefined;
  if (leaf?.kind !== "row" || typeof leaf.index.constant !== "number") return undefined;
  return { table: leaf.table, index: leaf.index.constant };
}

function positionsOf(t: SqlTarget, items: readonly Case<SqlValue>[], numbers: readonly number[]): string {
  const isWhole = items.every(({ when }) => when.constant === true);
  const all = items.map(({ when }, at) =>
    when.constant === true ? `${numbers[at]}` : `CASE WHEN ${when.sql} THEN ${numbers[at]} END`,
  );
  const array = t.dialect.array(all, "index");
  return t.columns.of(isWhole ? array : t.dialect.filter(array, "p", "p IS NOT NULL"));
}

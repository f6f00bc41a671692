// SQL of the functions of evidence: lists of input names, each with the condition that puts it into the list.
import { ASSUMED } from "../functions/evidence.js";
import { held } from "./holding.js";
import { sizeOf } from "./list-functions.js";
import { appended, choose, restricted } from "./lists.js";
import { compared, constant } from "./numbers.js";
import { and, anyOf, type Case, firstOf, holds, not, type SqlScalar, scalar, TRUE } from "./scalars.js";
import { asList, asScalar, EMPTY, type SqlTarget, type SqlValue, type UnrolledList } from "./values.js";
import { Unsupported } from "./writer.js";

type Make = (t: SqlTarget, values: readonly SqlValue[]) => SqlValue;

/** Returns the value of a call; undefined if the function is none of evidence. */
export function evidenceCall(t: SqlTarget, name: string, values: readonly SqlValue[]): SqlValue | undefined {
  const make = FUNCTIONS[name];
  if (make === undefined) return undefined;
  const own = values.map((value) => ({ ...value, bad: undefined }));
  return { ...make(t, own), bad: firstOf(values.map(({ bad }) => bad)) };
}

function unrolled(value: SqlValue): UnrolledList {
  const list = asList(value);
  if (list.kind === "array") throw new Unsupported("evidence of an array has no SQL");
  return list;
}

const nameOf = ({ value }: Case<SqlValue>) => asScalar(value).constant;
const isAssumed = (item: Case<SqlValue>) => String(nameOf(item)).startsWith(ASSUMED);

function present(items: readonly Case<SqlValue>[]): SqlScalar {
  return holds(anyOf(items.map(({ when }) => when)));
}

/** Whether an input is missing for which no assumption was used. */
function isOpen(value: SqlValue): SqlScalar {
  return present(unrolled(value).items.filter((item) => !isAssumed(item)));
}

/** Appends lists without repeats: an item counts if no earlier one has its name. */
function union(t: SqlTarget, lists: readonly SqlValue[]): UnrolledList {
  const { items } = unrolled(appended(t, [EMPTY, ...lists.map(unrolled)]));
  const before = new Map<unknown, SqlScalar>();
  const kept = items.map((item): Case<SqlValue> => {
    const name = nameOf(item);
    if (name === undefined) throw new Unsupported("evidence with a computed name has no SQL");
    const earlier = before.get(name);
    before.set(name, earlier === undefined ? item.when : anyOf([earlier, item.when]));
    return {
      ...item,
      when: earlier === undefined ? item.when : held(t, and(item.when, not(holds(earlier)))),
    };
  });
  return { ...EMPTY, items: kept.filter(({ when }) => when.constant !== false) };
}

const renamed =
  (isKept: (item: Case<SqlValue>) => boolean, rename: (name: string) => string): Make =>
  (t, [list = EMPTY]) => ({
    ...EMPTY,
    items: unrolled(list)
      .items.filter(isKept)
      .map((item) => ({ when: item.when, value: constant(t, rename(String(nameOf(item)))) })),
  });

const FUNCTIONS: Readonly<Record<string, Make>> = {
  $union: union,
  $each: (t, [lists = EMPTY]) =>
    union(
      t,
      unrolled(lists).items.map(({ when, value }) => restricted(t, asList(value), when)),
    ),
  $settled: (t, [settlesA = EMPTY, a = EMPTY, settlesB = EMPTY, b = EMPTY]) => {
    const isSide = (settles: SqlValue, side: SqlValue) =>
      held(t, and(holds(asScalar(settles)), not(isOpen(side))));
    const [isA, isB] = [isSide(settlesA, a), isSide(settlesB, b)];
    const isShorter = compared(t, "<", sizeOf(t, b), sizeOf(t, a), true);
    return choose(t, [
      { when: held(t, and(isA, not(and(isB, isShorter)))), value: a },
      { when: isB, value: b },
      { when: TRUE, value: union(t, [a, b]) },
    ]);
  },
  $after: (t, [test = EMPTY, branch = EMPTY]) =>
    choose(t, [
      { when: held(t, isOpen(test)), value: test },
      { when: TRUE, value: union(t, [test, branch]) },
    ]),
  $none: (_, [list = EMPTY]) => not(present(unrolled(list).items)),
  $open: renamed(
    (item) => !isAssumed(item),
    (name) => name,
  ),
  $assumed: renamed(isAssumed, (name) => name.slice(ASSUMED.length)),
  $stands: renamed(
    () => true,
    (name) => (name.startsWith(ASSUMED) ? name : ASSUMED + name),
  ),
  $entry: (t, [input = EMPTY, key = EMPTY]) => {
    const [of, word] = [asScalar(input), asScalar(key)];
    const name =
      typeof of.constant === "string" && typeof word.constant === "string"
        ? constant(t, `${of.constant}.${word.constant}`)
        : scalar(t.dialect.concat([of.sql, t.dialect.text("."), word.sql]));
    return { ...EMPTY, items: [{ when: TRUE, value: name }] };
  },
};

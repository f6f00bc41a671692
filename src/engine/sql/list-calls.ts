// SQL of the built-in functions that take or return lists.
import type { Scale } from "../language/types.js";
import { keyWords } from "../typing/lookup-cover.js";
import type { Typed } from "../typing/plan.js";
import { Columns } from "./columns.js";
import { held } from "./holding.js";
import { interpolated } from "./interpolation.js";
import { firstItem, hasItem, lastItem, mapped, sizeOf, sumOf, taken } from "./list-functions.js";
import { extremeOf } from "./list-picks.js";
import { appended } from "./lists.js";
import { nearestNames } from "./meant.js";
import { and, anyOf, badOf, FALSE, NULL, type SqlScalar, scalar } from "./scalars.js";
import {
  type ArrayList,
  asList,
  asScalar,
  type SqlTarget,
  type SqlValue,
  type UnrolledList,
} from "./values.js";
import { type BuiltinCall, type SqlPlace, type SqlWriter, Unsupported } from "./writer.js";
/** Returns the first words of the table rows whose words are nearest to a word. */
export function nearest(w: SqlWriter, args: readonly Typed[], place: SqlPlace): SqlValue {
  const [rows, word, count] = args as [Typed, Typed, Typed];
  if (rows.op !== "rows" || count.op !== "literal")
    throw new Unsupported("nearest of computed rows has no SQL");
  const { def } = rows.table;
  const at = def.keys.findIndex(({ kind }) => kind === "one_of");
  const words = def.rows.map((row) => keyWords(row, def, at).map(String));
  const given = held(w, w.scalar(word, place));
  const array = nearestNames(w, given.sql, words, Number(count.value));
  if (array === undefined) throw new Unsupported("nearest has no SQL");
  return textsIn(w, array, word.type.nullable, given.bad);
}

function textsIn(w: SqlWriter, sql: string, isNullable: boolean, bad: string | undefined): ArrayList {
  const array = w.columns.of(sql);
  const size = w.columns.of(w.dialect.size(array));
  const loop = w.columns.loop(size);
  const item = scalar(w.dialect.at(array, Columns.variable(loop)));
  const none = isNullable ? scalar(`(${array} IS NULL)`) : FALSE;
  return { kind: "array", positions: w.columns.of(w.dialect.range(size)), loop, item, none, bad };
}

type ListFunction = (w: SqlWriter, call: BuiltinCall, values: readonly SqlValue[]) => SqlValue;

const itemOf = ({ args: [list] }: BuiltinCall) => (list?.type.kind === "list" ? list.type.item : undefined);

export const LIST_FUNCTIONS: Readonly<Record<string, ListFunction>> = {
  count: (w, _, [list = NULL]) => sizeOf(w, list),
  sum: (w, call, [list = NULL]) => sumOf(w, list, itemOf(call)?.nullable !== false),
  first: (w, _, [list = NULL]) => firstItem(w, list),
  last: (w, _, [list = NULL]) => lastItem(w, list),
  take: (w, _, [list = NULL, count = NULL]) => taken(w, list, asScalar(count)),
  has: (w, call, [list = NULL, item = NULL]) =>
    hasItem(w, list, asScalar(item), itemOf(call)?.kind === "number"),
  split: (w, { args }, [text = NULL, separator = NULL]): ArrayList => {
    const [own, by] = [asScalar(text), asScalar(separator)];
    const isNullable = args.some(({ type }) => type.nullable);
    return textsIn(w, w.dialect.split(own.sql, by.sql), isNullable, badOf([own, by]));
  },
  concat: (w, _, lists) => ({
    ...appended(w, lists.map(asList)),
    none: anyOf(lists.map((list) => asList(list).none)),
  }),
  interpolate: (w, _, [x = NULL, xs = NULL, ys = NULL]) => {
    const lists = [asList(xs), asList(ys)];
    if (!lists.every((list): list is UnrolledList => list.kind === "unrolled"))
      throw new Unsupported("interpolate over a list of the engine has no SQL");
    const [points = [], values = []] = lists.map(({ items }) => items);
    const both = points.slice(0, values.length).map((point, at) => {
      const value = values[at] as typeof point;
      return {
        when: held(w, and(point.when, value.when)),
        x: asScalar(point.value),
        y: asScalar(value.value),
      };
    });
    return interpolated(w, asScalar(x), both);
  },
};

export const extremeOfList: ListFunction = (w, { name, args, scale, type }, [list = NULL]) => {
  const item = args[0]?.type.kind === "list" ? args[0].type.item : undefined;
  const isNullable = item?.nullable !== false;
  const own = scale ?? (type.kind === "scale" ? type.scale : undefined);
  if (own === undefined) return extremeOf(w, list, name === "max", isNullable);
  const ranks = mapped(w, list, (word) => w.rank(own, asScalar(word)));
  return wordOf(w, own, extremeOf(w, ranks, name === "max", isNullable));
};

export function wordOf(t: SqlTarget, { words }: Scale, rank: SqlScalar): SqlScalar {
  const array = t.columns.of(
    t.dialect.array(
      words.map((word) => t.dialect.text(word)),
      "text",
    ),
  );
  return scalar(t.dialect.at(array, t.dialect.toIndex(`${rank.sql} + 1`)), { bad: rank.bad });
}

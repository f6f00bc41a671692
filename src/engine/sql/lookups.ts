// Lookups in tables: arrays of constants, indexed by the number of the row that fits.
import type { Cell, Row, TableDef } from "../language/model.js";
import { keyWords } from "../typing/lookup-cover.js";
import type { TablePlan } from "../typing/plan.js";
import { Columns } from "./columns.js";
import { arrayOf, spread } from "./holding.js";
import { interpolated } from "./interpolation.js";
import { possibleItems } from "./lists.js";
import { compared, constant, position } from "./numbers.js";
import {
  all,
  badOf,
  type Case,
  chooseScalar,
  isConstant,
  isNull,
  isThere,
  NULL,
  not,
  type SqlScalar,
  scalar,
  TRUE,
  withFacts,
} from "./scalars.js";
import {
  EMPTY,
  type ListValue,
  record,
  type SqlTarget,
  type SqlValue,
  type TableRows,
  withBad,
} from "./values.js";

/** Limit for the array of row numbers by combination of key words. */
const MOST_COMBINATIONS = 20_000;
/** Longer lists in cells become slices of one array. */
const LONGEST_CELL = 40;

const cached = new WeakMap<TableDef, TableRows>();

/** Returns the rows of a table with their periods, then the default row. */
function rowsIn({ def, cell }: Pick<TablePlan, "def" | "cell">): TableRows {
  const known = cached.get(def);
  if (known !== undefined) return known;
  const rows = def.rows.map(
    (row, at): Row =>
      def.dated === undefined ? row : { ...row, ...(def.periods[at] ?? { from: null, until: null }) },
  );
  const { otherwise } = def;
  const miss =
    otherwise === undefined || otherwise === null
      ? []
      : [cell === undefined ? (otherwise as Row) : { [cell]: otherwise as Cell }];
  const made = { rows: [...rows, ...miss] };
  cached.set(def, made);
  return made;
}

/** Returns the rows in force on a date. */
export function tableRows(
  t: SqlTarget,
  table: Pick<TablePlan, "def" | "cell">,
  date: SqlScalar | undefined,
): ListValue {
  const rows = rowsIn(table);
  const items = table.def.rows.map(
    (_, at): Case<SqlValue> => ({
      when: inForce(t, table.def, at, date),
      value: record({ kind: "row", table: rows, index: position(at + 1) }),
    }),
  );
  return { ...EMPTY, items: possibleItems(items), bad: date?.bad };
}

function inForce(t: SqlTarget, def: TableDef, at: number, date: SqlScalar | undefined): SqlScalar {
  if (date === undefined) return TRUE;
  const { from, until } = def.periods[at] ?? { from: null, until: null };
  const day = t.dialect.ordered(date.sql);
  const tests = [
    ...(from === null ? [] : [scalar(`(${t.dialect.text(from)} <= ${day})`)]),
    ...(until === null ? [] : [scalar(`(${day} <= ${t.dialect.text(until)})`)]),
  ];
  return all(tests);
}

/** Looks up a row, or the cell of the table's only value column. */
export function lookup(
  t: SqlTarget,
  table: TablePlan,
  keys: readonly SqlScalar[],
  date: SqlScalar | undefined,
): SqlValue {
  const { def, cell } = table;
  const bad = badOf([...keys, ...(date === undefined ? [] : [date])]);
  if (keys.some(isNull)) return withFacts(NULL, { bad });
  const own = keys.map((key) => withFacts(key, { bad: undefined }));
  const given = all(own.map(isThere));
  const line = def.keys.findIndex(({ kind }) => kind === "interpolate");
  if (line >= 0) {
    const limit = def.keys[line]?.columns[0] ?? "";
    const through = (rows: readonly number[]) => {
      const number = (row: number, column: string) =>
        constant(t, (def.rows[row - 1]?.[column] ?? null) as number | null);
      const points = rows.map((row) => ({ when: TRUE, x: number(row, limit), y: number(row, cell ?? "") }));
      return interpolated(t, own[line] as SqlScalar, points);
    };
    return withFacts(chooseScalar([{ when: given, value: byWords(t, def, own, through) }]), { bad });
  }
  const rows = rowsIn(table);
  const tests = (row: number): SqlScalar =>
    all([
      inForce(t, def, row - 1, date),
      ...def.keys.map((key, at) =>
        fits(t, key.kind, own[at] as SqlScalar, def.rows[row - 1]?.[key.columns[0] ?? ""]),
      ),
    ]);
  const found = byWords(t, def, own, (fitting) =>
    chooseScalar(fitting.map((row) => ({ when: tests(row), value: position(row) }))),
  );
  const miss = rows.rows.length > def.rows.length ? [{ when: TRUE, value: position(rows.rows.length) }] : [];
  const held = isConstant(found) ? found : { ...found, sql: t.columns.of(found.sql) };
  const whole = chooseScalar([{ when: isThere(held), value: held }, ...miss]);
  const isByWords = miss.length === 0 && def.keys.every(({ kind }) => kind === "equal" || kind === "one_of");
  const index = isByWords ? held : chooseScalar([{ when: given, value: whole }]);
  if (isNull(index)) return withFacts(NULL, { bad });
  const made =
    cell === undefined ? record({ kind: "row", table: rows, index }) : cellAt(t, rows, cell, index);
  return withBad(made, bad);
}

const FITS: Readonly<Record<string, string>> = { at_most: "<=", below: "<", at_least: ">=", above: ">" };

/** Tests a number against the limit of a row; words are found by `byWords`. */
function fits(t: SqlTarget, kind: string, key: SqlScalar, limit: Cell | undefined): SqlScalar {
  const fn = FITS[kind];
  if (fn === undefined || Math.abs(Number(limit)) === Number.POSITIVE_INFINITY) return TRUE;
  return compared(t, fn, key, constant(t, Number(limit)), false);
}

/** Applies `make` to the rows that match all word keys. Rows are numbered from 1. */
function byWords(
  t: SqlTarget,
  def: TableDef,
  keys: readonly SqlScalar[],
  make: (rows: readonly number[]) => SqlScalar,
): SqlScalar {
  const exact = def.keys.flatMap(({ kind }, at) => (kind === "equal" || kind === "one_of" ? [at] : []));
  const fixed = exact.filter((at) => isConstant(keys[at] as SqlScalar));
  const open = exact.filter((at) => !fixed.includes(at));
  const wordsOf = (row: number, at: number) => keyWords(def.rows[row - 1] as Row, def, at);
  const rows = def.rows
    .map((_, at) => at + 1)
    .filter((row) =>
      fixed.every((at) => wordsOf(row, at).includes((keys[at] as SqlScalar).constant as string)),
    );
  if (open.length === 0) return rows.length === 0 ? NULL : make(rows);
  const words = open.map((at) => [...new Set(rows.flatMap((row) => wordsOf(row, at)))]);
  if (words.some(({ length }) => length === 0)) return NULL;
  const sizes = words.map(({ length }) => length);
  const total = sizes.reduce((product, size) => product * size, 1);
  if (total > MOST_COMBINATIONS) throw new Error(`the table ${def.name} has ${total} combinations of words`);
  const combinations: number[][] = Array.from({ length: total }, () => []);
  for (const row of rows) {
    const places = open.reduce<number[]>(
      (before, at, nth) =>
        before.flatMap((place) =>
          [...new Set(wordsOf(row, at))].map(
            (word) => place * (sizes[nth] ?? 0) + (words[nth] ?? []).indexOf(word),
          ),
        ),
      [0],
    );
    for (const place of places) combinations[place]?.push(row);
  }
  const place = open.reduce((before, at, nth) => {
    const texts = (words[nth] ?? []).map((word) => constant(t, word).sql);
    const list = t.columns.of(t.dialect.array(texts, "text"));
    const own = t.columns.of(t.dialect.indexOf(list, (keys[at] as SqlScalar).sql));
    return before === "" ? own : `((${before} - 1) * ${sizes[nth]} + ${own})`;
  }, "");
  return ofCombinations(t, combinations, t.columns.of(place), make);
}

function ofCombinations(
  t: SqlTarget,
  combinations: readonly number[][],
  place: string,
  make: (rows: readonly number[]) => SqlScalar,
): SqlScalar {
  const made = new Map<string, SqlScalar>();
  for (const rows of combinations)
    if (!made.has(rows.join())) made.set(rows.join(), rows.length === 0 ? NULL : make(rows));
  const values = combinations.map((rows) => made.get(rows.join()) as SqlScalar);
  if (values.every(isConstant)) {
    const isSame = values.every((value, at) => value.constant === at + 1);
    const limits = spread(values.filter((value) => !isNull(value)));
    if (isSame) return scalar(place, limits);
    return scalar(t.dialect.at(arrayOf(t, values), place), limits);
  }
  const groups = [...made.keys()];
  const numbers = combinations.map((rows) => String(groups.indexOf(rows.join()) + 1));
  const isSame = numbers.every((number, at) => Number(number) === at + 1);
  const group = isSame
    ? place
    : t.columns.of(t.dialect.at(t.columns.of(t.dialect.array(numbers, "index")), place));
  return chooseScalar(
    [...made.values()].map((value, at) => ({ when: scalar(`(${group} = ${at + 1})`), value })),
  );
}

/** Returns a cell of the row with that number; null if there is no such row. */
export function cellAt(t: SqlTarget, { rows }: TableRows, column: string, index: SqlScalar): SqlValue {
  if (typeof index.constant === "number") return cellValue(t, rows[index.constant - 1]?.[column] ?? null);
  const cells = rows.map((row) => row[column] ?? null);
  if (!cells.some(Array.isArray))
    return picked(
      t,
      cells.map((cell) => constant(t, cell as string | null)),
      index,
    );
  const lists = cells.map((cell) => (Array.isArray(cell) ? (cell as readonly (string | number)[]) : []));
  const none = not(isThere(index));
  const longest = Math.max(...lists.map(({ length }) => length));
  const size = picked(
    t,
    lists.map(({ length }) => position(length)),
    index,
  );
  if (longest <= LONGEST_CELL) {
    const items = Array.from({ length: longest }, (_, at) => ({
      when: compared(t, ">", size, position(at), true),
      value: picked(
        t,
        lists.map((list) => constant(t, list[at] ?? null)),
        index,
      ),
    }));
    const isFixed = lists.every(({ length }) => length === longest);
    const when = isThere(index);
    return {
      ...EMPTY,
      items: isFixed ? items.map(({ value }) => ({ when, value })) : items,
      none,
      bad: index.bad,
    };
  }
  const starts = lists.map((_, at) => lists.slice(0, at).reduce((sum, { length }) => sum + length, 0));
  const start = picked(t, starts.map(position), index);
  const all = lists.flat().map((each) => constant(t, each));
  const loop = t.columns.loop(String(all.length));
  const item = picked(t, all, scalar(Columns.variable(loop)));
  const positions = t.dialect.map(
    t.dialect.range(t.columns.of(size.sql)),
    "p",
    `p + ${t.columns.of(start.sql)}`,
  );
  return { kind: "array", positions: t.columns.of(positions), loop, item, none, bad: index.bad };
}

function cellValue(t: SqlTarget, cell: Cell): SqlValue {
  if (!Array.isArray(cell)) return constant(t, cell as string | null);
  return { ...EMPTY, items: cell.map((each: string | number) => ({ when: TRUE, value: constant(t, each) })) };
}

/** Returns one of the constants by its number from 1. */
function picked(t: SqlTarget, values: readonly SqlScalar[], index: SqlScalar): SqlScalar {
  const [first] = values;
  const there = values.filter((value) => !isNull(value));
  if (first === undefined || there.length === 0) return withFacts(NULL, { bad: index.bad });
  if (values.every((value) => value.constant === first.constant))
    return withFacts(chooseScalar([{ when: isThere(index), value: first }]), { bad: index.bad });
  return scalar(t.dialect.at(arrayOf(t, values), t.columns.of(index.sql)), {
    ...spread(there),
    bad: index.bad,
  });
}

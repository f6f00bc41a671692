// SQL of the built-in functions.
import { toNumber } from "../functions/evaluation.js";
import { ceil, floor, round } from "../language/numbers.js";
import type { Typed } from "../typing/plan.js";
import type { NumberFunction } from "./dialect.js";
import { evidenceCall } from "./evidence.js";
import { held } from "./holding.js";
import { extremeOfList, LIST_FUNCTIONS, nearest, wordOf } from "./list-calls.js";
import { among } from "./list-functions.js";
import { arithmetic, constant, finite, rounded, same, significant } from "./numbers.js";
import {
  all,
  anyOf,
  badOf,
  type Constant,
  chooseScalar,
  firstOf,
  isConstant,
  isNull,
  isThere,
  NULL,
  type SqlScalar,
  scalar,
  withFacts,
} from "./scalars.js";
import { dateInWords, numberInWords } from "./texts.js";
import { asScalar, type SqlTarget, type SqlValue } from "./values.js";
import { type BuiltinCall, type SqlPlace, type SqlWriter, Unsupported } from "./writer.js";

export function builtinValue(w: SqlWriter, call: BuiltinCall, place: SqlPlace, chained: boolean): SqlValue {
  const { name, args } = call;
  if (name === "one_of") return oneOf(w, args, place);
  if (name === "nearest") return nearest(w, args, place);
  const isChained = name === "sqrt" || (name === "abs" && chained);
  const values = args.map((arg) => held(w, w.value(arg, place, isChained)));
  const evidence = evidenceCall(w, name, values);
  if (evidence !== undefined) return evidence;
  const isOverList = (name === "min" || name === "max") && args.length === 1 && args[0]?.type.kind === "list";
  const overLists = isOverList ? extremeOfList : LIST_FUNCTIONS[name];
  if (overLists !== undefined) {
    const made = overLists(w, call, values);
    return PARTIAL.has(name) ? finite(w, asScalar(made), place.site) : made;
  }
  const scalars = values.map(asScalar);
  const bad = badOf(scalars);
  if (scalars.some(isNull)) return withFacts(NULL, { bad });
  const own = scalars.map((value) => withFacts(value, { bad: undefined }));
  const made = folded(w, name, own) ?? FUNCTIONS[name]?.(w, own, call, place);
  if (made === undefined) throw new Unsupported(`${name} has no SQL`);
  const whole = withFacts(made, { bad: firstOf([bad, made.bad]) });
  return PARTIAL.has(name) && !(chained && name === "sqrt") ? finite(w, whole, place.site) : whole;
}

/** Functions with results that may not be finite. */
const PARTIAL: ReadonlySet<string> = new Set([
  "sqrt",
  "exp",
  "log",
  "tan",
  "asin",
  "acos",
  "interpolate",
  "sum",
]);

/** Functions that are evaluated while the statement is written if all arguments are constant. */
const FOLDED: Readonly<Record<string, (...args: never[]) => Constant>> = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  ceil,
  floor,
  round,
  lower: (text: string) => text.toLowerCase(),
  upper: (text: string) => text.toUpperCase(),
  trim: (text: string) => text.trim(),
  replace: (text: string, pattern: string, by: string) => text.replace(new RegExp(pattern, "gu"), by),
  number: toNumber,
  starts_with: (text: string, part: string) => text.startsWith(part),
  ends_with: (text: string, part: string) => text.endsWith(part),
  contains: (text: string, part: string) => text.includes(part),
  year: (date: string) => Number(date.slice(0, 4)),
  month: (date: string) => Number(date.slice(5, 7)),
  day: (date: string) => Number(date.slice(8, 10)),
};

function folded(t: SqlTarget, name: string, args: readonly SqlScalar[]): SqlScalar | undefined {
  const make = FOLDED[name] as ((...args: Constant[]) => Constant) | undefined;
  if (make === undefined || !args.every(isConstant)) return undefined;
  const value = make(...args.map((arg) => arg.constant));
  return typeof value === "number" && !Number.isFinite(value) ? undefined : constant(t, value);
}

/** Tests whether the first argument equals one of the others. Null equals only a literal null. */
function oneOf(w: SqlWriter, args: readonly Typed[], place: SqlPlace): SqlScalar {
  const [of, ...words] = args as [Typed, ...Typed[]];
  const value = held(w, w.scalar(of, place));
  const others = words.map((word) => w.scalar(word, place));
  const plain = others.filter((word) => isConstant(word) && !isNull(word));
  if (of.type.kind !== "number" && plain.length === others.length && !isConstant(value)) {
    const found = among(
      w,
      value,
      plain.map(({ sql }) => sql),
    );
    return scalar(`coalesce(${found.sql}, false)`, { bad: value.bad });
  }
  return anyOf(others.map((word) => same(w, value, word, { isNumber: of.type.kind === "number" })));
}

type Make = (w: SqlWriter, args: readonly SqlScalar[], call: BuiltinCall, place: SqlPlace) => SqlScalar;

const plain =
  (name: NumberFunction, low?: number, high?: number): Make =>
  (w, [of = NULL]) =>
    scalar(w.dialect.call(name, of.sql), { low, high });

const extreme: Make = (w, args, { name, scale, type, args: given }) => {
  const own = scale ?? (type.kind === "scale" ? type.scale : undefined);
  const ranked = own === undefined ? args : args.map((arg) => w.rank(own, arg));
  const sqls = ranked.map(({ sql }) => sql);
  const bounds = (of: (...ends: number[]) => number) => ({
    low: of(...ranked.map(({ low }) => low)),
    high: of(...ranked.map(({ high }) => high)),
  });
  const isLeast = name === "min";
  const found = scalar(
    isLeast ? w.dialect.least(sqls) : w.dialect.greatest(sqls),
    bounds(isLeast ? Math.min : Math.max),
  );
  const nullable = ranked.filter((_, at) => given[at]?.type.nullable);
  const whole = chooseScalar([{ when: all(nullable.map(isThere)), value: found }]);
  return own === undefined ? whole : wordOf(w, own, whole);
};

const textTest =
  (make: (t: SqlTarget, text: string, part: string) => string): Make =>
  (w, [text = NULL, part = NULL]) =>
    scalar(make(w, text.sql, part.sql));

const datePart =
  (from: number, length: number, high: number): Make =>
  (w, [date = NULL]) =>
    scalar(w.dialect.toNumber(w.dialect.slice(date.sql, from, length)), { low: 0, high });

/** Adds months or days; a date outside the calendar's four-digit years refuses the row. */
const later =
  (isMonths: boolean): Make =>
  (w, [date = NULL, count = NULL], _, { site }) => {
    const { dialect, columns } = w;
    const whole = dialect.toIndex(dialect.call("floor", dialect.add(count.sql, dialect.number(0.5))));
    const made = columns.of(dialect.later(date.sql, isMonths ? whole : "0", isMonths ? "0" : whole));
    const isLost = `${made} IS NULL AND ${date.sql} IS NOT NULL AND ${count.sql} IS NOT NULL`;
    columns.doubt(columns.of(`CASE WHEN ${isLost} THEN ${dialect.nan} ELSE ${dialect.number(0)} END`));
    return scalar(made, { bad: `CASE WHEN ${isLost} THEN ${site} END` });
  };

const wholeNumber =
  (direction: "ceil" | "floor"): Make =>
  (w, [of = NULL]) => {
    const { dialect, columns } = w;
    const number = columns.of(of.sql);
    const nearest = columns.of(dialect.call("round", number));
    const size = dialect.greatest([dialect.number(1), dialect.call("abs", number)]);
    const apart = dialect.call("abs", dialect.subtract(number, nearest));
    const isWhole = `${apart} <= ${dialect.multiply(dialect.number(1e-9), size)}`;
    const made = `CASE WHEN ${isWhole} THEN ${nearest} ELSE ${dialect.call(direction, number)} END`;
    return scalar(made, { low: of.low - 1, high: of.high + 1 });
  };

const FUNCTIONS: Readonly<Record<string, Make>> = {
  min: extreme,
  max: extreme,
  abs: (w, [of = NULL]) => {
    const high = Math.max(Math.abs(of.low), Math.abs(of.high));
    return scalar(w.dialect.call("abs", of.sql), { low: of.low > 0 ? of.low : 0, high });
  },
  sqrt: (w, [of = NULL]) => {
    const text =
      of.low >= 0 ? w.dialect.call("sqrt", of.sql) : w.dialect.guarded("sqrt", w.columns.of(of.sql), "< 0");
    return scalar(text, of.low >= 0 ? { low: Math.sqrt(of.low), high: Math.sqrt(of.high) } : {});
  },
  exp: (w, [of = NULL]) => scalar(w.dialect.call("exp", of.sql), { low: 0, high: Math.exp(of.high) }),
  log: (w, [of = NULL]) => {
    const text =
      of.low > 0 ? w.dialect.call("log", of.sql) : w.dialect.guarded("log", w.columns.of(of.sql), "<= 0");
    return scalar(text, of.low > 0 ? { low: Math.log(of.low), high: Math.log(of.high) } : {});
  },
  sin: plain("sin", -1, 1),
  cos: plain("cos", -1, 1),
  tan: plain("tan"),
  asin: (w, [of = NULL]) => scalar(w.dialect.guarded("asin", w.columns.of(of.sql), "NOT BETWEEN -1 AND 1")),
  acos: (w, [of = NULL]) => scalar(w.dialect.guarded("acos", w.columns.of(of.sql), "NOT BETWEEN -1 AND 1")),
  atan: plain("atan", -2, 2),
  ceil: wholeNumber("ceil"),
  floor: wholeNumber("floor"),
  round: (w, [of = NULL, decimals = NULL], { args: [number] }) => {
    if (typeof decimals.constant !== "number")
      throw new Unsupported("round to a computed number of decimals has no SQL");
    return rounded(w, of, decimals.constant, number?.type.kind === "number" && number.type.integer);
  },
  significant: (w, [of = NULL, figures = NULL]) => {
    if (typeof figures.constant !== "number")
      throw new Unsupported("significant of a computed number of figures has no SQL");
    return significant(w, of, figures.constant);
  },
  clamp: (w, [of = NULL, low = NULL, high = NULL], { args }) => {
    const made = w.dialect.least([w.dialect.greatest([of.sql, low.sql]), high.sql]);
    const nullable = [of, low, high].filter((_, at) => args[at]?.type.nullable);
    const limits = {
      low: Math.min(Math.max(of.low, low.low), high.low),
      high: Math.min(Math.max(of.high, low.high), high.high),
    };
    return chooseScalar([{ when: all(nullable.map(isThere)), value: scalar(made, limits) }]);
  },
  lower: (w, [text = NULL]) => scalar(w.dialect.lower(text.sql)),
  upper: (w, [text = NULL]) => scalar(w.dialect.upper(text.sql)),
  trim: (w, [text = NULL]) => scalar(w.dialect.trim(text.sql)),
  replace: (w, [text = NULL, pattern = NULL, by = NULL]) => {
    if (!isConstant(by)) throw new Unsupported("replace by a computed text has no SQL");
    return scalar(w.dialect.replace(text.sql, String(pattern.constant), String(by.constant)));
  },
  number: (w, [text = NULL]) => {
    const trimmed = w.columns.of(w.dialect.trim(text.sql));
    const isNumber = w.dialect.matches(trimmed, NUMERAL);
    return scalar(`CASE WHEN ${isNumber} THEN ${w.dialect.toNumber(trimmed)} END`, {
      low: -1e15,
      high: 1e15,
    });
  },
  in_words: (w, [of = NULL]) => numberInWords(w, of),
  long_date: (w, [of = NULL]) => dateInWords(w, of),
  steps_above: (w, [a = NULL, b = NULL], { scale }) => {
    if (scale === undefined) return NULL;
    const steps = arithmetic(w, "-", w.rank(scale, a), w.rank(scale, b));
    return arithmetic(w, "*", steps, constant(w, 1));
  },
  starts_with: textTest(({ dialect }, text, part) => dialect.startsWith(text, part)),
  ends_with: textTest(({ dialect }, text, part) => dialect.endsWith(text, part)),
  contains: textTest(({ dialect }, text, part) => dialect.contains(text, part)),
  year: datePart(1, 4, 9999),
  month: datePart(6, 2, 99),
  day: datePart(9, 2, 99),
  add_days: later(false),
  add_months: later(true),
};

const NUMERAL = "^[+-]?([0-9]{1,15}([.][0-9]{1,15})?|[.][0-9]{1,15})$";

// Sentences with values, with numbers formatted like in compiled tools.
import { fixed, grouped, round } from "../language/numbers.js";
import { inWords, longDate, printed } from "../language/printed.js";
import type { Type } from "../language/types.js";
import type { TypedPart } from "../typing/plan.js";
import { bodyOf } from "./holding.js";
import { constant, rounded } from "./numbers.js";
import {
  badOf,
  chooseScalar,
  isConstant,
  isThere,
  type SqlScalar,
  scalar,
  TRUE,
  withFacts,
} from "./scalars.js";
import { asScalar, type ListValue, type SqlTarget, type SqlValue } from "./values.js";
import type { SqlPlace, SqlWriter } from "./writer.js";

export function textOf(w: SqlWriter, parts: readonly TypedPart[], place: SqlPlace): SqlScalar {
  const pieces = parts.map((part) =>
    typeof part === "string" ? constant(w, part) : shownPart(w, part, place),
  );
  if (pieces.every(isConstant)) return constant(w, pieces.map((piece) => piece.constant).join(""));
  const sqls = pieces.map(({ sql }) => sql);
  return scalar(w.dialect.concat(sqls), { bad: badOf(pieces) });
}

function shownPart(w: SqlWriter, part: Exclude<TypedPart, string>, place: SqlPlace): SqlScalar {
  const { value: typed, decimals, grouped: isGrouped = false, round: to } = part;
  const value = w.value(typed, place);
  if (typed.type.kind !== "number" || (decimals === undefined && to === undefined))
    return shown(w, value, typed.type);
  const number = asScalar(value);
  const isWhole = typed.type.integer;
  if (typeof number.constant === "number") {
    const own = number.constant;
    if (decimals === undefined) return constant(w, String(round(own, to ?? 0)));
    return constant(w, isGrouped ? grouped(own, decimals) : fixed(own, decimals));
  }
  const made = rounded(w, number, decimals ?? to ?? 0, isWhole);
  const sql = w.columns.of(made.sql);
  const text = decimals === undefined ? w.dialect.digits(sql) : w.dialect.fixed(sql, decimals, isGrouped);
  return orNone(w, number, text, typed.type.nullable);
}

/** Replaces null by "n/a". */
function orNone(w: SqlTarget, of: SqlScalar, text: string, isNullable: boolean): SqlScalar {
  const made = scalar(text, { bad: of.bad });
  if (!isNullable) return made;
  const cases = [
    { when: withFacts(isThere(of), { bad: undefined }), value: made },
    { when: TRUE, value: constant(w, "n/a") },
  ];
  return withFacts(chooseScalar(cases), { bad: of.bad });
}

/** Formats a value for a sentence. */
export function shown(t: SqlTarget, value: SqlValue, type: Type): SqlScalar {
  if (value.kind === "unrolled" || value.kind === "array")
    return joined(t, value, type.kind === "list" ? type.item : type);
  const of = asScalar(value);
  if (isConstant(of)) return withFacts(constant(t, printed(of.constant)), { bad: of.bad });
  const sql = t.columns.of(of.sql);
  const held = { ...of, sql };
  switch (type.kind) {
    case "number":
      return orNone(t, held, numberText(t, held, type.integer), type.nullable);
    case "boolean":
      return orNone(t, held, `CASE WHEN ${sql} THEN 'true' ELSE 'false' END`, type.nullable);
    default:
      return orNone(t, held, sql, type.nullable);
  }
}

/** Formats a number with at most twelve significant digits. */
function numberText(
  { dialect, columns }: SqlTarget,
  { sql, low, high }: SqlScalar,
  isWhole: boolean,
): string {
  if (isWhole && low > -1e15 && high < 1e15) return dialect.whole(sql);
  const digits = columns.of(
    `CASE WHEN ${sql} = ${dialect.call("floor", sql)} THEN ${sql} ELSE ${dialect.significant(sql, 12, 0)} END`,
  );
  return columns.of(dialect.digits(digits));
}

function joined(t: SqlTarget, list: ListValue, type: Type, separator = ", "): SqlScalar {
  const none = { when: list.none, value: constant(t, "n/a") };
  const text = (item: SqlValue) => withFacts(shown(t, item, type), { bad: undefined });
  const found = chooseScalar([none, { when: TRUE, value: joinedText(t, list, text, separator) }]);
  return withFacts(found, { bad: list.bad });
}

export function joinedText(
  t: SqlTarget,
  list: ListValue,
  text: (item: SqlValue) => SqlScalar,
  separator: string,
): SqlScalar {
  if (list.kind === "unrolled") {
    const items = list.items.map(({ when, value }) => chooseScalar([{ when, value: text(value) }]));
    if (items.length === 0) return constant(t, "");
    return scalar(
      t.dialect.join(
        separator,
        items.map(({ sql }) => sql),
      ),
    );
  }
  const [name, body] = bodyOf(t, list, (item) => text(item).sql);
  return scalar(t.dialect.joined(t.dialect.map(list.positions, name, body), separator));
}

/** Writes 0 to 20 in words, other numbers in digits. */
export function numberInWords(t: SqlTarget, of: SqlScalar): SqlScalar {
  if (typeof of.constant === "number") return constant(t, inWords(of.constant));
  const number = t.columns.of(of.sql);
  const words = Array.from({ length: 21 }, (_, at) => t.dialect.text(inWords(at)));
  const floor = t.dialect.call("floor", number);
  const array = t.columns.of(t.dialect.array(words, "text"));
  const word = t.dialect.at(array, t.dialect.toIndex(`${number} + ${t.dialect.number(1)}`));
  const isWord = `${number} >= 0 AND ${number} <= 20 AND ${number} = ${floor}`;
  return scalar(`CASE WHEN ${isWord} THEN ${word} ELSE ${numberText(t, { ...of, sql: number }, false)} END`);
}

/** Writes a date like 1 April 2018. */
export function dateInWords(t: SqlTarget, of: SqlScalar): SqlScalar {
  if (typeof of.constant === "string") return constant(t, longDate(of.constant));
  const { dialect } = t;
  const date = t.columns.of(of.sql);
  const part = (from: number, length: number) => dialect.toNumber(dialect.slice(date, from, length));
  const months = Array.from({ length: 12 }, (_, at) => {
    const [, month = ""] = longDate(`2000-${String(at + 1).padStart(2, "0")}-01`).split(" ");
    return dialect.text(month);
  });
  const month = dialect.at(t.columns.of(dialect.array(months, "text")), dialect.toIndex(part(6, 2)));
  const parts = [
    dialect.whole(part(9, 2)),
    dialect.text(" "),
    month,
    dialect.text(" "),
    dialect.slice(date, 1, 4),
  ];
  return scalar(dialect.concat(parts));
}

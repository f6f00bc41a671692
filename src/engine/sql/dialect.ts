// The interface of a dialect: one object for each SQL engine writes the texts that differ.

/** An `index` is a position in an array. */
export type SqlType = "number" | "text" | "boolean" | "index";

export interface Dialect {
  readonly name: string;
  /** Limit for the characters of a statement. */
  readonly longest: number;
  /** Lists with more values than this in all their items stay arrays. */
  readonly unrolled: number;
  text(value: string): string;
  number(value: number): string;
  identifier(name: string): string;
  readonly types: Readonly<Record<SqlType, string>>;

  /** Returns a subquery that the engine does not flatten. */
  subquery(select: string): string;
  /** Statements that keep a SELECT under a name. */
  readonly create: Readonly<
    Partial<Record<"view" | "table" | "macro", (name: string, select: string) => string>>
  >;

  add(a: string, b: string): string;
  subtract(a: string, b: string): string;
  multiply(a: string, b: string): string;
  divide(a: string, b: string): string;
  /** NaN if the result is not real. Never aborts the statement. */
  power(base: string, exponent: string): string;
  call(name: NumberFunction, of: string): string;
  /** `call`, but NaN if the number passes `test`. */
  guarded(name: NumberFunction, of: string, test: string): string;
  readonly nan: string;
  toIndex(of: string): string;
  /** Null for null. */
  finite(of: string): string;
  least(items: readonly string[]): string;
  greatest(items: readonly string[]): string;
  /** Rounds a number from 0 to `most` half away from zero. */
  significant(of: string, digits: 12 | 15, most: number): string;

  asText(number: string): string;
  concat(parts: readonly string[]): string;
  /** Joins the parts that are not null. */
  join(separator: string, parts: readonly string[]): string;
  /** Formats with a fixed count of decimals. */
  fixed(of: string, decimals: number, grouped: boolean): string;
  /** Formats a number like JavaScript. */
  digits(of: string): string;
  /** Formats a whole number below 1e21. */
  whole(of: string): string;
  /** Replaces every match; `$1` in `by` is the first group. */
  replace(text: string, pattern: string, by: string): string;
  matches(text: string, pattern: string): string;
  trim(text: string): string;
  upper(text: string): string;
  lower(text: string): string;
  slice(text: string, from: number, length: number): string;
  length(text: string): string;
  /** Counts single-letter edits. Dialects without it give no hints for misspelt words. */
  distance?(one: string, other: string): string;
  startsWith(text: string, part: string): string;
  endsWith(text: string, part: string): string;
  contains(text: string, part: string): string;
  /** A text that compares by its bytes. */
  ordered(text: string): string;
  /** Converts a text; the caller has checked its form. */
  toNumber(text: string): string;
  /** Adds months and days to a date; null if the date is not valid. */
  later(date: string, months: string, days: string): string;
  /** Tests whether a text is a day of the calendar; 2026-02-30 is not. */
  isDate(text: string): string;
  /** Quotes a text as JSON. */
  quoted(text: string): string;

  /** Converts a source column; null if that fails. */
  cast(column: string, type: SqlType): string;
  /** Converts a column with an array, JSON or separated words to an array. */
  castList(column: string, type: SqlType): string;

  /** Converts a column to a JSON object; null if that fails. */
  json(column: string): string;
  jsonField(json: string, name: string): string;
  /** Returns the names in a JSON object that are not in `names`. */
  strangeKeys(json: string, names: readonly string[]): string;

  array(items: readonly string[], type: SqlType): string;
  at(array: string, index: string): string;
  /** Tests whether a value is one of these constants; null for null. */
  among(of: string, items: readonly string[]): string;
  size(array: string): string;
  /** Returns the whole numbers from one. */
  range(size: string): string;
  map(array: string, name: string, body: string): string;
  filter(array: string, name: string, test: string): string;
  append(arrays: readonly string[]): string;
  take(array: string, count: string): string;
  sum(array: string): string;
  leastOf(array: string): string;
  greatestOf(array: string): string;
  joined(array: string, separator: string): string;
  /** Sorts by a key, stable, nulls last. */
  sorted(array: string, name: string, key: string, descending: boolean): string;
  /** Returns null if no item is equal. */
  indexOf(array: string, item: string): string;
  flattened(arrays: string): string;
  /** Integer division, plus one. */
  quotient(of: string, by: number): string;
  split(text: string, separator: string): string;
}

export type NumberFunction =
  | "abs"
  | "sqrt"
  | "exp"
  | "log"
  | "log10"
  | "sin"
  | "cos"
  | "tan"
  | "asin"
  | "acos"
  | "atan"
  | "floor"
  | "ceil"
  | "round";

// What an SQL engine has to provide: one object for each dialect writes the texts that differ.

/** An `index` is a position in an array. */
export type SqlType = "number" | "text" | "boolean" | "index";

export interface Dialect {
  readonly name: string;
  /** Statements are at most this many characters long. */
  readonly longest: number;
  /** A list whose items multiply to more values than this stays an array of the engine. */
  readonly unrolled: number;
  text(value: string): string;
  number(value: number): string;
  identifier(name: string): string;
  readonly types: Readonly<Record<SqlType, string>>;

  /** A subquery that the engine must not flatten into the query around it. */
  subquery(select: string): string;
  /** One statement around the SELECT. */
  readonly create: Readonly<
    Partial<Record<"view" | "table" | "macro", (name: string, select: string) => string>>
  >;

  add(a: string, b: string): string;
  subtract(a: string, b: string): string;
  multiply(a: string, b: string): string;
  divide(a: string, b: string): string;
  /** Gives NaN where the result is no real number; none of them aborts the statement. */
  power(base: string, exponent: string): string;
  call(name: NumberFunction, of: string): string;
  /** The same, but NaN where the test after the number holds. */
  guarded(name: NumberFunction, of: string, test: string): string;
  readonly nan: string;
  /** A whole number as a position in an array. */
  toIndex(of: string): string;
  /** Whether a number is neither infinite nor NaN; null of null. */
  finite(of: string): string;
  least(items: readonly string[]): string;
  greatest(items: readonly string[]): string;
  /** To so many significant digits; half away from zero, of a number from 0 to `most`. */
  significant(of: string, digits: 12 | 15, most: number): string;

  asText(number: string): string;
  concat(parts: readonly string[]): string;
  /** The parts that are not null with a separator between them. */
  join(separator: string, parts: readonly string[]): string;
  /** With a fixed count of decimals. */
  fixed(of: string, decimals: number, grouped: boolean): string;
  /** As JavaScript writes a number. */
  digits(of: string): string;
  /** The same of a whole number below 1e21. */
  whole(of: string): string;
  /** Every match of a regular expression, replaced by a text in which `$1` is the first group. */
  replace(text: string, pattern: string, by: string): string;
  matches(text: string, pattern: string): string;
  trim(text: string): string;
  upper(text: string): string;
  lower(text: string): string;
  slice(text: string, from: number, length: number): string;
  length(text: string): string;
  /** Single-letter edits between two texts; a dialect without it gives no hints at misspelt words. */
  distance?(one: string, other: string): string;
  startsWith(text: string, part: string): string;
  endsWith(text: string, part: string): string;
  contains(text: string, part: string): string;
  /** The texts compare by their bytes. */
  ordered(text: string): string;
  /** The number that a text is; the caller has checked its form. */
  toNumber(text: string): string;
  /** A valid date so many months and days later, null of any other. */
  later(date: string, months: string, days: string): string;
  /** Whether a text such as 2026-02-30 is a day of the calendar. */
  isDate(text: string): string;
  /** A text in quotes, as JSON. */
  quoted(text: string): string;

  /** A column of the source as a value of this type; null where it is none. */
  cast(column: string, type: SqlType): string;
  /** An array of texts that a column holds as such, as JSON or with separators between. */
  castList(column: string, type: SqlType): string;

  /** A column as a JSON object; null where it is none. */
  json(column: string): string;
  /** A field of a JSON object as a text. */
  jsonField(json: string, name: string): string;
  /** The names in a JSON object that are none of these. */
  strangeKeys(json: string, names: readonly string[]): string;

  array(items: readonly string[], type: SqlType): string;
  at(array: string, index: string): string;
  /** The position of an item in a list of constants, null where it is none of them. */
  position(items: readonly string[], of: string): string;
  /** Whether a value is one of these constants; null of null. */
  among(of: string, items: readonly string[]): string;
  size(array: string): string;
  /** The whole numbers from one. */
  range(size: string): string;
  map(array: string, name: string, body: string): string;
  filter(array: string, name: string, test: string): string;
  append(arrays: readonly string[]): string;
  take(array: string, count: string): string;
  sum(array: string): string;
  leastOf(array: string): string;
  greatestOf(array: string): string;
  joined(array: string, separator: string): string;
  /** The items by their keys, null last, and as they were where keys are equal. */
  sorted(array: string, name: string, key: string, descending: boolean): string;
  /** The position of an item in an array. */
  indexOf(array: string, item: string): string;
  /** The items of arrays in an array. */
  flattened(arrays: string): string;
  /** The whole number of times that one goes into another, plus one. */
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

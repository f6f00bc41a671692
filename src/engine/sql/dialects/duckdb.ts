// DuckDB, from version 1.3 on (its lambdas are written `lambda x: ...`).
import type { Dialect, SqlType } from "../dialect.js";

const TYPES: Readonly<Record<SqlType, string>> = {
  number: "DOUBLE",
  text: "VARCHAR",
  boolean: "BOOLEAN",
  index: "BIGINT",
};
const NAN = "'NaN'::DOUBLE";
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
const call =
  (name: string) =>
  (...args: string[]) =>
    `${name}(${args.join(", ")})`;
const operator = (sign: string) => (a: string, b: string) => `(${a} ${sign} ${b})`;
/** The characters that trim() of JavaScript removes. */
const SPACES =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

function number(value: number): string {
  if (!Number.isFinite(value)) return `'${value > 0 ? "" : "-"}Infinity'::DOUBLE`;
  const digits = String(value);
  const literal = digits.includes("e") ? digits : `${digits}e0`;
  return value < 0 ? `(${literal})` : literal;
}

/** Rounds to significant digits. DuckDB rounds ties to the even digit, which matters among large numbers only. */
function significant(of: string, digits: number, most: number): string {
  const near = `CAST(format('{:.${digits - 1}e}', ${of}) AS DOUBLE)`;
  if (digits !== 12 || most < 1e11) return near;
  const unit = `CAST(power(10, floor(log10(${of})) - 11) AS HUGEINT)`;
  const floored = `CAST(floor(${of}) AS HUGEINT)`;
  return `CASE WHEN ${of} >= 1e12 AND ${of} < 1e38 THEN CAST((${floored} + ${unit} // 2) // ${unit} * ${unit} AS DOUBLE) WHEN ${of} >= 1e11 AND ${of} < 1e12 THEN floor(${of} + 0.5) ELSE ${near} END`;
}

/** Writes a number like JavaScript: the shortest digits, whole numbers without a point, no exponent from 1e-6 to 1e21. */
function digits(of: string): string {
  const figures = `regexp_replace(CAST(${of} AS VARCHAR), 'e.*|[-.]', '', 'g')`;
  const zeros = `CASE WHEN ${of} < 0 THEN '-' ELSE '' END || CASE WHEN abs(${of}) < 1e-5 THEN '0.00000' ELSE '0.0000' END`;
  const shortest = `CAST(${of} AS VARCHAR)`;
  const large = `abs(${of}) >= 1e-4 THEN ${shortest}`;
  const small = `abs(${of}) >= 1e-6 THEN ${zeros} || ${figures}`;
  return `CASE WHEN ${of} = floor(${of}) AND abs(${of}) < 1e21 THEN ${whole(of)} WHEN ${large} WHEN ${small} ELSE replace(${shortest}, 'e-0', 'e-') END`;
}

function whole(of: string): string {
  return `CAST(CAST(${of} AS HUGEINT) AS VARCHAR)`;
}

export const duckdb: Dialect = {
  name: "duckdb",
  longest: 1_000_000,
  unrolled: 600,
  text,
  number,
  identifier,
  types: TYPES,
  nan: NAN,
  subquery: (select) => `(${select})`,
  create: {
    view: (name, select) => `CREATE OR REPLACE VIEW ${identifier(name)} AS\n${select};`,
    macro: (name, select) => `CREATE OR REPLACE MACRO ${identifier(name)}(source) AS TABLE\n${select};`,
    table: (name, select) => `CREATE OR REPLACE TABLE ${identifier(name)} AS\n${select};`,
  },
  add: operator("+"),
  subtract: operator("-"),
  multiply: operator("*"),
  divide: operator("/"),
  power: call("pow"),
  call: (name, of) => `${name === "log" ? "ln" : name}(${of})`,
  guarded: (name, of, test) =>
    `CASE WHEN ${of} ${test} THEN ${NAN} ELSE ${name === "log" ? "ln" : name}(${of}) END`,
  toIndex: (of) => `TRY_CAST(${of} AS BIGINT)`,
  finite: call("isfinite"),
  least: (items) => (items.length === 1 ? (items[0] ?? "") : `least(${items.join(", ")})`),
  greatest: (items) => (items.length === 1 ? (items[0] ?? "") : `greatest(${items.join(", ")})`),
  significant,

  asText: (of) => `CAST(${of} AS VARCHAR)`,
  concat: (parts) => (parts.length === 0 ? "''" : `(${parts.join(" || ")})`),
  join: (separator, parts) => `concat_ws(${text(separator)}, ${parts.join(", ")})`,
  fixed: (of, decimals, grouped) => `format('{:${grouped ? "," : ""}.${decimals}f}', ${of})`,
  digits,
  whole,
  replace: (of, pattern, by) => {
    const groups = by
      .replaceAll("\\", "\\\\")
      .replace(/\$(\d)/g, "\\$1")
      .replaceAll("$$", "$");
    return `regexp_replace(${of}, ${text(pattern)}, ${text(groups)}, 'g')`;
  },
  matches: (of, pattern) => `regexp_matches(${of}, ${text(pattern)})`,
  trim: (of) => `trim(${of}, ${text(SPACES)})`,
  upper: call("upper"),
  lower: call("lower"),
  slice: (of, from, length) => `substr(${of}, ${from}, ${length})`,
  length: call("length"),
  distance: call("damerau_levenshtein"),
  startsWith: call("starts_with"),
  endsWith: call("ends_with"),
  contains: call("contains"),
  ordered: (of) => of,
  toNumber: (of) => `TRY_CAST(${of} AS DOUBLE)`,
  later: (date, months, days) => {
    const made = `(CAST(${date} AS DATE) + to_months(CAST(${months} AS INTEGER)) + to_days(CAST(${days} AS INTEGER)))`;
    const isNear = `abs(${months}) <= 108000 AND abs(${days}) <= 3287182 AND TRY_CAST(${date} AS DATE) IS NOT NULL`;
    return `CASE WHEN ${isNear} THEN CASE WHEN year(${made}) BETWEEN 1000 AND 9999 THEN strftime(${made}, '%Y-%m-%d') END END`;
  },
  isDate: (of) =>
    `(regexp_matches(${of}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$') AND TRY_CAST(${of} AS DATE) IS NOT NULL)`,
  quoted: (of) => `CAST(to_json(${of}) AS VARCHAR)`,

  cast: (column, type) => {
    if (type !== "boolean") return `TRY_CAST(${column} AS ${TYPES[type]})`;
    const word = `lower(trim(CAST(${column} AS VARCHAR)))`;
    return `CASE WHEN ${word} IN ('true', 'yes', '1') THEN true WHEN ${word} IN ('false', 'no', '0') THEN false END`;
  },
  castList: (column, type) => {
    const json = `CASE WHEN json_type(to_json(${column})) = 'VARCHAR' THEN CASE WHEN json_valid(CAST(${column} AS VARCHAR)) THEN CAST(${column} AS VARCHAR) END ELSE CAST(to_json(${column}) AS VARCHAR) END`;
    const words = `list_filter(list_transform(string_split_regex(CAST(${column} AS VARCHAR), '[,;|]'), lambda w: trim(w)), lambda w: w <> '')`;
    const isWords = `json_type(to_json(${column})) = 'VARCHAR' AND NOT starts_with(ltrim(CAST(${column} AS VARCHAR)), '[')`;
    return `CASE WHEN ${isWords} THEN TRY_CAST(${words} AS ${TYPES[type]}[]) ELSE TRY_CAST(from_json(${json}, '["${TYPES[type]}"]') AS ${TYPES[type]}[]) END`;
  },
  json: (column) => {
    const own = `CASE WHEN json_type(to_json(${column})) = 'VARCHAR' THEN CASE WHEN json_valid(CAST(${column} AS VARCHAR)) THEN CAST(${column} AS VARCHAR) END ELSE CAST(to_json(${column}) AS VARCHAR) END`;
    return `CASE WHEN json_type(${own}) = 'OBJECT' THEN ${own} END`;
  },
  jsonField: (json, name) => `json_extract_string(${json}, ${text(`$."${name}"`)})`,
  strangeKeys: (json, names) =>
    `list_filter(json_keys(${json}), lambda k: NOT list_contains([${names.map(text).join(", ")}], k))`,

  array: (items) => `[${items.join(", ")}]`,
  at: (array, index) => `(${array})[${index}]`,
  // A longer IN would become a join.
  among: (of, items) =>
    items.length < 4 ? `${of} IN (${items.join(", ")})` : `list_contains([${items.join(", ")}], ${of})`,
  size: call("len"),
  range: (size) => `range(1, ${/^\d+$/.test(size) ? Number(size) + 1 : `${size} + 1`})`,
  map: (array, name, body) => `list_transform(${array}, lambda ${name}: ${body})`,
  filter: (array, name, test) => `list_filter(${array}, lambda ${name}: ${test})`,
  append: (arrays) => arrays.reduce((made, array) => `list_concat(${made}, ${array})`),
  take: (array, count) => `list_slice(${array}, 1, CAST(${count} AS BIGINT))`,
  sum: call("list_sum"),
  leastOf: call("list_min"),
  greatestOf: call("list_max"),
  joined: (array, separator) => `array_to_string(${array}, ${text(separator)})`,
  sorted: (array, name, key, isDescending) => {
    const entry = `{'n': (${key}) IS ${isDescending ? "NOT " : ""}NULL, 'k': ${key}, 'o': ${isDescending ? "-" : ""}nth, 'p': ${name}}`;
    const entries = `list_transform(${array}, lambda ${name}, nth: ${entry})`;
    return `list_transform(list_sort(${entries}${isDescending ? ", 'DESC'" : ""}), lambda e: e.p)`;
  },
  indexOf: call("list_position"),
  flattened: call("flatten"),
  quotient: (of, by) => `(${of} // ${by} + 1)`,
  split: call("string_split"),
};

// What is wrong with an input, in the sentences of the compiled tool's validator.
import { LIMITS } from "../language/bounds.js";
import { Columns } from "./columns.js";
import { meantWord } from "./meant.js";
import { constant } from "./numbers.js";
import { type Constant, type SqlScalar, scalar } from "./scalars.js";
import type { SqlTarget } from "./values.js";

/** The part of JSON Schema that inputs are described with. */
export interface InputSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly { readonly const?: number; readonly minimum?: number }[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly choices?: unknown;
  readonly items?: InputSchema;
  readonly properties?: Readonly<Record<string, InputSchema>>;
}

/** A condition under which a field is refused, and the sentence. */
export interface InputFault {
  readonly when: SqlScalar;
  readonly message: SqlScalar;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  number: "a number",
  integer: "a whole number",
  string: "a text",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

export function requiredText(t: SqlTarget, name: string, { enum: words }: InputSchema): SqlScalar {
  return constant(
    t,
    words === undefined ? `${name} is required.` : `${name} is required: one of ${words.join(", ")}.`,
  );
}

/** A column that has another type. */
export function typeFault(t: SqlTarget, name: string, { type = "" }: InputSchema, column: string): SqlScalar {
  return sentence(
    t,
    `${name} must be ${TYPE_NAMES[type] ?? type}, not `,
    textShown(t, t.dialect.cast(column, "text")),
  );
}

function sentence(t: SqlTarget, before: string, value: string, hint?: string): SqlScalar {
  return scalar(
    t.dialect.concat([t.dialect.text(before), value, "'.'", ...(hint === undefined ? [] : [hint])]),
  );
}

/** A caller's text in quotes, cut where it is long. */
function textShown(t: SqlTarget, text: string): string {
  const quoted = t.columns.of(t.dialect.quoted(text));
  const cut = t.dialect.concat([t.dialect.slice(quoted, 1, LIMITS.echoedText), "'...'"]);
  return `CASE WHEN ${t.dialect.length(quoted)} > ${LIMITS.echoedText} THEN ${cut} ELSE ${quoted} END`;
}

/** The least and the greatest number that the schema allows. */
export function limitsOf(schema: InputSchema): { readonly low: number; readonly high: number } {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, enum: words } = schema;
  const numbers = (words ?? []).filter((word) => typeof word === "number");
  if (numbers.length > 0) return { low: Math.min(...numbers), high: Math.max(...numbers) };
  const above = exclusiveMinimum === undefined ? Number.NEGATIVE_INFINITY : above0(exclusiveMinimum);
  return {
    low: Math.max(minimum ?? Number.NEGATIVE_INFINITY, above),
    high: Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY),
  };
}

function above0(limit: number): number {
  return limit === 0 ? Number.MIN_VALUE : limit;
}

const FITS: readonly (readonly [
  key: "maximum" | "minimum" | "exclusiveMaximum" | "exclusiveMinimum",
  sign: string,
  words: string,
])[] = [
  ["maximum", "<=", "at most"],
  ["minimum", ">=", "at least"],
  ["exclusiveMaximum", "<", "less than"],
  ["exclusiveMinimum", ">", "greater than"],
];

/** A test of all that the schema asks of a single value; null of null. */
export function isValid(t: SqlTarget, schema: InputSchema, value: string): string | undefined {
  const tests = rulesOf(t, schema, value).map(({ test }) => test);
  return tests.length === 0 ? undefined : tests.join(" AND ");
}

interface Rule {
  readonly test: string;
  /** The sentence after the field's name, up to the value; all of it if the value is not shown. */
  readonly words: string;
  readonly isShown?: boolean;
  /** What follows the sentence. */
  readonly hint?: string;
}

/** The rules of a schema in the order in which the validator tries them. */
function rulesOf(
  t: SqlTarget,
  schema: InputSchema,
  value: string,
  name = "",
  names: readonly string[] = [],
): Rule[] {
  const { dialect } = t;
  const { maxLength, minLength, pattern, anyOf, enum: words } = schema;
  const literal = (each: Constant) => constant(t, each).sql;
  const rules: Rule[] = [];
  const isNumber = schema.type === "number" || schema.type === "integer";
  if (isNumber)
    rules.push({ test: dialect.finite(value), words: `must be ${TYPE_NAMES[schema.type ?? ""]}, not ` });
  if (schema.type === "integer")
    rules.push({ test: `${value} = ${dialect.call("floor", value)}`, words: "must be a whole number, not " });
  if (anyOf !== undefined) {
    const tests = anyOf.map((each) =>
      each.const === undefined
        ? `${value} >= ${literal(each.minimum ?? 0)}`
        : `${value} = ${literal(each.const)}`,
    );
    rules.push({ test: `(${tests.join(" OR ")})`, words: "is not a value that its description allows: " });
  }
  for (const [key, sign, limitWords] of FITS) {
    const limit = schema[key];
    if (limit === undefined) continue;
    const beyond = `${name}_above_${limit}`;
    const hint = names.includes(beyond) ? { hint: dialect.text(` More goes into ${beyond}.`) } : {};
    rules.push({
      test: `${value} ${sign} ${literal(limit)}`,
      words: `must be ${limitWords} ${limit}, not `,
      ...hint,
    });
  }
  const length = dialect.length(value);
  if (maxLength !== undefined)
    rules.push({
      test: `${length} <= ${maxLength}`,
      words: `must have at most ${maxLength} characters.`,
      isShown: false,
    });
  if (minLength !== undefined)
    rules.push({
      test: `${length} >= ${minLength}`,
      words: `must have at least ${minLength} characters.`,
      isShown: false,
    });
  if (schema.format === "date")
    rules.push({ test: dialect.isDate(value), words: "must be a date such as 2026-11-01, not " });
  if (pattern !== undefined)
    rules.push({ test: dialect.matches(value, pattern), words: `must match the pattern ${pattern}, not ` });
  if (words !== undefined) {
    const test = dialect.among(value, words.map(literal));
    rules.push({
      test,
      words: `must be one of ${words.join(", ")}, not `,
      ...(isNumber ? {} : { hint: meantHint(t, schema, value) }),
    });
  }
  return rules;
}

function meantHint(t: SqlTarget, { enum: words = [], choices }: InputSchema, value: string): string {
  const meant = t.columns.of(meantWord(t, value, words.map(String), choices));
  return `CASE WHEN ${meant} IS NULL THEN '' ELSE ${t.dialect.concat(["' Did you mean '", meant, "'?'"])} END`;
}

/** What is wrong with a single value that could be read; `names` are those of all inputs. */
export function faultsOf(
  t: SqlTarget,
  name: string,
  schema: InputSchema,
  of: SqlScalar,
  { isRequired, names }: { readonly isRequired: boolean; readonly names: readonly string[] },
): InputFault[] {
  const isNumber = schema.type === "number" || schema.type === "integer";
  const shown = isNumber ? t.dialect.digits(of.sql) : textShown(t, of.sql);
  const faults = rulesOf(t, schema, of.sql, name, names).map(
    ({ test, words, isShown = true, hint }): InputFault => ({
      when: scalar(`(NOT (${test}))`),
      message: isShown ? sentence(t, `${name} ${words}`, shown, hint) : constant(t, `${name} ${words}`),
    }),
  );
  const { minLength, pattern } = schema;
  if (minLength === undefined && pattern === undefined) return faults;
  const isRefused = rulesOf(
    t,
    { ...(minLength === undefined ? {} : { minLength }), ...(pattern === undefined ? {} : { pattern }) },
    of.sql,
  );
  const isBlank = `${t.dialect.trim(of.sql)} = '' AND NOT (${isRefused.map(({ test }) => test).join(" AND ")})`;
  const blank = constant(t, `${name} must not be blank${isRequired ? "" : "; leave it out"}.`);
  const long = schema.maxLength === undefined ? 0 : 1;
  return [...faults.slice(0, long), { when: scalar(`(${isBlank})`), message: blank }, ...faults.slice(long)];
}

/** Names that a map does not have; `strange` is an array of them. */
export function strangeFaults(t: SqlTarget, strange: string, names: readonly string[]): InputFault[] {
  const { dialect, columns } = t;
  const loop = columns.loop(columns.of(dialect.size(strange)));
  const name = columns.of(dialect.at(strange, Columns.variable(loop)));
  const meant = columns.of(meantWord(t, name, names, undefined));
  const list = dialect.text(`Known inputs: ${names.join(", ")}.`);
  const hint = `CASE WHEN ${meant} IS NULL THEN ${list} ELSE ${dialect.concat(["'Did you mean '", meant, "'?'"])} END`;
  const text = dialect.concat([dialect.quoted(name), "' is not an input of this tool. '", hint]);
  const closed = Columns.closed(loop);
  const texts = dialect.map(dialect.range(loop.size), closed, Columns.bind(text, loop, closed));
  const message = columns.of(dialect.joined(dialect.take(texts, String(MOST_UNKNOWN)), " "));
  return [{ when: scalar(`(${message} <> '')`), message: scalar(message) }];
}

/** Unknown names that one answer tells. */
const MOST_UNKNOWN = 10;

interface ListColumn {
  readonly column: string;
  readonly array: string;
  readonly size: string;
}

/** What is wrong with a list: its type, its length, repeats and single items. */
export function listFaults(
  t: SqlTarget,
  name: string,
  schema: InputSchema,
  { column, array, size }: ListColumn,
): InputFault[] {
  const { dialect, columns } = t;
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const faults: InputFault[] = [
    {
      when: scalar(`(${column} IS NOT NULL AND ${array} IS NULL)`),
      message: typeFault(t, name, schema, column),
    },
    {
      when: scalar(`(${size} < ${minItems})`),
      message: constant(t, `${name} must NOT have fewer than ${minItems} items.`),
    },
  ];
  if (Number.isFinite(maxItems)) {
    const message = constant(t, `${name} must NOT have more than ${maxItems} items.`);
    faults.push({ when: scalar(`(${size} > ${maxItems})`), message });
  }
  if (schema.uniqueItems === true) {
    const repeats = dialect.filter(
      dialect.range(size),
      "i",
      `${dialect.indexOf(array, dialect.at(array, "i"))} < i`,
    );
    const second = columns.of(dialect.at(repeats, "1"));
    const first = dialect.indexOf(array, dialect.at(array, second));
    const number = (position: string) => dialect.asText(`${position} - 1`);
    const text = dialect.concat([
      dialect.text(`${name} must NOT have duplicate items (items ## `),
      ...[number(second), dialect.text(" and "), number(first), dialect.text(" are identical).")],
    ]);
    faults.push({ when: scalar(`(${second} IS NOT NULL)`), message: scalar(text) });
  }
  const loop = columns.loop(size);
  const at = Columns.variable(loop);
  const item = columns.of(dialect.at(array, at));
  const inLoop = (body: string) =>
    [Columns.closed(loop), Columns.bind(body, loop, Columns.closed(loop))] as const;
  const cases = faultsOf(t, "", items, scalar(item), { isRequired: true, names: [] }).map(
    ({ when, message }) => `WHEN ${when.sql} THEN ${message.sql}`,
  );
  if (cases.length === 0) return faults;
  const text = dialect.concat([
    dialect.text(`${name}.`),
    dialect.asText(`${at} - 1`),
    `CASE ${cases.join(" ")} END`,
  ]);
  const wrong = dialect.filter(dialect.range(size), ...inLoop(`NOT (${isValid(t, items, item)})`));
  const joined = columns.of(dialect.joined(dialect.map(wrong, ...inLoop(text)), " "));
  return [...faults, { when: scalar(`(${joined} <> '')`), message: scalar(joined) }];
}

// Faults of single inputs, in the sentences of the compiled tool's validator.
import { LIMITS } from "../language/bounds.js";
import { meantWord } from "./meant.js";
import { constant } from "./numbers.js";
import { type Constant, type SqlScalar, scalar } from "./scalars.js";
import type { SqlTarget } from "./values.js";

/** The part of JSON Schema that describes inputs. */
export interface InputSchema {
  readonly type?: string;
  readonly format?: string;
  readonly formatMinimum?: string;
  readonly formatMaximum?: string;
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

/** The condition that refuses a field, and its sentence. */
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

/** Returns the sentence for a column of another type. */
export function typeFault(t: SqlTarget, name: string, { type = "" }: InputSchema, column: string): SqlScalar {
  const shown = textShown(t, t.dialect.cast(column, "text"));
  return sentence(t, [`${name} must be ${TYPE_NAMES[type] ?? type}, not `, shown]);
}

function sentence(
  { dialect }: SqlTarget,
  [before, value, after = "."]: readonly [before: string, value: string, after?: string | undefined],
  hint?: string,
): SqlScalar {
  const parts = [dialect.text(before), value, dialect.text(after)];
  return scalar(dialect.concat(hint === undefined ? parts : [...parts, hint]));
}

/** Quotes and shortens a caller's text. */
function textShown(t: SqlTarget, text: string): string {
  const quoted = t.columns.of(t.dialect.quoted(text));
  const cut = t.dialect.concat([t.dialect.slice(quoted, 1, LIMITS.echoedText), "'...'"]);
  return `CASE WHEN ${t.dialect.length(quoted)} > ${LIMITS.echoedText} THEN ${cut} ELSE ${quoted} END`;
}

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

/** Returns a test of all rules of the schema; null for a null value. */
export function isValid(t: SqlTarget, schema: InputSchema, value: string): string | undefined {
  const tests = rulesOf(t, schema, value).map(({ test }) => test);
  return tests.length === 0 ? undefined : tests.join(" AND ");
}

interface Rule {
  readonly test: string;
  /** The sentence after the field's name, up to the value. */
  readonly words: string;
  readonly isShown?: boolean;
  /** The text after an unquoted value. If it is undefined, the value is quoted and a full stop follows. */
  readonly after?: string;
  /** An expression that is appended to the sentence. */
  readonly hint?: string;
}

/** Returns the rules of a schema in the validator's order. */
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
  if (schema.format === "date") {
    rules.push({ test: dialect.isDate(value), words: "must be a date such as 2026-11-01, not " });
    rules.push(...periodRule(t, schema, value));
  }
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

function periodRule(
  { dialect }: SqlTarget,
  { formatMinimum: first, formatMaximum: last }: InputSchema,
  value: string,
): Rule[] {
  const day = dialect.ordered(value);
  const tests = [
    ...(first === undefined ? [] : [`${day} >= ${dialect.text(first)}`]),
    ...(last === undefined ? [] : [`${day} <= ${dialect.text(last)}`]),
  ];
  if (tests.length === 0) return [];
  const test = `(${tests.join(" AND ")})`;
  if (tests.length === 2) return [{ test, words: "(", after: `) must lie between ${first} and ${last}.` }];
  const limit = first === undefined ? `${last} or earlier` : `${first} or later`;
  return [{ test, words: `must be ${limit}, not ` }];
}

function meantHint(t: SqlTarget, { enum: words = [], choices }: InputSchema, value: string): string {
  const meant = t.columns.of(meantWord(t, value, words.map(String), choices));
  return `CASE WHEN ${meant} IS NULL THEN '' ELSE ${t.dialect.concat(["' Did you mean '", meant, "'?'"])} END`;
}

/** Returns the faults of a single value that was read; `names` are the names of all inputs. */
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
    ({ test, words, isShown = true, after, hint }): InputFault => {
      const value = after === undefined ? shown : of.sql;
      const message = isShown
        ? sentence(t, [`${name} ${words}`, value, after], hint)
        : constant(t, `${name} ${words}`);
      return { when: scalar(`(NOT (${test}))`), message };
    },
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

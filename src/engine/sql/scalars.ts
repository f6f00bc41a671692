// Single values as SQL texts, with their limits, and the logic of conditions: constants are folded.

export type Constant = string | number | boolean | null;

export interface SqlScalar {
  readonly kind: "scalar";
  readonly sql: string;
  /** The value, if it is the same in all rows. */
  readonly constant?: Constant;
  readonly low: number;
  readonly high: number;
  /** An expression for the id of the value that could not be computed; null in rows without such a value. */
  readonly bad?: string | undefined;
  /** For a condition that compares an index with a number. */
  readonly pick?: readonly [index: string, number: number];
}

interface Facts {
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly bad?: string | undefined;
}

export function scalar(sql: string, { bad, low, high }: Facts = {}): SqlScalar {
  return {
    kind: "scalar",
    sql,
    low: low ?? Number.NEGATIVE_INFINITY,
    high: high ?? Number.POSITIVE_INFINITY,
    bad,
  };
}

export function withFacts(of: SqlScalar, facts: Partial<Pick<SqlScalar, "low" | "high" | "bad">>): SqlScalar {
  return { ...of, ...facts };
}

export function isConstant(of: SqlScalar): of is SqlScalar & { readonly constant: Constant } {
  return of.constant !== undefined;
}

const fixed = (sql: string, constant: Constant): SqlScalar => ({ ...scalar(sql), constant });

export const NULL = fixed("NULL", null);
export const TRUE = fixed("true", true);
export const FALSE = fixed("false", false);

export function boolean(value: boolean): SqlScalar {
  return value ? TRUE : FALSE;
}

export function isNull(of: { readonly kind: string }): boolean {
  return of.kind === "scalar" && (of as SqlScalar).constant === null;
}

/** Returns an expression for the first part that is not null. */
export function firstOf(parts: readonly (string | undefined)[]): string | undefined {
  const there = [...new Set(parts.filter((part) => part !== undefined))];
  return there.length > 1 ? `coalesce(${there.join(", ")})` : there[0];
}

/** Combines `bad` of arguments from the left, up to the first argument that is null in all rows. */
export function badOf(args: readonly SqlScalar[]): string | undefined {
  const end = args.findIndex(isNull);
  return firstOf(args.slice(0, end < 0 ? args.length : end + 1).map(({ bad }) => bad));
}

export function not(of: SqlScalar): SqlScalar {
  if (isConstant(of)) return of.constant === null ? NULL : boolean(of.constant !== true);
  return scalar(`(NOT ${of.sql})`, { bad: of.bad });
}

export function and(a: SqlScalar, b: SqlScalar): SqlScalar {
  if (a.constant === false || b.constant === true) return a;
  if (a.constant === true) return b;
  if (b.constant === false && a.bad === undefined) return b;
  const bad = b.bad === undefined ? undefined : `CASE WHEN ${a.sql} IS NOT FALSE THEN ${b.bad} END`;
  return scalar(`(${a.sql} AND ${b.sql})`, { bad: firstOf([a.bad, bad]) });
}

export function or(a: SqlScalar, b: SqlScalar): SqlScalar {
  if (a.constant === true || b.constant === false) return a;
  if (a.constant === false) return b;
  if (b.constant === true && a.bad === undefined) return b;
  const bad = b.bad === undefined ? undefined : `CASE WHEN ${a.sql} IS NOT TRUE THEN ${b.bad} END`;
  return scalar(`(${a.sql} OR ${b.sql})`, { bad: firstOf([a.bad, bad]) });
}

export function all(tests: readonly SqlScalar[]): SqlScalar {
  return tests.reduce(and, TRUE);
}

export function anyOf(tests: readonly SqlScalar[]): SqlScalar {
  return tests.reduce(or, FALSE);
}

/** Turns null into false. */
export function holds(of: SqlScalar): SqlScalar {
  if (isConstant(of)) return boolean(of.constant === true);
  return scalar(`coalesce(${of.sql}, false)`, { bad: of.bad });
}

export function isThere(of: SqlScalar): SqlScalar {
  if (isConstant(of)) return boolean(of.constant !== null);
  return scalar(`(${of.sql} IS NOT NULL)`, { bad: of.bad });
}

export interface Case<V> {
  readonly when: SqlScalar;
  readonly value: V;
}

/** Drops cases that are never true, and cases after one that is always true. */
export function possible<V>(cases: readonly Case<V>[]): Case<V>[] {
  const kept: Case<V>[] = [];
  for (const each of cases) {
    if ((each.when.constant === false || each.when.constant === null) && each.when.bad === undefined)
      continue;
    kept.push(each);
    if (each.when.constant === true) break;
  }
  return kept;
}

export function isAt(index: string, number: number): SqlScalar {
  return { ...scalar(`(${index} = ${number})`), pick: [index, number] };
}

/** Returns the value of the first case whose condition is true, else null. */
export function chooseScalar(given: readonly Case<SqlScalar>[]): SqlScalar {
  const cases = possible(given);
  const [first] = cases;
  if (first === undefined) return NULL;
  const isClosed = cases.at(-1)?.when.constant === true;
  const constants = new Set(cases.map(({ value }) => value.constant));
  const isSame = constants.size === 1 && !constants.has(undefined) && (isClosed || constants.has(null));
  const hasBad = cases.some(({ when, value }) => when.bad !== undefined || value.bad !== undefined);
  if (isSame && !hasBad) return first.value;
  if (first.when.constant === true) return first.value;
  const numbers = cases.map(({ value }) => value).filter((value) => !isNull(value));
  const low = Math.min(...numbers.map((value) => value.low));
  const high = Math.max(...numbers.map((value) => value.high));
  const sql = choiceOf(cases.map(({ when, value }) => ({ when, sql: value.sql })));
  const bad = badChoice(cases.map(({ when, value }) => ({ when, bad: value.bad })));
  return scalar(sql, { low, high, bad });
}

function choiceOf(cases: readonly { readonly when: SqlScalar; readonly sql: string }[]): string {
  const last = cases.at(-1);
  const isClosed = last?.when.constant === true;
  const tests = isClosed ? cases.slice(0, -1) : cases;
  const isOpen = !isClosed || last.sql === "NULL";
  const end = isOpen ? tests.findLastIndex(({ sql }) => sql !== "NULL") + 1 : tests.length;
  const tested = tests.slice(0, Math.max(1, end));
  const rest = isClosed && last.sql !== "NULL" ? ` ELSE ${last.sql}` : "";
  return `CASE ${tested.map(({ when, sql }) => `WHEN ${when.sql} THEN ${sql}`).join(" ")}${rest} END`;
}

/** Combines `bad` of the conditions up to the first true one, and of its value. */
export function badChoice(
  cases: readonly { readonly when: SqlScalar; readonly bad?: string | undefined }[],
): string | undefined {
  const last = cases.findLastIndex(({ when, bad }) => when.bad !== undefined || bad !== undefined);
  const parts = cases
    .slice(0, last + 1)
    .flatMap(({ when, bad }, at) => [
      ...(when.bad === undefined ? [] : [[`${when.bad} IS NOT NULL`, when.bad] as const]),
      ...(at === last && bad === undefined
        ? []
        : [[when.constant === undefined ? when.sql : String(when.constant), bad ?? "NULL"] as const]),
    ]);
  const possible = parts.filter(([when]) => when !== "false" && when !== "null");
  const [only] = possible;
  if (only === undefined || (possible.length === 1 && (only[0] === "true" || only[0].startsWith(only[1]))))
    return only?.[1];
  return `CASE ${possible.map(([when, bad]) => `WHEN ${when} THEN ${bad}`).join(" ")} END`;
}

// Comparisons as JavaScript: what is near enough counts as equal, and null is neither true nor false.

import { OPPOSITE } from "../language/operators.js";
import type { Type } from "../language/types.js";
import type { Typed } from "../typing/plan.js";
import type { Writer } from "./writer.js";

type Comparison = Extract<Typed, { op: "compare" }>;

export function comparisonCode(code: Writer, typed: Comparison, want: boolean): string {
  const { fn, args } = typed;
  const [a, b] = args;
  if (fn === "==" || fn === "!=") return equality(code, a, b, (fn === "==") === want);
  const operator = want ? fn : (OPPOSITE[fn] ?? fn);
  const tests: string[] = [];
  const [x, y] = args.map((arg) => {
    if (!arg.type.nullable) return code.value(arg);
    const temp = code.temp();
    tests.push(`(${temp} = ${code.value(arg)}) !== null`);
    return temp;
  }) as [string, string];
  tests.push(order(code, operator, x, y, typed));
  return `(${tests.join(" && ")})`;
}

function order(code: Writer, operator: string, x: string, y: string, { args, scale }: Comparison): string {
  const [a, b] = args;
  if (scale !== undefined) {
    const ranks = code.module.ranks(scale);
    const rank = (typed: Typed, word: string) =>
      typed.op === "literal" ? String(scale.words.indexOf(String(typed.value))) : `${ranks}[${word}]`;
    return `${rank(a, x)} ${operator} ${rank(b, y)}`;
  }
  return isExact(a, b) ? `${x} ${operator} ${y}` : tolerant(code, operator, x, y);
}

/** Only what is near enough to count as equal costs a call, and a call would box its numbers. */
function tolerant(code: Writer, operator: string, x: string, y: string): string {
  const [first, a] = named(code, x);
  const [second, b] = named(code, y);
  const [greater, less] = operator === "<" || operator === ">=" ? [b, a] : [a, b];
  // Wider than what counts as equal, and the same in all turns of a loop whose limit is.
  const near = `${greater} - ${less} <= 2e-9 * Math.abs(${b}) && NEAR(${a}, ${b})`;
  return operator === "<" || operator === ">"
    ? `(${first} ${operator} ${second} && !(${near}))`
    : `(${first} ${operator} ${second} || (${near}))`;
}

/** A name, a path or a number: it can stand in the code twice. */
const SHORT = /^([\w.]+|\(?-?\d+(\.\d+)?(e[+-]?\d+)?\)?)$/;

/** An expression where it is used first, and where it is used again. */
export function named(code: Writer, expression: string): readonly [string, string] {
  if (SHORT.test(expression)) return [expression, expression];
  const temp = code.temp();
  return [`(${temp} = ${expression})`, temp];
}

/** Whole numbers, words and zero are compared exactly: no tolerance can matter. */
function isExact(a: Typed, b: Typed): boolean {
  const whole = (type: Type) => type.kind === "number" && type.integer;
  const zero = (typed: Typed) => typed.op === "literal" && typed.value === 0;
  if (a.type.kind !== "number" && b.type.kind !== "number") return true;
  return (whole(a.type) && whole(b.type)) || zero(a) || zero(b);
}

function equality(code: Writer, a: Typed, b: Typed, want: boolean): string {
  const not = want ? "" : "!";
  const numeric = a.type.kind === "number" && b.type.kind === "number";
  if (!numeric || isExact(a, b)) return `(${code.value(a)} ${want ? "===" : "!=="} ${code.value(b)})`;
  if (!a.type.nullable && !b.type.nullable) return `${not}EQ(${code.value(a)}, ${code.value(b)})`;
  return `${not}SAME(${code.value(a)}, ${code.value(b)})`;
}

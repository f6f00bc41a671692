// Compiles comparisons. Nearly equal numbers count as equal, and null is neither true nor false.

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

/** Inline, because a call would box the numbers; NEAR is called only for close numbers. */
function tolerant(code: Writer, operator: string, x: string, y: string): string {
  const [first, a] = named(code, x);
  const [second, b] = named(code, y);
  const [greater, less] = operator === "<" || operator === ">=" ? [b, a] : [a, b];
  // Wider than the tolerance of NEAR, and invariant in loops if the limit is.
  const near = `${greater} - ${less} <= 2e-9 * Math.abs(${b}) && NEAR(${a}, ${b})`;
  return operator === "<" || operator === ">"
    ? `(${first} ${operator} ${second} && !(${near}))`
    : `(${first} ${operator} ${second} || (${near}))`;
}

/** A name, path or number, which may be repeated in the code. */
const SHORT = /^([\w.]+|\(?-?\d+(\.\d+)?(e[+-]?\d+)?\)?)$/;

/** Returns an expression for the first use, and one for further uses. */
export function named(code: Writer, expression: string): readonly [string, string] {
  if (SHORT.test(expression)) return [expression, expression];
  const temp = code.temp();
  return [`(${temp} = ${expression})`, temp];
}

/** Whole numbers, words and zero are compared exactly, because no tolerance can matter. */
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

// Comparisons as JavaScript: what is near enough counts as equal, and null is neither true nor false.

import { OPPOSITE } from "../language/operators.js";
import type { Scale, Type } from "../language/types.js";
import type { Typed } from "../typing/plan.js";
import { WRITTEN } from "./fold.js";
import type { Module } from "./writer.js";

export abstract class Comparisons {
  abstract readonly module: Module;
  /** The name of a variable of the function. */
  abstract temp(): string;
  abstract value(typed: Typed, chained?: boolean): string;

  protected comparison(typed: Extract<Typed, { op: "compare" }>, want: boolean): string {
    const { fn, args, scale } = typed;
    const [a, b] = args;
    if (fn === "==" || fn === "!=") return this.equality(a, b, (fn === "==") === want);
    const operator = want ? fn : (OPPOSITE[fn] ?? fn);
    const tests: string[] = [];
    const names = args.map((arg) => {
      if (!arg.type.nullable) return this.value(arg);
      const temp = this.temp();
      tests.push(`(${temp} = ${this.value(arg)}) !== null`);
      return temp;
    });
    const [x, y] = names as [string, string];
    tests.push(this.order(operator, x, y, a, b, scale));
    return `(${tests.join(" && ")})`;
  }

  protected order(
    operator: string,
    x: string,
    y: string,
    a: Typed,
    b: Typed,
    scale: Scale | undefined,
  ): string {
    if (scale !== undefined) {
      const ranks = this.module.ranks(scale);
      const rank = (typed: Typed, code: string) =>
        typed.op === "literal" ? String(scale.words.indexOf(String(typed.value))) : `${ranks}[${code}]`;
      return `${rank(a, x)} ${operator} ${rank(b, y)}`;
    }
    if (this.isExact(a, b)) return `${x} ${operator} ${y}`;
    return this.tolerant(operator, x, y);
  }

  /** Only what is near enough to count as equal costs a call, and a call would box its numbers. */
  private tolerant(operator: string, x: string, y: string): string {
    const [first, a] = this.named(x);
    const [second, b] = this.named(y);
    const [greater, less] = operator === "<" || operator === ">=" ? [b, a] : [a, b];
    // Wider than what counts as equal, and the same in all turns of a loop whose limit is.
    const near = `${greater} - ${less} <= 2e-9 * Math.abs(${b}) && NEAR(${a}, ${b})`;
    return operator === "<" || operator === ">"
      ? `(${first} ${operator} ${second} && !(${near}))`
      : `(${first} ${operator} ${second} || (${near}))`;
  }

  /** An expression where it is used first, and where it is used again. */
  protected named(expression: string): readonly [string, string] {
    if (/^[\w.]+$/.test(expression) || WRITTEN.test(expression)) return [expression, expression];
    const temp = this.temp();
    return [`(${temp} = ${expression})`, temp];
  }

  /** Whole numbers, words and zero are compared exactly: no tolerance can matter. */
  protected isExact(a: Typed, b: Typed): boolean {
    const whole = (type: Type) => type.kind === "number" && type.integer;
    const zero = (typed: Typed) => typed.op === "literal" && typed.value === 0;
    if (a.type.kind !== "number" && b.type.kind !== "number") return true;
    return (whole(a.type) && whole(b.type)) || zero(a) || zero(b);
  }

  private equality(a: Typed, b: Typed, want: boolean): string {
    const not = want ? "" : "!";
    const numeric = a.type.kind === "number" && b.type.kind === "number";
    if (!numeric || this.isExact(a, b)) return `(${this.value(a)} ${want ? "===" : "!=="} ${this.value(b)})`;
    if (!a.type.nullable && !b.type.nullable) return `${not}EQ(${this.value(a)}, ${this.value(b)})`;
    return `${not}SAME(${this.value(a)}, ${this.value(b)})`;
  }
}

// Writes formulas as JavaScript statements with plain local variables, where an expression alone would not do. A number that
// is not finite is not thrown: it is noted in the variables `off0` to `off3`, whose sum is then not 0 any more.
import type { Typed } from "../plan.js";
import { Blocks } from "./blocks.js";
import { OPPOSITE } from "./comparisons.js";

export class Statements extends Blocks {
  override finite(made: string): string {
    const name = this.keep(made);
    this.note(name);
    return name;
  }

  /** One of two values; as statements where one of them needs some. */
  protected branch(test: string, then: () => string, otherwise: () => string): string {
    const [first, second] = [this.inside(then), this.inside(otherwise)];
    if (first.statements === "" && second.statements === "")
      return `(${test} ? ${first.gave} : ${second.gave})`;
    const name = this.variable();
    this.emit(`let ${name}; if (${test}) { ${first.statements}\n${name} = ${first.gave}; } else { ${second.statements}
${name} = ${second.gave}; }`);
    return name;
  }

  protected both(first: string, next: () => string, and: boolean): string {
    const { statements, gave } = this.inside(next);
    if (statements === "") return `(${first} ${and ? "&&" : "||"} ${gave})`;
    const name = this.variable();
    this.emit(`let ${name} = ${first}; if (${and ? "" : "!"}${name}) { ${statements}\n${name} = ${gave}; }`);
    return name;
  }

  /** What comes after an argument that is null is not worked out. */
  protected override guardEach(
    args: readonly Typed[],
    chained: readonly boolean[],
    make: (args: string[]) => string,
  ): string {
    const next = (at: number, names: readonly string[]): string => {
      const arg = args[at];
      if (arg === undefined) return make([...names]);
      const given = this.value(arg, chained[at]);
      if (!arg.type.nullable) return next(at + 1, [...names, given]);
      const name = this.keep(given);
      return this.branch(
        `${name} === null`,
        () => "null",
        () => next(at + 1, [...names, name]),
      );
    };
    return next(0, []);
  }

  protected override comparison(typed: Extract<Typed, { op: "compare" }>, want: boolean): string {
    const { fn, args, scale } = typed;
    const [a, b] = args;
    if (fn === "==" || fn === "!=") return super.comparison(typed, want);
    const operator = want ? fn : OPPOSITE[fn as keyof typeof OPPOSITE];
    const x = a.type.nullable ? this.keep(this.value(a)) : this.value(a);
    const rest = (): string => {
      const y = b.type.nullable ? this.keep(this.value(b)) : this.value(b);
      const ordered = this.order(operator, x, y, a, b, scale);
      return b.type.nullable ? `(${y} !== null && ${ordered})` : ordered;
    };
    return a.type.nullable ? this.both(`(${x} !== null)`, rest, true) : rest();
  }
}

// Writes formulas as JavaScript statements with plain local variables, where an expression alone would not do. A number that
// is not finite is not thrown: it is noted in the variable `off`, which is then not 0 any more.
import type { Typed } from "../plan.js";
import { Code, OPPOSITE } from "./code.js";

/** Names of variables, numbers and words: nothing is saved by another name. */
export const SIMPLE = /^(x\d+|f\.it|\d+(\.\d+)?|"[^"\\]*"|null|true|false)$/;

export class Statements extends Code {
  /** Statements of the function, and of the blocks that are being written in it, innermost last. */
  protected blocks: string[][] = [[]];
  private variables = 0;

  protected emit(statement: string): void {
    this.blocks.at(-1)?.push(statement);
  }

  protected variable(): string {
    return `x${this.variables++}`;
  }

  /** A variable with the value; what is a name or number already stays as it is. */
  protected keep(value: string): string {
    if (SIMPLE.test(value)) return value;
    const name = this.variable();
    this.emit(`const ${name} = ${value};`);
    return name;
  }

  /** What writes in a block of its own: its statements, and what it gave. */
  protected inside(write: () => string): { statements: string; gave: string } {
    const block: string[] = [];
    this.blocks.push(block);
    try {
      const gave = write();
      return { statements: block.join("\n"), gave };
    } finally {
      this.blocks.pop();
    }
  }

  /** Writes into the function itself, before the statement that is being made. */
  protected before<T>(write: () => T): T {
    const blocks = this.blocks;
    this.blocks = blocks.slice(0, 1);
    try {
      return write();
    } finally {
      this.blocks = blocks;
    }
  }

  override finite(made: string): string {
    const name = this.keep(made);
    this.emit(`off += ${name} - ${name};`);
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

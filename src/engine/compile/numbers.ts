// Numbers that may be null, as two variables: the number, and whether there is one. A variable that holds now a number and
// now null would cost an object for each number.
import type { Typed } from "../plan.js";
import type { Type } from "../types.js";
import { OPPOSITE } from "./comparisons.js";
import { Statements } from "./statements.js";

/** A number, and the tests that all hold where it is not null. Where it is null, the number is any. */
export interface Num {
  readonly value: string;
  readonly has: readonly string[];
}

/** Stands for a number that is null: unlike 0 it may divide. */
const ANY = "1";
export const NO_NUMBER: Num = { value: ANY, has: ["false"] };

export function isNumber(type: Type): boolean {
  return type.kind === "number" && type.nullable;
}

export function all(tests: readonly string[]): string {
  return tests.length === 0 ? "true" : tests.length === 1 ? String(tests[0]) : `(${tests.join(" && ")})`;
}

function union(...sets: readonly (readonly string[])[]): string[] {
  return [...new Set(sets.flat())];
}

export abstract class Numbers extends Statements {
  /** Tests of the arguments of the function that is being written. */
  private gathered: string[] | undefined;

  /** Writes a number that may be null. */
  protected abstract numberHere(typed: Typed, chained: boolean): Num;

  /** A number that may be null or not. */
  protected number(typed: Typed, chained = false): Num {
    if (typed.type.kind === "null") return NO_NUMBER;
    if (!isNumber(typed.type)) return { value: this.value(typed, chained), has: [] };
    const [value = ANY, ...has] = this.liftedAll(() => {
      const made = this.numberHere(typed, chained);
      return [made.value, ...made.has];
    });
    return { value, has };
  }

  /** The number or null, as a value of its own. */
  protected whole({ value, has }: Num): string {
    if (has.length === 0) return value;
    return has.includes("false") ? "null" : `(${all(has)} ? ${value} : null)`;
  }

  /** Both variables of what is a number or null. */
  protected split(value: string): Num {
    if (value === "null") return NO_NUMBER;
    const name = this.keep(value);
    const has = this.keep(`${name} !== null`);
    return { value: this.keep(`${has} ? ${name} : ${ANY}`), has: [has] };
  }

  protected keptNumber({ value, has }: Num): Num {
    return { value: this.keep(value), has: has.map((test) => this.keep(test)) };
  }

  /** What a function makes of numbers: null if one of them is. */
  protected madeOf(write: () => string): Num {
    const gathered: string[] = [];
    this.gathered = gathered;
    try {
      const value = write();
      return { value, has: union(gathered) };
    } finally {
      this.gathered = undefined;
    }
  }

  protected override guardEach(
    args: readonly Typed[],
    chained: readonly boolean[],
    make: (args: string[]) => string,
  ): string {
    const { gathered } = this;
    this.gathered = undefined;
    if (gathered === undefined) return super.guardEach(args, chained, make);
    const names = args.map((arg, at) => {
      const { value, has } = this.number(arg, chained[at]);
      gathered.push(...has);
      return value;
    });
    return make(names);
  }

  /** One of two numbers. */
  protected eitherNumber(test: string, then: () => Num, otherwise: () => Num): Num {
    let [first, second]: [Num, Num] = [NO_NUMBER, NO_NUMBER];
    const one = this.inside(() => {
      first = then();
      return first.value;
    });
    const other = this.inside(() => {
      second = otherwise();
      return second.value;
    });
    const [value, has] = [this.variable(), this.variable()];
    const isSure = first.has.length === 0 && second.has.length === 0;
    const told = ({ has: tests }: Num) => (isSure ? "" : `${has} = ${all(tests)};`);
    this.emit(`let ${isSure ? value : `${value}, ${has}`}; if (${test}) { ${one.statements}
${value} = ${one.gave}; ${told(first)} } else { ${other.statements}
${value} = ${other.gave}; ${told(second)} }`);
    return { value, has: isSure ? [] : [has] };
  }

  /** A number that is worked out only where a test holds; undefined says that it is worked out in any case. */
  protected numberWhen(test: string | undefined, write: () => Num): Num {
    if (test === undefined) return this.keptNumber(write());
    let made = NO_NUMBER;
    const { statements, gave } = this.inside(() => {
      made = write();
      return made.value;
    });
    const [value, has] = [this.variable(), this.variable()];
    const isSure = made.has.length === 0;
    this.emit(`let ${value} = ${ANY}${isSure ? "" : `, ${has} = false`}; if (${test}) { ${statements}
${value} = ${gave}; ${isSure ? "" : `${has} = ${all(made.has)};`} }`);
    return { value, has: isSure ? [] : [has] };
  }

  protected override comparison(typed: Extract<Typed, { op: "compare" }>, want: boolean): string {
    const { fn, args, scale } = typed;
    const [a, b] = args;
    if (![a, b].every(({ type }) => type.kind === "number") || !args.some(({ type }) => type.nullable))
      return super.comparison(typed, want);
    const [x, y] = [this.number(a), this.number(b)];
    if (fn === "==" || fn === "!=") {
      const same = `${this.isExact(a, b) ? `${x.value} === ${y.value}` : `EQ(${x.value}, ${y.value})`}`;
      const [one, other] = [all(x.has), all(y.has)];
      return `(${(fn === "==") === want ? "" : "!"}(${one} && ${other} ? ${same} : ${one} === ${other}))`;
    }
    const operator = want ? fn : OPPOSITE[fn as keyof typeof OPPOSITE];
    const ordered = this.order(operator, x.value, y.value, a, b, scale);
    return all([...union(x.has, y.has), ordered]);
  }
}

// Compiles typed formulas to JavaScript: plain numbers, no dispatch, null tests only for nullable values.

import type { RecordType } from "../language/types.js";
import { chainedArguments, inlineFormula, staysFinite } from "../typing/number-checks.js";
import type { Lambda, Scope, Slot, Typed } from "../typing/plan.js";
import { builtinCode } from "./builtins.js";
import { comparisonCode, named } from "./comparisons.js";
import { literal } from "./data.js";
import { fieldCode, slotCode } from "./fields.js";
import type { Module } from "./module-names.js";
import type { Writer } from "./writer.js";

/** A JavaScript function under construction. */
export class Code implements Writer {
  readonly temps: string[] = [];
  private counter = 0;

  constructor(
    readonly module: Module,
    readonly scope: Scope,
    /** The variable of this scope's frame. */
    readonly frame: string,
    /** The slot to blame for a non-finite value; -1 if there is none. */
    public site: number,
    /** Whether the function's numeric result is checked at its end. */
    readonly checkedAtEnd = false,
  ) {}

  temp(): string {
    const name = `t${this.counter++}`;
    this.temps.push(name);
    return name;
  }

  /** Returns the expression for the frame of an enclosing scope. */
  path(target: Scope): string {
    let path = this.frame;
    for (let scope: Scope | undefined = this.scope; scope !== undefined; scope = scope.parent) {
      if (scope === target) return path;
      path += ".p";
    }
    throw new Error(`scope ${target.label} is not visible from ${this.scope.label}`);
  }

  private slotValue(slot: Slot, chained: boolean): string {
    const formula = inlineFormula(slot);
    return formula === undefined
      ? slotCode(this.module, slot, this.path(slot.scope))
      : this.value(formula, chained);
  }

  lambdaName(lambda: Lambda): string {
    return `it${lambda.id}`;
  }

  /**
   * Returns an expression for the value. A chained value need not be finite: it is an operand of a checked operation
   * that would not be finite either. This holds for sums, products, roots and dividends, but not for divisors, limits
   * and comparisons.
   */
  value(typed: Typed, chained = false): string {
    switch (typed.op) {
      case "literal":
        return literal(typed.value);
      case "slot":
        return this.slotValue(typed.slot, chained);
      case "input":
        return `${this.root()}.i_${typed.name}`;
      case "param":
        return `${this.path(typed.scope)}.a_${typed.name}`;
      case "item":
        return `${this.path(typed.scope)}.it`;
      case "self":
        return this.path(typed.scope);
      case "rank":
        return `${this.path(typed.scope)}.n`;
      case "lambda":
        return this.lambdaName(typed.lambda);
      case "field":
        return this.guard([typed.of], ([of]) =>
          fieldCode(this.module, typed.of.type as RecordType, typed.name, of as string),
        );
      case "pluck":
        return this.guard(
          [typed.of],
          ([of]) => `${of}.map((${this.lambdaName(typed.lambda)}) => ${this.value(typed.body)})`,
        );
      case "filter":
        return this.guard(
          [typed.of],
          ([list]) => `${list}.filter((${this.lambdaName(typed.lambda)}) => ${this.test(typed.test)})`,
        );
      case "inputs":
        return this.root();
      case "lookup":
        if (typed.of.op === "inputs")
          return this.guard([typed.key], ([key]) => `${this.root()}[${this.module.inputNames()}[${key}]]`);
        return this.guard([typed.of, typed.key], ([of, key]) => `(${of}[${key}] ?? null)`);
      case "operator":
        return this.arithmetic(typed, chained);
      case "nullish": {
        const [a, b] = typed.args;
        if (!a.type.nullable) return this.value(a, chained);
        const temp = this.temp();
        return `((${temp} = ${this.value(a, chained)}) !== null ? ${temp} : ${this.value(b, chained)})`;
      }
      case "if": {
        const [test, then, otherwise] = typed.args;
        return `(${this.test(test)} ? ${this.value(then, chained)} : ${this.value(otherwise, chained)})`;
      }
      case "builtin":
        return builtinCode(this, typed, chained);
      case "table":
        return this.guard(
          typed.args,
          (args) => `${this.module.lookup(typed.table)}(${[...args, ...this.date(typed)].join(", ")})`,
        );
      case "rows": {
        const date = this.date(typed);
        return date.length === 0
          ? this.module.rows(typed.table)
          : `DATED(${this.module.rows(typed.table)}, ${date.join("")})`;
      }
      case "call": {
        const frame = this.newFrame(typed.scope, typed.args);
        if (typed.result === undefined) return frame;
        return slotCode(this.module, typed.result, frame);
      }
      case "list":
        if (typed.items.every(({ op }) => op === "literal")) return this.module.list(typed);
        return `[${typed.items.map((item) => this.value(item)).join(", ")}]`;
      case "compare":
      case "logic":
        return typed.type.nullable
          ? `(${this.test(typed)} ? true : ${this.test(typed, false)} ? false : null)`
          : this.test(typed);
      case "sent":
      case "known":
      case "flagged":
        return this.test(typed);
    }
  }

  /** Returns an expression that is true exactly if the condition equals `want`; null equals neither. */
  test(typed: Typed, want = true): string {
    switch (typed.op) {
      case "literal":
        return String(typed.value === want);
      case "logic": {
        const { fn, args } = typed;
        const [a, b] = args as [Typed, Typed];
        if (fn === "not") return this.test(a, !want);
        const both = (fn === "and") === want;
        return `(${this.test(a, want)} ${both ? "&&" : "||"} ${this.test(b, want)})`;
      }
      case "compare":
        return comparisonCode(this, typed, want);
      case "sent":
        return `(${this.root()}.s_${typed.name}${want ? "" : " === false"})`;
      case "known":
        if (!typed.of.type.nullable) return String(want);
        return `(${this.value(typed.of)} ${want ? "!==" : "==="} null)`;
      case "flagged":
        return `(flag_${typed.code}(${this.root()}) === ${want})`;
      case "slot": {
        // Tests the formula directly, without computing true, false or null first.
        const formula = inlineFormula(typed.slot);
        return formula === undefined ? this.plainTest(typed, want) : this.test(formula, want);
      }
      case "if": {
        const [test, then, otherwise] = typed.args;
        return `(${this.test(test)} ? ${this.test(then, want)} : ${this.test(otherwise, want)})`;
      }
      default:
        return this.plainTest(typed, want);
    }
  }

  private plainTest(typed: Typed, want: boolean): string {
    if (typed.type.nullable) return `(${this.value(typed)} === ${want})`;
    return want ? this.value(typed) : `!${this.value(typed)}`;
  }

  /**
   * Returns null if any argument is null, else the made expression. `chained` marks arguments that need not be
   * finite.
   */
  guard(args: readonly Typed[], make: (args: string[]) => string, chained: readonly boolean[] = []): string {
    const tests: string[] = [];
    const names = args.map((arg, at) => {
      if (!arg.type.nullable) return this.value(arg, chained[at]);
      const temp = this.temp();
      tests.push(`(${temp} = ${this.value(arg, chained[at])}) === null`);
      return temp;
    });
    const made = make(names);
    return tests.length === 0 ? made : `(${tests.join(" || ")} ? null : ${made})`;
  }

  newFrame(scope: Scope, args: ReadonlyMap<string, Typed>): string {
    const parent = scope.parent === undefined ? "null" : this.path(scope.parent);
    const given = [...scope.params.keys()].map((name) => {
      const arg = args.get(name);
      return arg === undefined ? "null" : this.value(arg);
    });
    return `new F${scope.id}(${[parent, ...given].join(", ")})`;
  }

  root(): string {
    let scope = this.scope;
    while (scope.parent !== undefined) scope = scope.parent;
    return this.path(scope);
  }

  private date(typed: Extract<Typed, { op: "table" | "rows" }>): string[] {
    return typed.table.dated === undefined ? [] : [this.value(typed.table.dated)];
  }

  private arithmetic(typed: Extract<Typed, { op: "operator" }>, chained: boolean): string {
    const { fn, args } = typed;
    const checked = (made: string) => (chained || staysFinite(typed) ? `(${made})` : this.finite(made));
    const exponent = args[1]?.op === "literal" ? args[1].value : undefined;
    const write = ([a = "", b = ""]: string[]) => {
      if (fn === "negate") return `(-${a})`;
      if (fn === "^") return checked(this.power(a, b, exponent));
      return checked(`${a} ${fn} ${b}`);
    };
    return this.guard(args, write, chainedArguments(typed, chained));
  }

  /** Requires a finite number. */
  finite(made: string): string {
    return `FIN(${made}, ${this.site})`;
  }

  /** Small integer powers are multiplied out, and x^1.5 uses a square root, as the language defines. */
  private power(of: string, by: string, exponent: unknown): string {
    if (typeof exponent !== "number") return `POW(${of}, ${by})`;
    if (!MULTIPLIED.includes(exponent)) return `${of} ** ${by}`;
    const [first, again] = named(this, of);
    return exponent === 1.5
      ? `${first} * Math.sqrt(${again})`
      : `${first}${` * ${again}`.repeat(exponent - 1)}`;
  }
}

/** Exponents that are multiplied out. */
const MULTIPLIED: readonly number[] = [1.5, 2, 3, 4];

// Formulas of tried rows as statements: numbers that may be null, tests, and what is written outside a loop.
import type { Typed } from "../plan.js";
import type { Type } from "../types.js";
import { all, isNumber, NO_NUMBER, type Num, Numbers } from "./numbers.js";
import { Unfit, unfit, type Virtual, type VirtualItem } from "./virtual.js";

export type BuiltinCall = Extract<Typed, { op: "builtin" }>;

/** What is worked out once for each item, or once for all of them, as what it names allows. */
const LIFTED: ReadonlySet<Typed["op"]> = new Set([
  "input",
  "operator",
  "builtin",
  "table",
  "field",
  "compare",
  "logic",
  "if",
  "nullish",
]);

export abstract class Formulas extends Numbers {
  /** What a formula gives, where that may exist for the writer only. */
  protected abstract virtual(typed: Typed): Virtual;
  /** What a built-in function makes of a list; undefined where it is asked of something else. */
  protected abstract ofList(call: BuiltinCall): Virtual | undefined;

  override value(typed: Typed, chained = false): string {
    if (isNumber(typed.type)) return this.whole(this.number(typed, chained));
    return LIFTED.has(typed.op)
      ? this.lifted(() => this.valueHere(typed, chained))
      : this.valueHere(typed, chained);
  }

  protected override numberHere(typed: Typed, chained: boolean): Num {
    switch (typed.op) {
      case "slot":
      case "param":
      case "item":
      case "field":
      case "lambda":
      case "call":
        return this.numberOf(this.virtual(typed));
      case "if": {
        const [test, then, otherwise] = typed.args;
        return this.eitherNumber(
          this.test(test),
          () => this.number(then, chained),
          () => this.number(otherwise, chained),
        );
      }
      case "nullish": {
        const [first, second] = typed.args;
        const known = this.number(first, chained);
        if (known.has.length === 0) return known;
        return this.eitherNumber(
          all(known.has),
          () => ({ value: known.value, has: [] }),
          () => this.number(second, chained),
        );
      }
      case "operator":
        return this.madeOf(() => super.value(typed, chained));
      case "builtin": {
        const found = this.ofList(typed);
        if (found !== undefined) return this.numberOf(found);
        return typed.args.every(({ type }) => type.kind === "number")
          ? this.madeOf(() => this.valueHere(typed, chained))
          : this.split(this.valueHere(typed, chained));
      }
      default:
        return this.split(this.valueHere(typed, chained));
    }
  }

  /** What is known to be a number or null. */
  protected numberOf(value: Virtual): Num {
    if (value.kind === "number") return value.number;
    if (value.kind === "choice")
      return this.oneNumber(value.place, value.items, (item) => this.numberOf(item));
    return this.split(this.plain(value));
  }

  protected oneNumber(place: string, items: readonly VirtualItem[], write: (item: Virtual) => Num): Num {
    const next = (at: number): Num => {
      const item = items[at];
      if (item === undefined) return NO_NUMBER;
      return this.eitherNumber(
        `${place} === ${at}`,
        () => write(item.value),
        () => next(at + 1),
      );
    };
    return next(0);
  }

  private valueHere(typed: Typed, chained: boolean): string {
    switch (typed.op) {
      case "slot":
      case "param":
      case "item":
      case "field":
      case "lambda":
      case "call":
        return this.plain(this.virtual(typed));
      case "input":
        return `root.i_${typed.name}`;
      case "if": {
        const [test, then, otherwise] = typed.args;
        return this.branch(
          this.test(test),
          () => this.value(then, chained),
          () => this.value(otherwise, chained),
        );
      }
      case "nullish": {
        const [first, second] = typed.args;
        if (!first.type.nullable) return this.value(first, chained);
        if (isNumber(first.type)) {
          const known = this.number(first, chained);
          return this.branch(
            all(known.has),
            () => known.value,
            () => this.value(second, chained),
          );
        }
        const name = this.keep(this.value(first, chained));
        return this.branch(
          `${name} !== null`,
          () => name,
          () => this.value(second, chained),
        );
      }
      case "builtin": {
        const found = this.ofList(typed);
        if (found !== undefined) return this.plain(found);
        // These blame a value by themselves.
        if (["interpolate", "sum", "add_days"].includes(typed.name)) throw new Unfit();
        return super.value(typed, chained);
      }
      case "rows": {
        if (typed.table.dated !== undefined) throw new Unfit();
        return this.module.rows(typed);
      }
      case "self":
      case "rank":
      case "pluck":
      case "filter":
      case "inputs":
      case "lookup":
      case "list":
      case "flagged":
        throw new Unfit();
      default:
        return super.value(typed, chained);
    }
  }

  override test(typed: Typed, want = true): string {
    return LIFTED.has(typed.op) || typed.op === "known"
      ? this.lifted(() => this.testHere(typed, want))
      : this.testHere(typed, want);
  }

  private testHere(typed: Typed, want: boolean): string {
    switch (typed.op) {
      case "logic": {
        const [first, second] = typed.args as [Typed, Typed];
        if (typed.fn === "not") return this.test(first, !want);
        const both = (typed.fn === "and") === want;
        return this.both(this.test(first, want), () => this.test(second, want), both);
      }
      case "if": {
        const [test, then, otherwise] = typed.args;
        return this.branch(
          this.test(test),
          () => this.test(then, want),
          () => this.test(otherwise, want),
        );
      }
      case "known": {
        if (isNumber(typed.of.type)) {
          const there = all(this.number(typed.of).has);
          return want ? there : `!${there}`;
        }
        const there = this.isThere(this.virtual(typed.of), typed.of.type);
        return want ? there : `!${there}`;
      }
      case "slot":
      case "flagged":
        return this.plainTest(typed, want);
      default:
        return super.test(typed, want);
    }
  }

  /** Whether it is not null. */
  private isThere(found: Virtual, type: Type): string {
    switch (found.kind) {
      case "code":
        return type.nullable ? `(${found.code} !== null)` : "true";
      case "number":
        return all(found.number.has);
      case "frame":
        return found.frame.present ?? "true";
      case "choice": {
        const inner = found.items.map(({ value }) =>
          value.kind === "record" ? "true" : this.isThere(value, type),
        );
        if (inner.every((there) => there === "true")) return `(${found.place} >= 0)`;
        return `(${inner.map((there, at) => `${found.place} === ${at} ? ${there} : `).join("")}false)`;
      }
      default:
        return unfit();
    }
  }
  /** The expression for what is no frame and no list. */
  protected plain(value: Virtual): string {
    if (value.kind === "choice" && value.items.every((item) => item.value.kind === "code"))
      return this.oneOf(value.place, value.items, (item) => this.plain(item));
    if (value.kind === "number") return this.whole(value.number);
    return value.kind === "code" ? value.code : unfit();
  }

  protected oneOf(place: string, items: readonly VirtualItem[], write: (item: Virtual) => string): string {
    const next = (at: number): string => {
      const item = items[at];
      if (item === undefined) return "null";
      return this.branch(
        `${place} === ${at}`,
        () => write(item.value),
        () => next(at + 1),
      );
    };
    return next(0);
  }
}

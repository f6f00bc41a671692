// What a built-in function is: its types, units, evaluation, code and documentation in one object.
import type { Type } from "../language/types.js";
import type { Signature } from "./signatures.js";

/** A formula, what it gives as JSON, and what that shows. */
export type FunctionExample = readonly [formula: string, gives: string, means: string];

/**
 * What becomes of units: that of the first argument, of the third, the root of it, a pure number of a pure number, a count, or
 * as all arguments, which must agree. `compares` and `joins` say in which words they do not; `day` and `month` are what the
 * second argument counts.
 */
export type UnitRule =
  | ("first" | "third" | "root" | "pure" | "count" | "none" | "day" | "month")
  | ("agrees" | "compares" | "joins");

/** Ranks by the words of a scale. */
export type Ranks = Readonly<Record<string | number, number>>;

/** A call in a formula. */
export interface FunctionCall {
  readonly args: readonly Type[];
  readonly type: Type;
  /** The value that is blamed for a number that is not finite. */
  readonly site: number;
  /** The order of the words that the call compares. */
  readonly ranks: Ranks | null;
  /** The value of an argument that is a literal. */
  literal(at: number): unknown;
}

/** A call while its JavaScript is written. */
export interface CodeCall extends Omit<FunctionCall, "ranks"> {
  /** The name of the constant that holds the ranks. */
  readonly ranks: string;
  /** The name of the constant that holds a regular expression. */
  pattern(source: string): string;
}

type Helper = (...args: never[]) => unknown;

export interface BuiltinFunction {
  readonly usage: string;
  /** The number of arguments; the least one if there can be more. */
  readonly args: number;
  readonly more?: true;
  readonly takes: Signature;
  readonly unit: UnitRule;
  /** Which arguments must be words of which others: those after the first, each of the other, or the second of the items. */
  readonly words?: "first" | "both" | "items";
  /** Whether it compares words of a scale by their rank. */
  readonly ranked?: true;
  /** It gives one of several arguments. */
  readonly picks?: true;
  /** It holds if it holds for the first argument and any other, null included. Others are null if an argument is. */
  readonly anyOf?: true;
  /**
   * Whether finite arguments can give a number that is not finite: `checked` after each call; `root` like it, but of what is
   * not finite it is not finite either; `kept` gives finite numbers of finite ones only.
   */
  readonly overflow?: "checked" | "root" | "kept";
  /** Computes the call, for the interpreter. */
  readonly evaluate: (call: FunctionCall) => Helper;
  /** Writes the call as JavaScript. */
  readonly code: (call: CodeCall) => (...args: string[]) => string;
  /** Writes the call as SQL; undefined if a database cannot compute it. */
  readonly sql?: (...args: string[]) => string;
  /** Functions that the JavaScript calls, by name. */
  readonly runtime?: Readonly<Record<string, Helper>>;
  readonly example: FunctionExample;
}

type Computed = Pick<BuiltinFunction, "evaluate" | "code" | "runtime">;

/** A function of JavaScript's Math. */
export function math(
  name: "exp" | "log" | "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "abs" | "sqrt",
): Computed {
  return { evaluate: () => Math[name], code: () => (of) => `Math.${name}(${of})` };
}

/** A function that the runtime has under a name. */
export function helper(name: string, run: Helper): Computed {
  return {
    evaluate: () => run,
    code:
      () =>
      (...args) =>
        `${name}(${args.join(", ")})`,
    runtime: { [name]: run },
  };
}

/** A method of texts or lists. */
export function method(name: string, run: Helper): Computed {
  return {
    evaluate: () => run,
    code:
      () =>
      (of, ...args) =>
        `${of}.${name}(${args.join(", ")})`,
  };
}

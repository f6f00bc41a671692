// A built-in function: types, units, evaluation, code and documentation in one object.
import type { Type } from "../language/types.js";
import type { Signature } from "./signatures.js";

/** A formula, its value as JSON, and an explanation. */
export type FunctionExample = readonly [formula: string, gives: string, means: string];

/**
 * The unit of the result: of the first argument; of the third; its root; a pure number; a count; or common to all
 * arguments. `compares` and `joins` select the error message of a mismatch. `day` and `month` are the unit of the
 * second argument.
 */
export type UnitRule =
  | ("first" | "third" | "root" | "pure" | "count" | "none" | "day" | "month")
  | ("agrees" | "compares" | "joins");

/** Ranks by word of a scale. */
export type Ranks = Readonly<Record<string | number, number>>;

/** A call in a formula. */
export interface FunctionCall {
  readonly args: readonly Type[];
  readonly type: Type;
  /** The slot to blame for a non-finite number. */
  readonly site: number;
  /** The order of the compared words. */
  readonly ranks: Ranks | null;
  /** Returns the value of a literal argument. */
  literal(at: number): unknown;
}

/** A call that is being compiled. */
export interface CodeCall extends Omit<FunctionCall, "ranks"> {
  /** The name of the constant with the ranks. */
  readonly ranks: string;
  /** Returns the name of the constant with a regular expression. */
  pattern(source: string): string;
}

type Helper = (...args: never[]) => unknown;

export interface BuiltinFunction {
  readonly usage: string;
  /** The minimum number of arguments. */
  readonly args: number;
  readonly more?: true;
  readonly takes: Signature;
  readonly unit: UnitRule;
  /**
   * Which arguments must be words of others: those after the first, each of the other, or the second of the items.
   */
  readonly words?: "first" | "both" | "items";
  /** Compares words of a scale by rank. */
  readonly ranked?: true;
  /** Returns one of several arguments. */
  readonly picks?: true;
  /**
   * True if any later argument matches the first, including null. Other functions return null for a null argument.
   */
  readonly anyOf?: true;
  /**
   * Whether finite arguments can give a non-finite result. `checked` is checked after each call; `root` also
   * propagates non-finite arguments; `kept` stays finite.
   */
  readonly overflow?: "checked" | "root" | "kept";
  /** Returns the function for the interpreter. */
  readonly evaluate: (call: FunctionCall) => Helper;
  /** Writes the call as JavaScript. */
  readonly code: (call: CodeCall) => (...args: string[]) => string;
  /** Writes the call as SQL; undefined if databases cannot compute it. */
  readonly sql?: (...args: string[]) => string;
  /** Runtime functions used by the JavaScript, by name. */
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

/** A named function of the runtime. */
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

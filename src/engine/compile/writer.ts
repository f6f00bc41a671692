// What writes one function of a compiled tool, as its parts see it.

import type { Typed } from "../typing/plan.js";
import type { Module } from "./module-names.js";

/** One function while it is written. */
export interface Writer {
  readonly module: Module;
  /** The slot to blame for a value that is not finite; -1 where there is none. */
  readonly site: number;
  /** The name of a variable of the function. */
  temp(): string;
  /** An expression for the value; a chained one need not be finite. */
  value(typed: Typed, chained?: boolean): string;
  /** An expression that is true exactly when the condition is `want`. */
  test(typed: Typed, want?: boolean): string;
  /** Null if any argument is; else what the arguments make. */
  guard(args: readonly Typed[], make: (args: string[]) => string, chained?: readonly boolean[]): string;
  /** A number that must be finite. */
  finite(made: string): string;
}

// The interface of a compiled function's writer.

import type { Typed } from "../typing/plan.js";
import type { Module } from "./module-names.js";

/** A function under construction. */
export interface Writer {
  readonly module: Module;
  /** The slot to blame for a non-finite value; -1 if there is none. */
  readonly site: number;
  /** Returns the name of a new variable. */
  temp(): string;
  /** Returns an expression for the value; a chained one need not be finite. */
  value(typed: Typed, chained?: boolean): string;
  /** Returns an expression that is true exactly if the condition equals `want`. */
  test(typed: Typed, want?: boolean): string;
  /** Returns null if any argument is null, else the made expression. */
  guard(args: readonly Typed[], make: (args: string[]) => string, chained?: readonly boolean[]): string;
  /** Requires a finite number. */
  finite(made: string): string;
}

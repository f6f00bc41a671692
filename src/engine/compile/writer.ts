// What writes one function of a compiled tool, as its parts see it: the function, and the module that it stands in.

import type { Scale } from "../language/types.js";
import type { Scope, Typed } from "../typing/plan.js";
import type { Inlining } from "./inlining.js";

/** What all functions of one compiled tool share. */
export interface Module {
  /** The name of the constant that holds a scale's ranks. */
  ranks(scale: Scale | undefined): string;
  /** The name of the constant that tells what each input is called in the frame of the tool. */
  inputNames(): string;
  lookup(typed: Extract<Typed, { op: "table" }>): string;
  rows(typed: Extract<Typed, { op: "rows" }>): string;
  /** The name of the constant that holds a column of numbers that never fall; undefined for any other column. */
  sortedColumn(typed: Extract<Typed, { op: "rows" }>, name: string): string | undefined;
  /** The name of the constant that holds a list of literals. */
  list(typed: Extract<Typed, { op: "list" }>): string;
  /** An expression for a record with these fields. */
  record(fields: readonly (readonly [name: string, value: string])[]): string;
  pattern(source: string): string;
  words(typed: Typed): string;
  scope(id: number): Scope;
  readonly inlining: Inlining;
}

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
  guard(args: readonly Typed[], make: (args: string[]) => string, chained?: boolean): string;
  /** A number that must be finite. */
  finite(made: string): string;
}

// What writes one function of a compiled tool, as its parts see it: the function, and the module that it stands in.

import type { Scope, Slot, Typed } from "../typing/plan.js";
import type { Constants } from "./constants.js";
import type { Inlining } from "./inlining.js";

/** What all functions of one compiled tool share. */
export interface Module extends Constants {
  /** The name of the constant that tells what each input is called in the frame of the tool. */
  inputNames(): string;
  scope(id: number): Scope;
  /** The name of the function that works a slot out; whoever asks for it has it written. */
  functionOf(slot: Slot): string;
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
  guard(args: readonly Typed[], make: (args: string[]) => string, chained?: readonly boolean[]): string;
  /** A number that must be finite. */
  finite(made: string): string;
}

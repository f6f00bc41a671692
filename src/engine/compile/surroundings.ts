// What a function of a compiled tool knows of the module that it stands in.

import type { Scale } from "../language/types.js";
import type { Scope, Typed } from "../typing/plan.js";
import type { Inlining } from "./inlining.js";

/** What all functions of one compiled tool share. */
export interface Module {
  /** The name of the constant that holds a scale's ranks. */
  ranks(scale: Scale | undefined): string;
  lookup(typed: Extract<Typed, { op: "table" }>): string;
  rows(typed: Extract<Typed, { op: "rows" }>): string;
  /** The name of the constant that holds a column of numbers that never fall; undefined for any other column. */
  sortedColumn(typed: Extract<Typed, { op: "rows" }>, name: string): string | undefined;
  /** The name of the constant that holds the rows by the word in a column; undefined where a cell is no word. */
  groups(typed: Extract<Typed, { op: "rows" }>, name: string): string | undefined;
  /** The name of the constant that holds a list of literals. */
  list(typed: Extract<Typed, { op: "list" }>): string;
  /** An expression for a record with these fields. */
  record(fields: readonly (readonly [name: string, value: string])[]): string;
  pattern(source: string): string;
  words(typed: Typed): string;
  scope(id: number): Scope;
  readonly inlining: Inlining;
}

// What a function of a compiled tool knows of the module that it stands in.
import type { Scope, Slot, Typed } from "../plan.js";
import type { Scale } from "../types.js";

/** What all functions of one compiled tool share. */
export interface Module {
  readonly scales: Map<string, string>;
  /** The name of the constant that holds a scale's ranks. */
  ranks(scale: Scale | undefined): string;
  lookup(typed: Extract<Typed, { op: "table" }>): string;
  rows(typed: Extract<Typed, { op: "rows" }>): string;
  /** The name of the constant that holds a column of a table; undefined where a cell is no number. */
  column(typed: Extract<Typed, { op: "rows" }>, name: string): string | undefined;
  /** The same; undefined where a number is less than the one before it, too. */
  risingColumn(typed: Extract<Typed, { op: "rows" }>, name: string): string | undefined;
  /** The name of the constant that holds the rows by the word in a column; undefined where a cell is no word. */
  groups(typed: Extract<Typed, { op: "rows" }>, name: string): string | undefined;
  /** The name of the constant that holds a list of literals. */
  list(typed: Extract<Typed, { op: "list" }>): string;
  /** An expression for a record with these fields. */
  record(fields: readonly (readonly [name: string, value: string])[]): string;
  pattern(source: string): string;
  words(typed: Typed): string;
  scope(id: number): Scope;
  /** Notes a use of a slot; a use on the spot is in the slot's own scope and outside any repetition. */
  use(slot: Slot, onTheSpot: boolean): void;
  /** Whether the slot's only use is on the spot: its formula is written there and nothing is remembered. */
  isInlined(slot: Slot): boolean;
  /** Whether a list is used once and on the spot: its items need not be kept. */
  isSole(slot: Slot): boolean;
}

// The interface of the SQL writer for the files that write parts of a tool.
import type { Scale } from "../language/types.js";
import type { Slot, Typed } from "../typing/plan.js";
import type { SqlScalar } from "./scalars.js";
import type { SqlFrame, SqlTarget, SqlValue } from "./values.js";

/** The frame of a formula's names, and the id of the value that is reported if a number is not finite. */
export interface SqlPlace {
  readonly frame: SqlFrame;
  readonly site: number;
}

export interface SqlWriter extends SqlTarget {
  /** A chained number is not checked for being finite, because the result is. */
  value(typed: Typed, place: SqlPlace, chained?: boolean): SqlValue;
  scalar(typed: Typed, place: SqlPlace, chained?: boolean): SqlScalar;
  /** Returns the position of a word on its scale, from 0. */
  rank(scale: Scale, word: SqlScalar): SqlScalar;
  slot(frame: SqlFrame, slot: Slot): SqlValue;
  /** Returns a field of a record; null if the record is null or has no such field. */
  field(of: SqlValue, name: string): SqlValue;
  /** Calls `make` with this value as the lambda's item. */
  within<T>(lambda: object, item: SqlValue, make: () => T): T;
}

export type BuiltinCall = Extract<Typed, { op: "builtin" }>;

/** Thrown for a part of a tool that cannot be written as SQL. */
export class Unsupported extends Error {}

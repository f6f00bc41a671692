// What writes a tool as SQL, as its parts see it.
import type { Scale } from "../language/types.js";
import type { Slot, Typed } from "../typing/plan.js";
import type { SqlScalar } from "./scalars.js";
import type { SqlFrame, SqlTarget, SqlValue } from "./values.js";

/** Where a formula stands: the values that its names mean, and the value to blame for a number that is not finite. */
export interface SqlPlace {
  readonly frame: SqlFrame;
  readonly site: number;
}

export interface SqlWriter extends SqlTarget {
  /** A chained number need not be finite, because what it goes into is checked. */
  value(typed: Typed, place: SqlPlace, chained?: boolean): SqlValue;
  scalar(typed: Typed, place: SqlPlace, chained?: boolean): SqlScalar;
  /** The place of a word on its scale, from 0. */
  rank(scale: Scale, word: SqlScalar): SqlScalar;
  slot(frame: SqlFrame, slot: Slot): SqlValue;
  /** A field of a value, null of null and where its kind of record has none of that name. */
  field(of: SqlValue, name: string): SqlValue;
  /** What `make` gives while the lambda's item is this value. */
  within<T>(lambda: object, item: SqlValue, make: () => T): T;
}

export type BuiltinCall = Extract<Typed, { op: "builtin" }>;

/** A part of a tool that the backend has no text for. */
export class Unsupported extends Error {}

// What writes a tool as SQL, as its parts see it.
import type { Scale } from "../language/types.js";
import type { Slot, Typed } from "../typing/plan.js";
import type { Scalar } from "./scalars.js";
import type { Frame, Target, Value } from "./values.js";

/** Where a formula stands: the values that its names mean, and the value to blame for a number that is not finite. */
export interface Place {
  readonly frame: Frame;
  readonly site: number;
}

export interface Writer extends Target {
  /** A chained number need not be finite, because what it goes into is checked. */
  value(typed: Typed, place: Place, chained?: boolean): Value;
  scalar(typed: Typed, place: Place, chained?: boolean): Scalar;
  /** The place of a word on its scale, from 0. */
  rank(scale: Scale, word: Scalar): Scalar;
  slot(frame: Frame, slot: Slot): Value;
  /** A field of a value, null of null and where its kind of record has none of that name. */
  field(of: Value, name: string): Value;
  /** What `make` gives while the lambda's item is this value. */
  within<T>(lambda: object, item: Value, make: () => T): T;
}

export type Call = Extract<Typed, { op: "builtin" }>;

/** A part of a tool that the backend has no text for. */
export class Unsupported extends Error {}

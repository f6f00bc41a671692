// Values of the interpreter, and the frames that hold those of one scope.
import type { Scope } from "../typing/plan.js";

export type Value = Scalar | Frame | readonly Value[] | Fields;
export type Scalar = number | string | boolean | null;
/** A row of a table, an object of an input, or a record that a rule gives. */
export interface Fields {
  readonly [field: string]: Value;
}

const NO_ARGUMENTS: ReadonlyMap<string, Value> = new Map();

/** The values of one scope for one call, one group or one entry of a list. */
export class Frame {
  /** Computed values, by the position of their slots in the scope. */
  readonly memo: (Value | undefined)[] = [];
  /** Position of the entry in its list, from 1; undefined before the list is in order. */
  number: number | undefined;
  /** The frame of the calculation that computes the entry, once it was needed. */
  inner: Frame | undefined;

  constructor(
    readonly scope: Scope,
    readonly parent: Frame | undefined,
    readonly args: ReadonlyMap<string, Value> = NO_ARGUMENTS,
    /** The item of the list that an entry of an `each` was made for. */
    readonly item: Value = null,
  ) {}
}

/** The frame of the tool itself. */
export class RootFrame extends Frame {
  /** The recorder keeps its record here. */
  record: unknown;

  constructor(
    scope: Scope,
    /** Values by input: sent, else the default, else null. */
    readonly inputs: ReadonlyMap<string, Value>,
    /** Inputs that the caller sent. */
    readonly sent: ReadonlySet<string>,
  ) {
    super(scope, undefined);
  }
}

/** Computes a formula, or a part of one, in the frame of its scope. */
export type Eval = (frame: Frame) => Value;

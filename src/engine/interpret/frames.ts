// Values of the interpreter, and frames that contain the values of a scope.
import type { Scope } from "../typing/plan.js";

export type Value = Scalar | Frame | readonly Value[] | Fields;
export type Scalar = number | string | boolean | null;
/** A table row, an object of an input, or a record from a rule. */
export interface Fields {
  readonly [field: string]: Value;
}

const NO_ARGUMENTS: ReadonlyMap<string, Value> = new Map();

/** The values of a scope for one call, group or list entry. */
export class Frame {
  /** Computed values, by index of their slots. */
  readonly memo: (Value | undefined)[] = [];
  /** Position in the list, from 1; undefined before sorting. */
  number: number | undefined;
  /** The frame of the entry's calculation, created at its first use. */
  inner: Frame | undefined;

  constructor(
    readonly scope: Scope,
    readonly parent: Frame | undefined,
    readonly args: ReadonlyMap<string, Value> = NO_ARGUMENTS,
    /** The item of an `each` entry. */
    readonly item: Value = null,
  ) {}
}

/** The frame of the tool. */
export class RootFrame extends Frame {
  /** Storage of the recorder. */
  record: unknown;

  constructor(
    scope: Scope,
    /** Values by input: sent, default or null. */
    readonly inputs: ReadonlyMap<string, Value>,
    /** Inputs that the caller sent. */
    readonly sent: ReadonlySet<string>,
  ) {
    super(scope, undefined);
  }
}

/** Evaluates a formula, or a part of one, in a frame. */
export type Eval = (frame: Frame) => Value;

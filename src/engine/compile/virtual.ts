// Values while a function of tried rows is written: frames, lists and records that are known to the writer and never made.
import type { Scope, Slot } from "../plan.js";
import type { Type } from "../types.js";
import type { Placed } from "./blocks.js";
import type { Num } from "./numbers.js";

export type Virtual =
  | { readonly kind: "code"; readonly code: string }
  /** A number that may be null. */
  | { readonly kind: "number"; readonly number: Num }
  | { readonly kind: "frame"; readonly frame: VirtualFrame }
  | { readonly kind: "list"; readonly items: readonly VirtualItem[] }
  | Rows
  | { readonly kind: "record"; readonly fields: ReadonlyMap<string, Virtual> }
  /** One of several items; the variable holds its place, or -1 where there is none. */
  | { readonly kind: "choice"; readonly place: string; readonly items: readonly VirtualItem[] };

/** A list that is there when the function runs: what is asked of it becomes a loop. */
export interface Rows {
  readonly kind: "rows";
  /** The expression for the array. */
  readonly array: string;
  /** Whether every element of the array is an item of the list. */
  readonly isWhole: boolean;
  /** Whether an item is an element as it stands. */
  readonly isPlain: boolean;
  /** Writes, in a loop over the array, what skips the elements that are not in the list, and then what is done with an item. */
  readonly visit: (row: string, at: string, then: (item: Virtual) => void) => void;
  /** The item of an element, outside a loop: the variable of the element, and the one that tells whether there is one. */
  readonly item: (row: string, present: string) => Virtual;
  /** The constant of a column of numbers that never fall from row to row; undefined for any other. */
  readonly rising?: (name: string) => string | undefined;
  /** An element that stands in where none was found, so that nothing is read of null. */
  readonly any: string | undefined;
}

export interface VirtualItem {
  /** The variable that tells whether the item is in the list; undefined where it always is. */
  readonly when: string | undefined;
  readonly value: Virtual;
}

export class VirtualFrame {
  readonly values = new Map<Slot, Placed<Virtual>>();
  /** Fields that were read where the frame may be null. */
  readonly reads = new Map<string, Placed<Virtual>>();
  inner: Placed<VirtualFrame> | undefined;
  /** The variable that tells whether the frame is there; undefined where it always is. */
  readonly present: string | undefined;
  /** The variable that tells whether anything is asked of the frame at all. */
  readonly needed: string | undefined;
  /** The loops that its item and these variables depend on, as bits. */
  readonly loops: number;

  constructor(
    readonly scope: Scope,
    readonly parent: VirtualFrame | undefined,
    readonly params: ReadonlyMap<string, Placed<Virtual>>,
    readonly item: Virtual | undefined,
    on: {
      readonly present?: string | undefined;
      readonly needed?: string | undefined;
      readonly loops: number;
    },
  ) {
    this.present = on.present;
    this.needed = on.present ?? on.needed;
    this.loops = on.loops;
  }
}

/** The row cannot be tried without frames: it is then tried with them. */
export class Unfit extends Error {}

export function unfit(): never {
  throw new Unfit();
}

export const code = (text: string): Virtual => ({ kind: "code", code: text });

export function holdsFrames(type: Type): boolean {
  switch (type.kind) {
    case "record":
      return type.shapes.some((shape) => shape.access !== "plain");
    case "list":
      return holdsFrames(type.item);
    case "map":
      return holdsFrames(type.value);
    default:
      return false;
  }
}

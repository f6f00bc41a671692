// Values while a function of tried rows is written: frames, lists and records that are known to the writer and never made.
import type { Scope, Slot } from "../plan.js";
import type { Type } from "../types.js";

export type Virtual =
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "frame"; readonly frame: VirtualFrame }
  | { readonly kind: "list"; readonly items: readonly VirtualItem[] }
  | { readonly kind: "record"; readonly fields: ReadonlyMap<string, Virtual> }
  /** One of several items; the variable holds its place, or -1 where there is none. */
  | { readonly kind: "choice"; readonly place: string; readonly items: readonly VirtualItem[] };

export interface VirtualItem {
  /** The variable that tells whether the item is in the list; undefined where it always is. */
  readonly when: string | undefined;
  readonly value: Virtual;
}

export class VirtualFrame {
  readonly values = new Map<Slot, Virtual>();
  /** Fields that were read where the frame may be null. */
  readonly reads = new Map<string, Virtual>();
  inner: VirtualFrame | undefined;

  constructor(
    readonly scope: Scope,
    readonly parent: VirtualFrame | undefined,
    readonly params: ReadonlyMap<string, Virtual>,
    readonly item?: Virtual,
    /** The variable that tells whether the frame is there; undefined where it always is. */
    readonly present?: string,
  ) {}
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

// A mutation: one small change of a definition in memory that can be undone.
import type { Location } from "../../engine/language/locations.js";

export interface Mutant {
  readonly location: Location;
  /** Describes the location independently of edits elsewhere in the file. */
  readonly place: string;
  /** Applies the change and returns its undo function. */
  readonly apply: () => () => void;
  /** The loader refuses the change before compiling. */
  readonly refused?: boolean;
}

/** Replaces a field of a model object. */
export function replace<T extends object, K extends keyof T>(
  holder: T,
  key: K,
  value: T[K],
): () => () => void {
  const writable = holder as { -readonly [P in keyof T]: T[P] };
  return () => {
    const before = writable[key];
    writable[key] = value;
    return () => {
      writable[key] = before;
    };
  };
}

/** Combines several changes. */
export function together(changes: readonly Mutant["apply"][]): Mutant["apply"] {
  return () => {
    const undo = changes.map((apply) => apply());
    return () => {
      for (const each of undo) each();
    };
  };
}

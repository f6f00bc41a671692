// A mutation: one small change of a definition, made on the model in memory and taken back.
import type { Location } from "../../engine/language/locations.js";

/** One change. */
export interface Mutant {
  readonly location: Location;
  /** Where in the definition, in words that survive an edit elsewhere in the file. */
  readonly place: string;
  /** Makes the change and gives back what takes it back. */
  readonly apply: () => () => void;
  /** The loader refuses it before a plan is made. */
  readonly refused?: boolean;
}

/** Replaces a field of an object of the model; taken back by what it gives. */
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

/** Several changes as one. */
export function together(changes: readonly Mutant["apply"][]): Mutant["apply"] {
  return () => {
    const undo = changes.map((apply) => apply());
    return () => {
      for (const each of undo) each();
    };
  };
}

// What is written at a place of a definition: formulas, texts, citations.
import type { Formula } from "./formula.js";
import type { Location, Position } from "./locations.js";

/** A formula or text with the map or list that contains it and its key there, so that a finding can point into it. */
export interface Written<T> {
  readonly it: T;
  readonly at: Position;
  readonly key: string | number;
  /** Whether it is a word or number without the mark of a formula. */
  readonly isLiteral?: true;
}
export type WrittenFormula = Written<Formula>;

/** Returns where a formula or text is written, or a word of it. */
export function locationIn({ at, key }: Written<unknown>, word?: string, nth?: number): Location {
  return word === undefined ? at.of(key) : at.ofWord(key, word, nth);
}

/** A text whose braces hold formulas. */
export interface Template {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
}
export type TemplatePart =
  | string
  | { readonly formula: Formula; readonly decimals?: number; readonly grouped?: boolean };
export type WrittenTemplate = Written<Template>;

export interface Citation {
  readonly source: string;
  readonly clause: string;
  readonly evidence?: string;
}

/** What every piece of a definition may carry. */
export interface Annotations {
  readonly location: Location;
  readonly cites: readonly Citation[];
  readonly because?: string;
}

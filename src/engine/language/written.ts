// Formulas, texts and citations with their positions.
import type { Formula } from "./formula.js";
import type { Location, Position } from "./locations.js";

/** A formula or text with the position of its map or list, and its key. */
export interface Written<T> {
  readonly it: T;
  readonly at: Position;
  readonly key: string | number;
  /** Whether it is a literal without a formula mark. */
  readonly isLiteral?: true;
}
export type WrittenFormula = Written<Formula>;

/** Returns where a formula or text is written, or a word of it. */
export function locationIn({ at, key }: Written<unknown>, word?: string, nth?: number): Location {
  return word === undefined ? at.of(key) : at.ofWord(key, word, nth);
}

/** A text with formulas in braces. */
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

/** Common annotations of definitions. */
export interface Annotations {
  readonly location: Location;
  readonly cites: readonly Citation[];
  readonly because?: string;
}

/** What a value may assume in the place of inputs that were not sent. */
export interface Assumption {
  readonly assumption?: string;
  /** Whether it is on the safe side. */
  readonly cautious?: true;
  /** Whether no definition contains the value: it is the evidence of another. */
  readonly isHidden?: true;
}

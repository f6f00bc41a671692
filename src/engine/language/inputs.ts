// An input of a tool, as formulas see it.

import type { Location, Position } from "./locations.js";
import type { Type } from "./types.js";

/** A word that a form proposes for a free text, and what is shown beside it. */
export type Suggestion = readonly [word: string, beside?: string];

/** What forms, tables and searches need to know of an input. The served schema leaves it out, so that it stays short. */
export interface FormHint {
  /** Other words for the input. */
  readonly also?: readonly string[];
  /** Other words for its choices, by choice. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
  /** The heading under which it stands. */
  readonly group?: string;
  readonly suggestions?: readonly Suggestion[];
}
export type FormHints = Readonly<Record<string, FormHint>>;

export interface InputPlan {
  readonly name: string;
  readonly type: Type;
  readonly unit: string | undefined;
  readonly required: boolean;
  /** What is taken where it is not sent; who sends the same value has answered, and nothing was assumed. */
  readonly fallback: string | number | boolean | null | undefined;
  /** The unit of the items of a list. */
  readonly itemUnit?: string;
  /** The condition under which it applies. */
  readonly applies?: string;
  /** Whether it only labels the result, and is not computed with. */
  readonly isLabel: boolean;
  readonly location: Location;
  readonly at: Position;
}

// An input of a tool, as formulas see it.

import type { Location, Position } from "./locations.js";
import type { Type } from "./types.js";

/** A suggested word for free text, with additional text. */
export type Suggestion = readonly [word: string, beside?: string];

/** Facts for forms, tables and searches, which the served schema omits for brevity. */
export interface FormHint {
  /** Other names of the input. */
  readonly also?: readonly string[];
  /** Other words for its choices, by choice. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
  /** The heading of its group. */
  readonly group?: string;
  readonly suggestions?: readonly Suggestion[];
  /** Inputs that forms and tables add up for it. */
  readonly sumOf?: readonly string[];
}
export type FormHints = Readonly<Record<string, FormHint>>;

export interface InputPlan {
  readonly name: string;
  readonly type: Type;
  readonly unit: string | undefined;
  readonly required: boolean;
  /** The default. If the caller sends the same value, the result lists no assumption. */
  readonly fallback: string | number | boolean | null | undefined;
  /** The unit of list items. */
  readonly itemUnit?: string;
  /** Whether something is assumed if it is not sent. */
  readonly isAssumed: boolean;
  /** Whether what is assumed is on the safe side. */
  readonly isCautious: boolean;
  /** The condition under which it applies. */
  readonly applies?: string;
  /** Whether it is only a label, which formulas do not use. */
  readonly isLabel: boolean;
  readonly location: Location;
  readonly at: Position;
}

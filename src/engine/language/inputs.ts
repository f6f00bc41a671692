// An input of a tool, as formulas see it.
import type { Location } from "./locations.js";
import type { Type } from "./types.js";

export interface InputPlan {
  readonly name: string;
  readonly type: Type;
  readonly unit: string | undefined;
  readonly required: boolean;
  /** What is taken where it is not sent; who sends the same value has answered, and nothing was assumed. */
  readonly fallback: string | number | boolean | null | undefined;
  /** Whether it only labels the result, and is not computed with. */
  readonly isLabel: boolean;
  readonly location: Location;
}

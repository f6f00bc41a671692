// How comparisons of formulas relate to each other.
import type { Operator } from "./formula.js";

/** The comparison that holds exactly where another does not. */
export const OPPOSITE: Readonly<Record<string, Operator | undefined>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "==",
};

// Relations between comparison operators.
import type { Operator } from "./formula.js";

/** The negation of each comparison. */
export const OPPOSITE: Readonly<Record<string, Operator | undefined>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "==",
};

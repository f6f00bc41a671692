// All built-in functions.
import type { BuiltinFunction, FunctionExample } from "./builtin.js";
import { DATE_FUNCTIONS } from "./dates.js";
import { LIST_FUNCTIONS } from "./lists.js";
import { NUMBER_FUNCTIONS } from "./numbers.js";
import { TEXT_FUNCTIONS } from "./texts.js";

export const BUILTINS: Readonly<Record<string, BuiltinFunction>> = {
  ...NUMBER_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...DATE_FUNCTIONS,
};

/** Functions with special argument handling. */
export const SPECIAL: Readonly<Record<"if" | "given" | "flagged" | "nearest", FunctionExample>> = {
  if: ['if(band == "D", "middle", "end")', '"middle"', "chooses; null counts as false"],
  given: ["given(load_kn)", "false", "of an input: the caller sent it; of anything else: not null"],
  flagged: ['flagged("long_span")', "true", "the flag with this code is raised"],
  nearest: [
    'nearest(beams, "larg", 2)',
    '["large", "small"]',
    "the rows of a `one_of` table whose words are nearest, by their first word",
  ],
};

export const FUNCTION_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(BUILTINS),
  ...Object.keys(SPECIAL),
]);

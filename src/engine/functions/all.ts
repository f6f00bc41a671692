// All built-in functions.
import type { BuiltinFunction, FunctionExample } from "./builtin.js";
import { DATE_FUNCTIONS } from "./dates.js";
import { EVIDENCE_FUNCTIONS } from "./evidence.js";
import { LIST_FUNCTIONS } from "./lists.js";
import { NUMBER_FUNCTIONS } from "./numbers.js";
import { TEXT_FUNCTIONS } from "./texts.js";

export const BUILTINS: Readonly<Record<string, BuiltinFunction>> = {
  ...NUMBER_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...DATE_FUNCTIONS,
};

/** Every function of a plan: functions of formulas, and internal functions of generated values. */
export const PLAN_FUNCTIONS: Readonly<Record<string, BuiltinFunction>> = {
  ...BUILTINS,
  ...EVIDENCE_FUNCTIONS,
};

/** Functions with special argument handling. */
export const SPECIAL: Readonly<
  Record<"if" | "given" | "flagged" | "nearest" | "missing" | "rests_on", FunctionExample>
> = {
  if: ['if(band == "D", "middle", "end")', '"middle"', "chooses; null counts as false"],
  given: ["given(load_kn)", "false", "of an input: the caller sent it; of anything else: not null"],
  flagged: ['flagged("long_span")', "true", "the flag with this code is raised"],
  nearest: [
    'nearest(beams, "larg", 2)',
    '["large", "small"]',
    "the rows of a `one_of` table with the most similar words, by their first word",
  ],
  missing: [
    "missing(load_kn > 5)",
    '["load_kn"]',
    "the inputs that were not sent and on which the value depends; none of them has an assumption",
  ],
  rests_on: [
    "rests_on(load_kn > 5)",
    "[]",
    "likewise, the inputs in whose place an assumption was used that is not `cautious`",
  ],
};

export const FUNCTION_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(BUILTINS),
  ...Object.keys(SPECIAL),
]);

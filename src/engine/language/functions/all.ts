// Every function that formulas have without defining it.
import type { Type } from "../types.js";
import { DECLARATIONS } from "./declarations.js";
import { SIGNATURES } from "./signatures.js";

/** A formula, what it gives as JSON, and what that shows. */
type Example = readonly [formula: string, gives: string, means: string];

export interface Builtin {
  readonly usage: string;
  readonly least: number;
  readonly most: number;
  readonly give: (args: readonly Type[]) => Type | string;
  readonly unit: string;
  /** Empty where the compiler has a way of its own. */
  readonly code: string;
  readonly example: Example;
}

const MANY = 50;

function declared(line: string): [name: string, declaration: Builtin] {
  const [usage = "", args = "", takes = "", unit = "", code = "", formula = "", gives = "", means = ""] =
    line.split(" | ");
  const [name = ""] = usage.split("(");
  const signature = SIGNATURES[takes];
  if (signature === undefined) throw new Error(`no signature ${takes} of the function ${name}`);
  const least = Number.parseInt(args, 10);
  const most = args.endsWith("+") ? MANY : least;
  const give = (types: readonly Type[]) => signature(types, name);
  return [name, { usage, least, most, give, unit, code: code.trim(), example: [formula, gives, means] }];
}

export const BUILTINS: Readonly<Record<string, Builtin>> = Object.fromEntries(
  DECLARATIONS.trim().split("\n").map(declared),
);

/** Functions whose arguments are read otherwise than as values. */
export const SPECIAL: Readonly<Record<"if" | "given" | "flagged" | "nearest", Example>> = {
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

// Input checks of hand-written tools.
import type { InputProblem } from "../../src/engine/run/validate.js";

export type Answer =
  | { readonly ok: true; readonly result: Record<string, unknown> }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

type Input = Readonly<Record<string, unknown>>;

const NO_OBJECT: readonly InputProblem[] = [{ pointer: "", message: "The input must be one JSON object." }];

/** Returns the problems of an input: not an object, unknown fields, or failed checks. */
export function problemsOf(
  input: unknown,
  known: ReadonlySet<string>,
  check: (input: Input, problems: InputProblem[]) => void,
): readonly InputProblem[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return NO_OBJECT;
  const problems: InputProblem[] = [];
  for (const name in input)
    if (!known.has(name))
      problems.push({ pointer: `/${name}`, message: `${name} is not an input of this tool.` });
  check(input as Input, problems);
  return problems;
}

export function required(input: Input, problems: InputProblem[], name: string): void {
  if (input[name] === undefined) problems.push({ pointer: `/${name}`, message: `${name} is required.` });
}

export function number(
  input: Input,
  problems: InputProblem[],
  name: string,
  least: number,
  most: number,
  { above = false, whole = false } = {},
): void {
  const value = input[name];
  if (value === undefined) return;
  const fits =
    typeof value === "number" &&
    (above ? value > least : value >= least) &&
    value <= most &&
    (!whole || Number.isInteger(value));
  if (fits) return;
  const kind = whole ? "a whole number" : "a number";
  problems.push({
    pointer: `/${name}`,
    message: `${name} must be ${kind} ${above ? "above" : "from"} ${least} to ${most}.`,
  });
}

export function word(
  input: Input,
  problems: InputProblem[],
  name: string,
  words: ReadonlySet<unknown>,
): void {
  if (input[name] === undefined || words.has(input[name])) return;
  problems.push({ pointer: `/${name}`, message: `${name} must be one of ${[...words].join(", ")}.` });
}

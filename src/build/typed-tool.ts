// A tool as a typed function for other programs, in Node and browsers. `plumbline build --types` writes the types.
import { RuntimeTool, type ToolData, type ToolFacts, type ToolModule } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";

/** Invalid input; `problems` lists each field with its reason. */
export class InputError extends Error {
  constructor(readonly problems: readonly InputProblem[]) {
    super(problems.map(({ message }) => message).join(" "));
    this.name = "InputError";
  }
}

export type TypedOutcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

export interface TypedTool<Input, Result> {
  /** Returns the result. Throws InputError for invalid input. */
  (input: Input): Result;
  /** Returns the result of unchecked input, or its problems. */
  check(input: unknown): TypedOutcome<Result>;
  readonly tool: RuntimeTool;
}

export function typedTool<Input, Result>(
  facts: ToolFacts,
  data: ToolData,
  module: ToolModule,
): TypedTool<Input, Result> {
  const tool = new RuntimeTool(facts, () => ({ data, module }));
  const check = (input: unknown) => tool.run(input) as TypedOutcome<Result>;
  const call = (input: Input): Result => {
    const outcome = check(input);
    if (!outcome.ok) throw new InputError(outcome.problems);
    return outcome.result;
  };
  return Object.assign(call, { check, tool });
}

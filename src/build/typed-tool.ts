// A tool as a function of another program, in Node or in a page: from its input to its result. The types of both are written
// beside the tool's code by `plumbline build --types`.
import { RuntimeTool, type ToolData, type ToolFacts, type ToolModule } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";

/** The input does not fit; `problems` names each field with its reason. */
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
  /** The result. Throws InputError where the input does not fit. */
  (input: Input): Result;
  /** The result of an input that nobody has checked yet, or what is wrong with it. */
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

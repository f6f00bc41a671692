// Questions to one tool on random inputs, where a refusal is a failure of the test.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outcome, Tool } from "../../src/engine/tool.js";
import { inputArbitrary } from "../../src/workbench/arbitraries.js";

export type Fields = Readonly<Record<string, unknown>>;

/** The answer of a tool; `run` may be its computation alone, for inputs known to be valid. */
export function asking<Answer>(
  tool: Tool,
  run: (input: Fields) => Outcome = (input) => tool.run(input),
): (input: Fields) => Answer {
  return (input) => {
    const outcome = run(input);
    if (!outcome.ok) throw new Error(`refused ${JSON.stringify(input)}: ${JSON.stringify(outcome.problems)}`);
    return outcome.result as unknown as Answer;
  };
}

export function check<Values extends readonly unknown[]>(
  arbitraries: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
  property: (...values: Values) => void,
  numRuns = 400,
): void {
  fc.assert(
    fc.property(fc.tuple(...arbitraries), (values) => property(...(values as unknown as Values))),
    { numRuns },
  );
}

/** The same input without some of its fields. */
export function without(input: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}

export function testAdvice(tool: Tool): void {
  test("gives one warning for each flag and always a recommendation", () => {
    check([anyInput(tool)], (input) => {
      const outcome = tool.run(input);
      fc.pre(outcome.ok);
      const result = outcome.result as { flags: string[]; warnings: string[]; recommendations: string[] };
      expect(result.warnings.length).toBe(result.flags.length);
      expect(result.recommendations.length).toBeGreaterThan(0);
    });
  });
}

/** Any input of a tool by its schema, words of its examples among them. */
export function anyInput({ inputSchema, facts }: Tool): fc.Arbitrary<Fields> {
  return inputArbitrary(
    inputSchema,
    facts.examples.map(({ input }) => input),
  );
}

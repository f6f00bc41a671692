// Runs one tool on random inputs. A refused input fails the test.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outcome, Tool } from "../../src/engine/tool.js";
import { inputArbitrary } from "../../src/workbench/arbitraries.js";

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a tool's results; `run` may skip validation. */
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

/** Returns the input without some fields. */
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

/** Random inputs of a tool, including words of its examples. */
export function anyInput({ inputSchema, facts }: Tool): fc.Arbitrary<Fields> {
  return inputArbitrary(
    inputSchema,
    facts.examples.map(({ input }) => input),
  );
}

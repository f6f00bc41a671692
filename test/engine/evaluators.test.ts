// Random inputs: both evaluators agree to the byte, numbers are finite, the result fits its schema, nothing throws. Fewer of
// them here than in `npm run test:slow`.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { goldenTools } from "../../src/workbench/cases.js";
import { anyInput } from "../helpers/ask-tool.js";
import { FULL } from "../helpers/full.js";
import { ownSet } from "../helpers/own-definitions.js";

const set = ownSet();
const RUNS = FULL ? 300 : 25;

describe.each([...goldenTools(set)])("%s", (_, tool) => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  const validate = ajv.addVocabulary(["unit", "choices", "symbol"]).compile(tool.outputSchema);

  test("compiled and reference evaluator agree", async () => {
    await fc.assert(
      fc.asyncProperty(anyInput(tool), async (input) => {
        const compiled = tool.run(input);
        const reference = await tool.reference(input);
        if (compiled.ok && reference.ok) expect(JSON.stringify(reference)).toBe(JSON.stringify(compiled));
        else expect(reference.ok).toBe(compiled.ok);
      }),
      { numRuns: RUNS },
    );
  });

  test.runIf(tool.plan.def.figures.length > 0)("figures agree", async () => {
    await fc.assert(
      fc.asyncProperty(anyInput(tool), async (input) => {
        const { outcome, explanation } = await tool.explain(input);
        if (!outcome.ok) return;
        const figures = tool.figures(input as Readonly<Record<string, unknown>>);
        expect(JSON.stringify(explanation?.figures)).toBe(JSON.stringify(figures));
        expect(finite(figures)).toBe(true);
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });

  test("results fit their schema, hold finite numbers and come out the same twice", () => {
    fc.assert(
      fc.property(anyInput(tool), (input) => {
        const outcome = tool.run(input);
        const text = JSON.stringify(outcome);
        expect(JSON.stringify(tool.run(structuredClone(input)))).toBe(text);
        if (!outcome.ok) {
          expect(outcome.problems.length).toBeGreaterThan(0);
          return;
        }
        expect(finite(outcome.result)).toBe(true);
        if (!validate(outcome.result)) throw new Error(JSON.stringify(validate.errors));
      }),
      { numRuns: RUNS * 6 },
    );
  });
});

function finite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value === "object" && value !== null) return Object.values(value).every(finite);
  return value !== undefined;
}

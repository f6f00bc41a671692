// Random inputs: compiler and interpreter give the same bytes, numbers are finite, results match their schema. `npm
// run test:slow` uses more inputs.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { goldenTools } from "../../src/workbench/cases.js";
import { anyInput } from "../helpers/ask-tool.js";
import { FULL } from "../helpers/full.js";
import { ownSet } from "../helpers/own-definitions.js";

const set = ownSet();
const RUNS = FULL ? 300 : 25;
const bytes = (value: unknown) => JSON.stringify(value);

describe.each([...goldenTools(set)])("%s", (_, tool) => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  const validate = ajv.addVocabulary(["unit", "choices", "symbol"]).compile(tool.outputSchema);

  test("compiled code and interpreter give the same bytes, with a recorder and without", () => {
    fc.assert(
      fc.property(anyInput(tool), (input) => {
        const compiled = bytes(tool.run(input));
        expect(bytes(tool.interpret(input))).toBe(compiled);
        const recorded = tool.record(input);
        if (recorded !== undefined) expect(bytes(recorded.outcome)).toBe(compiled);
      }),
      { numRuns: RUNS * 6 },
    );
  });

  test.runIf(tool.plan.def.figures.length > 0)("figures agree", () => {
    fc.assert(
      fc.property(anyInput(tool), (input) => {
        const recorded = tool.record(input);
        if (recorded?.outcome.ok !== true) return;
        const figures = tool.figures(input);
        expect(bytes(recorded.figures())).toBe(bytes(figures));
        expect(finite(figures)).toBe(true);
      }),
      { numRuns: RUNS },
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

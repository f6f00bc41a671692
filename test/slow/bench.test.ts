// The contenders of the benchmark, hand-written functions and other engines, give the same results as the tools.
import { describe, expect, test } from "vitest";
import { OTHER_TOOLS } from "../../bench/engines/other.js";
import { publicodes } from "../../bench/engines/publicodes.js";
import { zenEngine } from "../../bench/engines/zen.js";
import { BY_HAND } from "../../bench/handwritten/all.js";
import { randomInputs } from "../../src/workbench/arbitraries.js";
import { compareGolden } from "../../src/workbench/cases.js";
import { ownCases, ownTool } from "../helpers/own-definitions.js";

type Input = Readonly<Record<string, unknown>>;
const RANDOM = 3000;

function randomOf(name: string): Input[] {
  const tool = ownTool(name);
  const examples = ownCases(name).flatMap(({ input, expect }) =>
    expect !== undefined ? [input as Input] : [],
  );
  const valid = (input: unknown) => tool.run(input).ok;
  const inputs = randomInputs({
    schema: tool.inputSchema,
    valid,
    count: RANDOM,
    seed: `bench ${name}`,
    examples,
  });
  expect(inputs.length).toBe(RANDOM);
  return inputs;
}

describe.each(Object.entries(BY_HAND))("%s written by hand", (name, byHand) => {
  const tool = ownTool(name);

  test("agrees with every golden case, refusals included", () => {
    const cases = ownCases(name);
    expect(cases.length).toBeGreaterThan(40);
    for (const golden of cases) {
      const { name: called } = golden;
      expect({ called, off: compareGolden(golden, byHand(golden.input)) }).toEqual({ called, off: [] });
    }
  });

  test("agrees with the tool on random inputs, in the order of the fields too", () => {
    for (const input of randomOf(name)) {
      const [own, answer] = [tool.run(input), byHand(input)];
      if (JSON.stringify(answer) !== JSON.stringify(own))
        expect({ input, answer }).toEqual({ input, answer: own });
    }
  });
});

/** Returns the value at a path such as cost_caps.vat_basis. */
function at(result: unknown, path: string): unknown {
  return path.split(".").reduce((value, key) => (value as Record<string, unknown> | null)?.[key], result);
}

function leaves(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}.${key}`));
}

const zen = await zenEngine();
/** Engines without a binary for this machine are skipped, as in the benchmark. */
const ENGINES = [...(zen === undefined ? [] : [() => zen]), publicodes];

describe.each(ENGINES)("another engine", (open) => {
  test.each(OTHER_TOOLS)("computes the numbers and words of %s", async (name) => {
    const engine = open();
    const tool = ownTool(name);
    const evaluate = engine.model(name);
    const golden = ownCases(name).filter((each) => each.expect !== undefined);
    const inputs = [...golden.map(({ input }) => input as Input), ...randomOf(name).slice(0, 400)];
    for (const input of inputs) {
      const own = tool.run(input);
      if (!own.ok) throw new Error("the tool refuses its own input");
      const found = leaves(await evaluate(input));
      expect(found.length).toBeGreaterThan(14);
      const [got, wanted] = [found, found.map(([path]) => [path, at(own.result, path)])];
      const off = got.filter(([, value], place) => !same(value, wanted[place]?.[1]));
      expect({ engine: engine.name, input, off }).toEqual({ engine: engine.name, input, off: [] });
    }
    engine.close();
  });
});

/** Other engines may round ties differently, and do not round to twelve digits first. Whole numbers must be equal. */
function same(value: unknown, wanted: unknown): boolean {
  if (typeof value !== "number" || typeof wanted !== "number") return value === wanted;
  const decimals = Math.max(...[value, wanted].map((each) => String(each).split(".")[1]?.length ?? 0));
  const off = Math.abs(value - wanted);
  return off <= 1e-11 * Math.abs(wanted) || (decimals > 0 && off <= 1.01 * 10 ** -decimals);
}

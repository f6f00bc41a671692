// No verdict promises more than its evidence: what is left out and not listed never turns a requirement that is settled.
import { expect, test } from "vitest";
import { goldenTools } from "../../src/workbench/cases.js";
import { FULL } from "../helpers/full.js";
import { toolOf } from "../helpers/one-tool.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";
import { probe } from "../helpers/requirement-probe.js";

/** Golden inputs of each tool that are probed in `npm test`. */
const SAMPLE = 20;

const stated = [...goldenTools(ownSet())].filter(([, tool]) => tool.plan.def.generated.length > 0);

test("some tool has requirements", () => {
  expect(stated.length).toBeGreaterThan(0);
});

test.each(stated)("%s", (name, tool) => {
  const inputs = ownCases(name)
    .filter(({ expect }) => expect !== undefined)
    .map(({ input }) => input as Readonly<Record<string, unknown>>);
  const every = FULL ? 1 : Math.max(1, Math.floor(inputs.length / SAMPLE));
  const probed = inputs.filter((_, at) => at % every === 0).map((input) => probe(tool, input));
  expect(probed.reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThan(probed.length);
  expect([...new Set(probed.flatMap(({ turned }) => turned))]).toEqual([]);
});

test("a default that is wrongly called cautious is found", () => {
  const tool = toolOf(
    "unsafe",
    `  size: {title: Size, unit: m, above: 0, at_most: 100, assumed: 5, cautious: true, description: Size.}
values:
  most: {constant: 9, unit: m}
requirements:
  - {id: small, title: Small, at: "1", met: size <= most}
verdicts: {ok: {}}
recommendations: [Go on.]
results:
  ok: {title: OK}
`,
  );
  expect(probe(tool, {}).turned).toContain("small: met without size, not_met with 20");
});

// Selection from a long table, also if unneeded values of a row are not finite.
import { describe, expect, test } from "vitest";
import { toolOf } from "../helpers/one-tool.js";

const TOOL = `  load_kn: {at_least: 0, at_most: 1000, description: Load.}
  spread: {at_least: 0, at_most: 10, unit: "1", description: Divides the load where it is not 0.}
  limit_mm: {at_least: 0, at_most: 1000, optional: true, description: Least side.}
  kind: {choices: [plain, shared], assumed: plain, description: Whether the load is divided.}
tables:
  posts:
    cite: handbook Table 1
    keys: {post: equal}
    columns: {post: text, side_mm: mm, strength_kn: kN}
    rows:
${Array.from({ length: 20 }, (_, at) => `      - {post: p${at + 1}, side_mm: ${50 + 10 * at}, strength_kn: ${10 * (at + 1)}}`).join("\n")}
calculations:
  checked:
    given: {row: row of posts}
    values:
      name: post
      shared_kn: load_kn / spread
      carried_kn:
        decide:
          - {when: kind == "shared", give: = shared_kn}
        otherwise: = round(load_kn, 12)
      wide: side_mm >= limit_mm
      sides: {when: given(limit_mm), values: {share: limit_mm / side_mm}}
      checks:
        collect:
          - give: {check: strength, ratio: = carried_kn / strength_kn}
          - {when: given(limit_mm), give: {check: side, ratio: = sides.share}}
      worst: {pick: checks, largest: ratio}
      utilisation: worst.ratio
      governing: worst.check
values:
  tried: {each: {row: posts}, calculate: checked}
  best: {pick: tried, first: utilisation <= 1, otherwise: last}
  easiest: {pick: tried, smallest: utilisation}
recommendations: [Go on.]
results:
  name: {value: = best.name, description: Post}
  ratio: {value: = best.utilisation, round: 6, description: Ratio}
  governing: {value: = best.governing, description: Check}
  wide: {value: = best.wide, description: Wide}
  easiest: {value: = easiest.name, description: The one with the least ratio}
`;

// The tool divides by a possible zero on purpose.
const tool = toolOf("post", TOOL, new Set(["undefined"]));

describe.each([
  { input: { load_kn: 95, spread: 2 }, name: "p10", ratio: 0.95, governing: "strength", easiest: "p20" },
  {
    input: { load_kn: 95, spread: 2, kind: "shared" },
    name: "p5",
    ratio: 0.95,
    governing: "strength",
    easiest: "p20",
  },
  // The divided value is not needed, so a spread of 0 does no harm.
  { input: { load_kn: 95, spread: 0 }, name: "p10", ratio: 0.95, governing: "strength", easiest: "p20" },
  {
    input: { load_kn: 15, spread: 1, limit_mm: 150 },
    name: "p11",
    ratio: 1,
    governing: "side",
    easiest: "p20",
  },
  { input: { load_kn: 1000, spread: 1 }, name: "p20", ratio: 5, governing: "strength", easiest: "p20" },
  // A billionth above the limit counts as equal.
  {
    input: { load_kn: 50.00000000001, spread: 1 },
    name: "p5",
    ratio: 1,
    governing: "strength",
    easiest: "p20",
  },
  {
    input: { load_kn: 50.0001, spread: 1 },
    name: "p6",
    ratio: 0.833335,
    governing: "strength",
    easiest: "p20",
  },
])("$input", ({ input, ...wanted }) => {
  test("gives what was worked out by hand, as the interpreter does", () => {
    const compiled = tool.run(input);
    expect(compiled).toMatchObject({ ok: true, result: wanted });
    expect(JSON.stringify(tool.interpret(input))).toBe(JSON.stringify(compiled));
  });
});

test("a value that is needed and not finite is refused, with the input to blame", () => {
  const input = { load_kn: 95, spread: 0, kind: "shared" };
  const compiled = tool.run(input);
  expect(compiled).toMatchObject({ ok: false, problems: [{ pointer: "/spread" }] });
  expect(tool.interpret(input).ok).toBe(false);
});

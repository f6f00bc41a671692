// Reasoning about reachability is conservative: actual values are within the derived ones, and unreachable parts are
// never used.
import { describe, expect, test } from "vitest";
import { compare } from "../../src/engine/language/numbers.js";
import { OPPOSITE } from "../../src/engine/language/operators.js";
import type { Tool } from "../../src/engine/tool.js";
import { NO_ID } from "../../src/engine/typing/plan.js";
import { calculate, canHold, narrowed, type Range } from "../../src/lint/reason/numbers.js";
import type { Possible } from "../../src/lint/reason/possible-values.js";
import { reachOf } from "../../src/lint/reason/reach.js";
import { randomInputs } from "../../src/workbench/arbitraries.js";
import { reportUses } from "../../src/workbench/used-pieces.js";
import { loadTools } from "../helpers/one-tool.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";

const CASES = 14;

function inputsOf(tool: Tool): Readonly<Record<string, unknown>>[] {
  const golden = ownCases(tool.name).map(({ input }) => input as Readonly<Record<string, unknown>>);
  const valid = (input: unknown) => tool.validate(input).length === 0;
  const examples = golden.filter(valid);
  const drawn = randomInputs({ schema: tool.inputSchema, valid, count: CASES, seed: tool.name, examples });
  const step = Math.max(1, Math.floor(examples.length / CASES));
  return [...examples.filter((_, at) => at % step === 0), ...drawn];
}

function allows({ nil, be }: Possible, value: unknown): boolean {
  if (value === null) return nil;
  if (be === "any") return true;
  if ("lo" in be) return typeof value === "number" && value >= be.lo && value <= be.hi;
  if (typeof value !== "number") return be.has(value as string);
  return [...be].some((each) => typeof each === "number" && compare.EQ(each, value));
}

describe.each([...ownSet().tools.keys()])("%s", (name) => {
  test("comes out as the reasoning allows, and uses nothing that is called unreachable", () => {
    const tool = ownSet().tools.get(name) as Tool;
    const reach = reachOf(tool.plan);
    expect(reach).toBeDefined();
    if (reach === undefined) return;
    const wrong: string[] = [];
    for (const input of inputsOf(tool)) {
      const record = tool.record(input)?.record;
      if (record === undefined) continue;
      reportUses(record, (piece) => {
        if (reach.dead.has(piece)) wrong.push(`reached: ${JSON.stringify(reach.dead.get(piece))}`);
      });
      for (const [slot, { value: got }] of record.frames.get(record.root)?.values ?? []) {
        const known = reach.reasoner.of({ id: NO_ID, op: "slot", slot, type: slot.type });
        if (!allows(known, got)) wrong.push(`${slot.name} came out as ${String(got)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("ranges hold what comparisons with tolerance let through", () => {
  const near = [-1e-7, -2e-9, -4e-10, 0, 4e-10, 2e-9, 1e-7];
  const numbers = [-3, 0, 1, 2.5, 3, 1e6, 2e9].flatMap((base) =>
    near.map((off) => base + off * Math.abs(base)),
  );
  const COMPARE = {
    "<": compare.LT,
    "<=": compare.LE,
    ">": compare.GT,
    ">=": compare.GE,
    "==": compare.EQ,
  } as const;

  const only = (value: number): Range => ({ lo: value, hi: value });

  test.each(Object.keys(COMPARE) as (keyof typeof COMPARE)[])("%s", (fn) => {
    for (const limit of [-3, 0, 1, 2.5, 3, 1e6, 2e9]) {
      const { lo, hi } = narrowed(fn, only(limit));
      for (const value of numbers) {
        const holds = COMPARE[fn](value, limit);
        const told = `${value} ${fn} ${limit}`;
        if (holds) expect(value >= lo && value <= hi, told).toBe(true);
        expect(canHold(holds ? fn : (OPPOSITE[fn] as string), only(value), only(limit)), told).toBe(true);
      }
      // A comparison and its negation cover all numbers without overlap, up to the size limit.
      const other = narrowed(OPPOSITE[fn] as string, only(limit));
      if (fn !== "==" && Math.abs(limit) < 1e8)
        expect(lo > other.hi || other.lo > hi, String(limit)).toBe(true);
    }
  });

  test.each([
    ["+", (a: number, b: number) => a + b],
    ["-", (a: number, b: number) => a - b],
    ["*", (a: number, b: number) => a * b],
    ["/", (a: number, b: number) => a / b],
    ["^", (a: number, b: number) => a ** b],
    ["min", Math.min],
    ["max", Math.max],
    ["abs", Math.abs],
    ["sqrt", Math.sqrt],
    ["exp", Math.exp],
  ])("what %s gives lies within the range of what it is given", (fn, of) => {
    const ends = [-2.5, -1, 0, 0.1, 3, 7];
    for (const lo of ends)
      for (const hi of ends.filter((end) => end >= lo))
        for (const power of [0, 0.5, 2, 3]) {
          const found = calculate(fn, { lo, hi }, only(power));
          for (const value of [lo, lo + (hi - lo) / 3, hi].map((each) => of(each, power)))
            if (Number.isFinite(value))
              expect(value >= found.lo && value <= found.hi, `${lo} ${fn} ${power}`).toBe(true);
        }
  });
});

describe("what is certain, and what is not", () => {
  const findings = (values: string) => {
    const tool = `  power_kw: {at_least: 0, at_most: 100, description: Power.}
  kind: {choices: [small, middle, large], description: Kind.}
  storeys: {type: integer, at_least: 1, at_most: 9, description: Storeys.}
  spare_kw: {at_least: 0, at_most: 9, optional: true, description: Spare.}
values:
${values}recommendations: ["Power {power_kw}, {kind}, {storeys}, {spare_kw}."]
results:
  x: {description: Shown}
`;
    const found = loadTools({ small: tool }).findings.filter(({ check }) => check !== "uncited");
    return found.map(({ check, location }) => `${check} ${location.line}`);
  };
  const decide = (...rules: string[]) =>
    `  x:\n    decide:\n${rules.map((rule, at) => `      - {when: ${rule}, give: rule ${at}}\n`).join("")}    otherwise: "= kind"\n`;

  test.each([
    [
      "every word has its rule",
      decide('kind == "small"', 'kind == "middle"', 'kind == "large"'),
      ["unreachable 20"],
    ],
    ["one word is left", decide('kind == "small"', 'kind == "middle"'), []],
    ["two ranges that meet", decide("power_kw <= 50", "power_kw > 50"), ["unreachable 19"]],
    ["two ranges that leave a number", decide("power_kw < 50", "power_kw > 50"), []],
    ["a null is neither", decide("spare_kw <= 5", "spare_kw > 5"), []],
    [
      "a null with its rule",
      decide("not given(spare_kw)", "spare_kw <= 5", "spare_kw > 5"),
      ["unreachable 20"],
    ],
    ["whole numbers side by side", decide("storeys < 4", "storeys > 3"), ["unreachable 19"]],
    ["numbers side by side", decide("power_kw < 4", "power_kw > 5"), []],
    [
      "the same condition in other words",
      decide('kind != "small"', 'kind == "middle" or kind == "large"'),
      ["unreachable 18"],
    ],
    [
      "a condition by its name",
      `  big: power_kw > 50\n${decide("big", "power_kw > 60")}`,
      ["unreachable 19"],
    ],
    ["a test beyond the bounds", `  x: if(storeys > 9, "small", kind)\n`, ["unreachable 15"]],
    ["a null is refused by its rule", decide("not given(spare_kw)", "spare_kw > 9"), ["unreachable 18"]],
    [
      "a value by its name",
      `  half_kw: power_kw / 2\n${decide("half_kw > 20", "half_kw > 30")}`,
      ["unreachable 19"],
    ],
    [
      "a relation between two inputs",
      decide("power_kw > spare_kw", "power_kw > spare_kw and power_kw > 9"),
      [],
    ],
    ["one pair is left", decide('kind == "small" and storeys < 3', "storeys >= 3"), []],
    ["the same formula again", decide("power_kw * storeys > 9", "power_kw * storeys > 12"), []],
    ["a sum out of reach", decide("power_kw + (spare_kw ?? 0) > 109"), ["unreachable 17"]],
    ["a sum just in reach", decide("power_kw + (spare_kw ?? 0) > 108"), []],
    ["a quotient by an input that can be zero", decide("storeys / power_kw < 0"), ["undefined 17"]],
    ["a quotient after a guard", `  x: if(power_kw > 0, storeys / power_kw, null)\n`, []],
  ])("%s", (_, values, expected) => {
    expect(findings(values)).toEqual(expected);
  });
});

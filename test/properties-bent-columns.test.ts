// Columns with moments about both axes, beam reactions and a length for each axis: more of any never helps.
import fc from "fast-check";
import { expect, test } from "vitest";
import { asking, check, type Fields } from "./asking.js";
import { ownTool } from "./definitions.js";

interface Answer {
  readonly status: "pass" | "conditional_pass" | "fail";
  readonly utilisation: number;
}

/** Utilisations come out with three decimals. */
const ROUNDING = 0.0010001;
const ask = asking<Answer>(ownTool("eurocode_column_checker"));
const upTo = (max: number) => fc.double({ min: 0, max, noNaN: true });
const column = fc.record({
  axial_load_kn: fc.double({ min: 200, max: 3000, noNaN: true }),
  effective_length_m: fc.double({ min: 1, max: 8, noNaN: true }),
  effective_length_y_m: fc.double({ min: 1, max: 12, noNaN: true }),
  effective_length_z_m: fc.double({ min: 1, max: 12, noNaN: true }),
  moment_y_knm: upTo(150),
  moment_z_knm: upTo(60),
});
const steel = fc.tuple(column, fc.constantFrom("S275", "S355"), upTo(90), upTo(90)).map(
  ([input, material, reaction_y_kn, reaction_z_kn]): Fields => ({
    ...{ ...input, material, section: "UC 254x254x107" },
    ...{ reaction_y_kn, reaction_z_kn },
  }),
);
const concrete = fc.tuple(column, fc.constantFrom("C25", "C30")).map(
  ([input, material]): Fields => ({
    ...input,
    material,
    width_mm: 350,
    depth_mm: 450,
    reinforcement_pct: 2,
  }),
);

function neverHelps(columns: fc.Arbitrary<Fields>, grown: readonly string[], within: number): void {
  check([columns, fc.constantFrom(...grown), upTo(10)], (input, name, more) => {
    const [less, most] = [ask(input), ask({ ...input, [name]: Number(input[name]) + more })];
    expect(Math.min(most.utilisation, 1)).toBeGreaterThanOrEqual(Math.min(less.utilisation, 1) - within);
    if (less.status === "fail") expect(most.status).toBe("fail");
  });
}

const LENGTHS = ["effective_length_m", "effective_length_y_m", "effective_length_z_m"];
const MOMENTS = ["moment_y_knm", "moment_z_knm"];

test("steel: more length, moment or reaction never helps", () => {
  neverHelps(steel, [...LENGTHS, ...MOMENTS, "reaction_y_kn", "reaction_z_kn"], ROUNDING);
});

test("concrete: more length or moment never helps", () => {
  neverHelps(concrete, [...LENGTHS, ...MOMENTS], ROUNDING);
});

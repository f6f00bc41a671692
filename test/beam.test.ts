// The beam designer against mechanics that know nothing of its formulas: the beam equation integrated numerically, a
// search by brute force, and the laws by which forces and deflections grow with load and span.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DEFAULT_FOLDER } from "../src/folder.js";
import { type Config, solve } from "./beam-equation.js";
import { ownTool } from "./definitions.js";

interface Input {
  readonly material: "steel" | "composite" | "concrete";
  readonly config: Config;
  readonly span_m: number;
  readonly udl_kn_m: number;
  readonly point_load_kn?: number;
  readonly load_position?: number;
  readonly permanent_load_pct?: number;
  readonly section?: string;
  readonly section_series?: string;
  readonly fire_rating?: string;
  readonly grade?: string;
  readonly unrestrained_length_m?: number;
}

/** What the tests read of a result. */
interface Beam {
  readonly status: "pass" | "conditional_pass" | "fail";
  readonly section: string;
  readonly mass_kg_m: number;
  readonly section_properties: { readonly inertia_y_cm4: number };
  readonly m_ed_sagging_knm: number;
  readonly m_ed_hogging_knm: number;
  readonly v_ed_kn: number;
  readonly reactions_design_kn: {
    readonly left: number;
    readonly internal: number | null;
    readonly right: number | null;
  };
  readonly deflection_imposed_mm: number;
  readonly deflection_total_mm: number;
  readonly utilisations: Readonly<Record<string, number | null>>;
  readonly neighbours: readonly {
    readonly section: string;
    readonly passes: boolean;
    readonly governing_check: string;
    readonly max_utilisation: number;
  }[];
}

const tool = ownTool("eurocode_beam_designer");

function design(input: Input): Beam {
  const outcome = tool.run(input);
  if (outcome.ok !== true) throw new Error(`${JSON.stringify(input)}: ${JSON.stringify(outcome)}`);
  return outcome.result as unknown as Beam;
}

function table<Row>(name: string): readonly Row[] {
  const text = readFileSync(join(DEFAULT_FOLDER, "tables", `${name}.yaml`), "utf8");
  return (parse(text) as { readonly rows: readonly Row[] }).rows;
}

// The beam equation ------------------------------------------------------------------------------------------------

/** Far from rounding: a long beam whose moments are thousands of kNm and whose deflections are metres. */
const SECTION = "UB 1016x305x584";
const SPAN = 40;
const [UDL, POINT] = [150, 3000];
const [GAMMA_G, GAMMA_Q, GRAVITY, E_MODULUS] = [1.35, 1.5, 9.81, 210_000];

const POSITIONS = [0, 0.1, 0.25, 0.4375, 0.5, 0.75, 1];
const SHARES = [0, 30, 100];
const cases = (["ss", "cant", "cont"] as const).flatMap((config) =>
  POSITIONS.flatMap((position) =>
    SHARES.flatMap((permanent) => [0, POINT].map((point) => ({ config, position, permanent, point }))),
  ),
);

function loaded({ config, position, permanent, point }: (typeof cases)[number]): Beam {
  return design({
    material: "steel",
    config,
    span_m: SPAN,
    udl_kn_m: UDL,
    point_load_kn: point,
    load_position: position,
    permanent_load_pct: permanent,
    section: SECTION,
  });
}

describe("statics of the beam designer", () => {
  for (const each of cases) {
    const { config, position, permanent, point } = each;
    it(`solves the beam equation: ${config}, ${point} kN at ${position}, ${permanent} percent permanent`, () => {
      const beam = loaded(each);
      const share = permanent / 100;
      const own = (beam.mass_kg_m * GRAVITY) / 1000;
      const [g, q] = [UDL * share + own, UDL * (1 - share)];
      const [pg, pq] = [point * share, point * (1 - share)];
      const [wg, wq, p] = [GAMMA_G * g, GAMMA_Q * q, GAMMA_G * pg + GAMMA_Q * pq];
      const at = position * SPAN;
      const all = solve(config, SPAN, { first: wg + wq, second: wg + wq, point: p, at });
      const firstOnly = solve(config, SPAN, { first: wg + wq, second: wg, point: p, at });
      const secondOnly = solve(config, SPAN, { first: wg, second: wg + wq, point: 0, at });

      near(beam.m_ed_hogging_knm, all.hogging, 1e-3);
      near(beam.m_ed_sagging_knm, firstOnly.sagging, 1e-3);
      near(beam.v_ed_kn, Math.max(all.shear, firstOnly.shear), 1e-3);
      near(beam.reactions_design_kn.left, firstOnly.reactions.left, 1e-3);
      if (config === "cont") near(beam.reactions_design_kn.internal ?? 0, all.reactions.internal, 1e-3);
      if (config === "ss") near(beam.reactions_design_kn.right ?? 0, all.reactions.right, 1e-3);
      if (config === "cont") near(beam.reactions_design_kn.right ?? 0, secondOnly.reactions.right, 1e-3);
    });
  }

  for (const each of cases) {
    const { config, position, permanent, point } = each;
    it(`integrates the curvature: ${config}, ${point} kN at ${position}, ${permanent} percent permanent`, () => {
      const beam = loaded(each);
      const ei = (E_MODULUS * beam.section_properties.inertia_y_cm4) / 1e5; // kNm2
      const share = permanent / 100;
      const own = (beam.mass_kg_m * GRAVITY) / 1000;
      const at = position * SPAN;
      const variable = { first: UDL * (1 - share), second: 0, point: point * (1 - share), at };
      const steady = UDL * share + own;
      const lasting = { first: steady, second: steady, point: point * share, at };
      const [imposed, constant] = [solve(config, SPAN, variable), solve(config, SPAN, lasting)];
      const mm = (value: number) => (value / ei) * 1000;
      if (config === "cont") {
        // Uniform loads by their largest deflection, the point load by that at mid-span: near the envelope of both.
        within(beam.deflection_imposed_mm, mm(imposed.middle), mm(imposed.deflection), 0.02);
        within(
          beam.deflection_total_mm,
          mm(imposed.middle + constant.middle),
          mm(imposed.deflection + constant.deflection),
          0.05,
        );
      } else {
        near(beam.deflection_imposed_mm, mm(imposed.middle), 1e-3);
        near(beam.deflection_total_mm, mm(imposed.middle + constant.middle), 1e-3);
      }
      // Mid-span is close to the largest deflection of one span.
      if (config === "ss")
        expect(beam.deflection_imposed_mm).toBeGreaterThan(0.974 * mm(imposed.deflection) - 0.1);
    });
  }
});

/** Equal within a relative tolerance and the last figure that the result prints. */
function near(found: number, wanted: number, relative: number): void {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(relative * Math.abs(wanted) + 0.051);
}

function within(found: number, low: number, high: number, slack: number): void {
  expect(found).toBeGreaterThanOrEqual(low * (1 - slack) - 0.051);
  expect(found).toBeLessThanOrEqual(high * (1 + slack) + 0.051);
}

// Selection --------------------------------------------------------------------------------------------------------

const sections = table<{ readonly name: string; readonly series: string }>("steel_sections");
const sizes = table<{ readonly width_mm: number; readonly depth_mm: number }>("concrete_beam_sizes");

function candidates(input: Input): string[] {
  if (input.material === "concrete") return sizes.map((size) => `${size.width_mm} x ${size.depth_mm}`);
  return sections.filter((row) => row.series === (input.section_series ?? "ub")).map((row) => row.name);
}

const selections: readonly Input[] = [
  { material: "steel", config: "ss", span_m: 7.5, udl_kn_m: 32 },
  {
    material: "steel",
    config: "ss",
    span_m: 6,
    udl_kn_m: 10,
    point_load_kn: 100,
    load_position: 0.3,
    grade: "s275",
  },
  { material: "steel", config: "cant", span_m: 3, udl_kn_m: 15, point_load_kn: 20, load_position: 1 },
  { material: "steel", config: "cont", span_m: 9, udl_kn_m: 22, section_series: "heb" },
  {
    material: "steel",
    config: "ss",
    span_m: 9,
    udl_kn_m: 18,
    unrestrained_length_m: 4.5,
    section_series: "uc",
  },
  { material: "steel", config: "ss", span_m: 40, udl_kn_m: 200 },
  { material: "composite", config: "ss", span_m: 9, udl_kn_m: 22 },
  { material: "composite", config: "ss", span_m: 7, udl_kn_m: 20, section_series: "hea" },
  {
    material: "composite",
    config: "cont",
    span_m: 8,
    udl_kn_m: 30,
    point_load_kn: 80,
    section_series: "ipe",
  },
  { material: "composite", config: "cant", span_m: 2, udl_kn_m: 25 },
  { material: "concrete", config: "ss", span_m: 6, udl_kn_m: 30 },
  { material: "concrete", config: "cont", span_m: 8, udl_kn_m: 40, fire_rating: "r120" },
  { material: "concrete", config: "cant", span_m: 3, udl_kn_m: 25, point_load_kn: 15, load_position: 1 },
  { material: "concrete", config: "ss", span_m: 14, udl_kn_m: 200 },
];

describe("selection of the beam designer", () => {
  for (const input of selections) {
    it(`takes the first of the list that passes by itself: ${JSON.stringify(input)}`, () => {
      const selected = design(input);
      const tried = candidates(input).map((section) => design({ ...input, section }));
      const first = tried.findIndex((beam) => beam.status !== "fail");
      const place = first < 0 ? tried.length - 1 : first;
      const expected = tried[place] as Beam;
      expect(selected.section).toBe(expected.section);
      expect(selected.status).toBe(expected.status);
      expect(selected.utilisations).toEqual(expected.utilisations);
      // The neighbours are what the same sections give when they are named.
      const before = tried.slice(Math.max(0, place - 2), place + 1);
      expect(selected.neighbours).toEqual(before.flatMap((beam) => beam.neighbours));
      expect(selected.neighbours.slice(0, -1).every((neighbour) => !neighbour.passes)).toBe(true);
    });
  }
});

// Growth with load and span ----------------------------------------------------------------------------------------

describe("growth of utilisations", () => {
  const bare: Input = { material: "steel", config: "ss", span_m: 10, udl_kn_m: 100, section: SECTION };

  it("is a straight line over the load, the own weight apart", () => {
    for (const config of ["ss", "cant", "cont"] as const) {
      const [one, two, three] = [100, 200, 300].map((udl_kn_m) => design({ ...bare, config, udl_kn_m })) as [
        Beam,
        Beam,
        Beam,
      ];
      for (const name of ["deflection_imposed", "deflection_total", "shear"]) {
        const [a, b, c] = [one, two, three].map((beam) => beam.utilisations[name] ?? Number.NaN) as [
          number,
          number,
          number,
        ];
        expect(Math.abs(c - b - (b - a))).toBeLessThanOrEqual(0.0021);
      }
      const moments = [one, two, three].map((beam) =>
        Math.max(beam.m_ed_sagging_knm, beam.m_ed_hogging_knm),
      ) as [number, number, number];
      expect(Math.abs(moments[2] - 2 * moments[1] + moments[0])).toBeLessThanOrEqual(0.21);
    }
  });

  it("follows the span: shear with its first power, moment with its second, deflection with its fourth", () => {
    for (const config of ["ss", "cant", "cont"] as const) {
      const [short, long] = [12, 24].map((span_m) => design({ ...bare, config, span_m })) as [Beam, Beam];
      near(long.v_ed_kn, 2 * short.v_ed_kn, 1e-4);
      near(long.m_ed_sagging_knm, 4 * short.m_ed_sagging_knm, 1e-4);
      near(long.m_ed_hogging_knm, 4 * short.m_ed_hogging_knm, 1e-4);
      expect(long.deflection_total_mm / short.deflection_total_mm).toBeCloseTo(16, 0);
      near(long.utilisations.deflection_total ?? 0, 8 * (short.utilisations.deflection_total ?? 0), 0.01);
    }
  });

  it("never falls when a load grows", () => {
    const grown = fc.record({
      material: fc.constantFrom("steel" as const, "composite" as const),
      config: fc.constantFrom("ss" as const, "cant" as const, "cont" as const),
      section: fc.constantFrom(...sections.map((row) => row.name)),
      span_m: fc.integer({ min: 5, max: 200 }).map((tenths) => tenths / 10),
      udl_kn_m: fc.integer({ min: 1, max: 400 }),
      point_load_kn: fc.integer({ min: 0, max: 500 }),
      load_position: fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20),
      more: fc.constantFrom("udl_kn_m" as const, "point_load_kn" as const),
      by: fc.integer({ min: 1, max: 500 }),
    });
    fc.assert(
      fc.property(grown, ({ more, by, ...input }) => {
        const [less, heavier] = [design(input), design({ ...input, [more]: input[more] + by })];
        for (const [name, value] of Object.entries(less.utilisations)) {
          if (value !== null) expect(heavier.utilisations[name]).toBeGreaterThanOrEqual(value - 0.001);
        }
        expect(less.status === "fail" && heavier.status === "pass").toBe(false);
      }),
      { numRuns: 300, seed: 20261101 },
    );
  });
});

// Properties of the two small emission tools: totals of their parts, ranges about them, limits that count as reached.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownSet } from "./definitions.js";
import { ascending, atMost, type Numbers, near, numeric, Subject, sum, times } from "./relations.js";

const set = ownSet();

type Range = Numbers<"low high">;
interface Ghg extends Numbers<"scope1_tco2e scope2_tco2e total_tco2e threshold_pct gas_kwh_used"> {
  readonly scope2_range_tco2e: Range;
  readonly total_range_tco2e: Range;
  readonly scope1_share_pct: number | null;
  readonly gas_input_source: string;
  readonly nrcc_registration_mandatory: boolean;
  readonly entity_class: string;
  readonly nrcc_status: string;
  readonly climate_law_status: string;
  readonly climate_law_in_scope: boolean;
  readonly flags: readonly string[];
}

describe("uae_climate_ghg", () => {
  // Half of the entities about the threshold of 500 000 t
  const power = fc.oneof(
    fc.double({ min: 0, max: 1e7, noNaN: true }),
    fc.double({ min: 8e8, max: 2e9, noNaN: true }),
    fc.constantFrom(0, 1e12),
  );
  const gas = fc.option(
    fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 1e6 })),
    { nil: undefined },
  );
  const ghg = new Subject<Ghg>(set, "uae_climate_ghg", {
    fields: { electricity_kwh: power, gas_kwh: gas, gas_m3: gas },
  });
  const STATES = ["not_in_force", "transition", "in_force"];

  test("the scopes add up within a range that holds them", () => {
    ghg.always((answer, input) => {
      near(answer.scope1_tco2e + answer.scope2_tco2e, answer.total_tco2e, 0.0015);
      near(answer.scope1_tco2e, (answer.gas_kwh_used * 0.1823) / 1000, 0.0006);
      const { scope2_range_tco2e: scope2, total_range_tco2e: total } = answer;
      ascending(0, scope2.low, answer.scope2_tco2e, scope2.high);
      ascending(answer.scope1_tco2e, total.low, answer.total_tco2e, total.high);
      near(total.high - total.low, scope2.high - scope2.low, 0.002);
      const idle = input.electricity_kwh === 0 && answer.gas_input_source === "none";
      expect(answer.scope1_share_pct === null).toBe(idle);
      if (answer.scope1_share_pct !== null) ascending(0, answer.scope1_share_pct, 100);
      near(answer.threshold_pct, answer.total_tco2e / 5000, 0.0051);
    });
  });

  test("metered gas wins over its volume, is never added to it, and both count the same", () => {
    ghg.always((answer, input) => {
      const [kwh, m3] = [Number(input.gas_kwh ?? 0), Number(input.gas_m3 ?? 0)];
      expect(answer.gas_input_source).toBe(kwh > 0 ? "gas_kwh" : m3 > 0 ? "gas_m3" : "none");
      near(answer.gas_kwh_used, kwh > 0 ? kwh : m3 * 11.111, 0.05);
      if (kwh > 0) expect(ghg.ask({ ...input, gas_m3: undefined }).total_tco2e).toBe(answer.total_tco2e);
      if (kwh === 0) {
        const { scope1_tco2e } = ghg.ask({ ...input, gas_m3: undefined, gas_kwh: m3 * 11.111 });
        near(scope1_tco2e, answer.scope1_tco2e, 0.001);
      }
    });
  });

  test("half of everything is half of the emissions, and more of anything never less", () => {
    ghg.changed(times(0.5, "electricity_kwh", "gas_kwh", "gas_m3"), (whole, half) => {
      near(half.total_tco2e * 2, whole.total_tco2e, 0.0015);
      near(half.total_range_tco2e.high * 2, whole.total_range_tco2e.high, 0.0015);
    });
    for (const field of ["electricity_kwh", "gas_kwh"]) {
      ghg.rising(field, (less, more, least) => {
        if (field === "gas_kwh" && least.gas_kwh === 0 && least.gas_m3 !== undefined) return;
        ascending(less.total_tco2e, more.total_tco2e);
        ascending(Number(less.nrcc_registration_mandatory), Number(more.nrcc_registration_mandatory));
      });
    }
  });

  test("at 500 000 t an entity is a huge one, from the day on which the register is law", () => {
    ghg.always((answer) => {
      if (Math.abs(answer.total_tco2e - 500_000) > 0.01)
        expect(answer.entity_class).toBe(
          answer.total_tco2e > 500_000 ? "huge_carbon_emission_entity" : "participating_entity_voluntary",
        );
      expect(answer.nrcc_registration_mandatory).toBe(
        answer.entity_class === "huge_carbon_emission_entity" && answer.nrcc_status !== "not_in_force",
      );
      expect(answer.climate_law_in_scope).toBe(answer.climate_law_status !== "not_in_force");
      const { low, high } = answer.total_range_tco2e;
      if (Math.min(Math.abs(low - 500_000), Math.abs(high - 500_000)) > 0.01)
        expect(answer.flags.includes("threshold_sensitive")).toBe(low < 500_000 && high > 500_000);
    });
    const exact = { emirate: "national", electricity_kwh: 0, gas_m3: undefined };
    const gas_kwh = 500_000_000 / 0.1823;
    expect(ghg.ask({ ...exact, gas_kwh }).nrcc_registration_mandatory).toBe(true);
    expect(ghg.ask({ ...exact, gas_kwh: gas_kwh * (1 - 1e-6) }).nrcc_registration_mandatory).toBe(false);
  });

  test("law only comes into force, and changes no emission", () => {
    ghg.rising("as_of_date", (before, after) => {
      ascending(STATES.indexOf(before.nrcc_status), STATES.indexOf(after.nrcc_status));
      ascending(STATES.indexOf(before.climate_law_status), STATES.indexOf(after.climate_law_status));
      expect([after.total_tco2e, after.entity_class]).toEqual([before.total_tco2e, before.entity_class]);
    });
  });
});

interface Sap {
  readonly assessment_status: string;
  readonly sap_rating_rounded: number | null;
  readonly points_to_next_band: number | null;
  readonly epc_band: string | null;
  readonly next_band: string | null;
  readonly band_range: Range | null;
  readonly meets_mees_e: boolean | null;
  readonly total_energy_kwh: number | null;
  readonly annual_co2_kg: number | null;
  readonly annual_co2_t: number | null;
  readonly primary_energy_kwh: number | null;
  readonly energy_intensity_kwh_m2: number | null;
  readonly co2_intensity_kg_m2: number | null;
  readonly indicative_ei_rating: number | null;
  readonly fuel_breakdown: readonly (Numbers<"kwh co2_kg primary_energy_kwh"> & { readonly fuel: string })[];
}

describe("sap_sbem_precheck", () => {
  const FUELS = [
    "mains_gas",
    "grid_electricity",
    "heating_oil",
    "lpg",
    "wood_pellets",
    "wood_logs",
    "wood_chips",
  ];
  const kwh = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 40_000 }),
    fc.double({ min: 0, max: 1e8, noNaN: true }),
  );
  const fuels = fc.record(Object.fromEntries([...FUELS, "biomass_community"].map((fuel) => [fuel, kwh])), {
    requiredKeys: [],
  });
  const sap = new Subject<Sap>(set, "sap_sbem_precheck", {
    fields: {
      annual_energy_kwh: fc.option(fuels, { nil: undefined }),
      floor_area_m2: fc.option(fc.double({ min: 1, max: 1e5, noNaN: true }), { nil: undefined }),
    },
  });
  const usedOf = (input: Readonly<Record<string, unknown>>): Record<string, number> =>
    (input.annual_energy_kwh ?? {}) as Record<string, number>;
  const BANDS = "GFEDCBA";

  test("the rating lies in its band, and every band follows the one below", () => {
    sap.always((answer, input) => {
      const rated = input.sap_rating !== undefined;
      expect([answer.epc_band === null, answer.sap_rating_rounded === null]).toEqual([!rated, !rated]);
      if (!rated || answer.sap_rating_rounded === null || answer.band_range === null) return;
      near(answer.sap_rating_rounded, numeric(input, "sap_rating"), 0.5);
      const { low, high } = answer.band_range;
      ascending(low, answer.sap_rating_rounded, high);
      expect(answer.meets_mees_e).toBe("ABCDE".includes(String(answer.epc_band)));
      expect(answer.next_band === null).toBe(answer.epc_band === "A");
      if (answer.points_to_next_band === null) return;
      expect(answer.points_to_next_band).toBe(high + 1 - answer.sap_rating_rounded);
      const lifted = sap.ask({ sap_rating: answer.sap_rating_rounded + answer.points_to_next_band });
      expect(lifted.epc_band).toBe(answer.next_band);
    });
    sap.rising("sap_rating", (less, more) => {
      ascending(BANDS.indexOf(String(less.epc_band)), BANDS.indexOf(String(more.epc_band)));
      expect([more.annual_co2_kg, more.indicative_ei_rating]).toEqual([
        less.annual_co2_kg,
        less.indicative_ei_rating,
      ]);
    });
  });

  test("the fuels add up, those that were sent alone", () => {
    sap.always((answer, input) => {
      const used = usedOf(input);
      expect(answer.fuel_breakdown.map(({ fuel }) => fuel).sort()).toEqual(Object.keys(used).sort());
      const count = answer.fuel_breakdown.length;
      expect([answer.total_energy_kwh === null, answer.annual_co2_kg === null]).toEqual([
        count === 0,
        count === 0,
      ]);
      if (
        answer.total_energy_kwh === null ||
        answer.annual_co2_kg === null ||
        answer.primary_energy_kwh === null
      )
        return;
      near(answer.total_energy_kwh, sum(Object.values(used)), 0.05);
      near(answer.annual_co2_kg, sum(answer.fuel_breakdown.map((each) => each.co2_kg)), 0.05 * (count + 1));
      near(
        answer.primary_energy_kwh,
        sum(answer.fuel_breakdown.map((each) => each.primary_energy_kwh)),
        0.05 * (count + 1),
      );
      near((answer.annual_co2_t ?? Number.NaN) * 1000, answer.annual_co2_kg, 0.55);
      // Every primary energy factor is above 1: no fuel reaches the house for nothing
      atMost(answer.total_energy_kwh, answer.primary_energy_kwh);
    });
  });

  test("intensities times area are the totals; without area or energy there are none", () => {
    sap.always((answer, input) => {
      const both = input.floor_area_m2 !== undefined && answer.total_energy_kwh !== null;
      expect(answer.energy_intensity_kwh_m2 !== null).toBe(both);
      const ei = answer.indicative_ei_rating;
      expect(ei !== null).toBe(both && sum(Object.values(usedOf(input))) > 0);
      if (ei !== null) ascending(1, ei, 100);
      if (!both || answer.co2_intensity_kg_m2 === null) return;
      const area = numeric(input, "floor_area_m2");
      near(
        (answer.energy_intensity_kwh_m2 ?? Number.NaN) * area,
        answer.total_energy_kwh ?? 0,
        0.05 * area + 0.05,
      );
      near(answer.co2_intensity_kg_m2 * area, answer.annual_co2_kg ?? 0, 0.005 * area + 0.05);
    });
  });

  test.each(FUELS)("more %s never lowers carbon nor raises the environmental rating", (fuel) => {
    const more = (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
      ...input,
      annual_energy_kwh: { ...usedOf(input), [fuel]: Math.min(1e8, (usedOf(input)[fuel] ?? 0) * 1.5 + 100) },
    });
    sap.changed(more, (before, after) => {
      if (before.annual_co2_kg !== null) ascending(before.annual_co2_kg, after.annual_co2_kg ?? Number.NaN);
      if (before.indicative_ei_rating !== null)
        ascending(after.indicative_ei_rating ?? Number.NaN, before.indicative_ei_rating);
      expect(after.epc_band).toBe(before.epc_band);
    });
  });

  test("more floor area for the same energy never lowers the environmental rating", () => {
    sap.rising("floor_area_m2", (small, large) => {
      if (small.indicative_ei_rating === null || large.indicative_ei_rating === null) return;
      ascending(small.indicative_ei_rating, large.indicative_ei_rating);
      expect(large.annual_co2_kg).toBe(small.annual_co2_kg);
    });
  });

  test("an empty map of fuels is none", () => {
    sap.changed(
      (input) => ({ ...input, annual_energy_kwh: {} }),
      (_, empty, input) => expect(empty).toEqual(sap.ask({ ...input, annual_energy_kwh: undefined })),
    );
  });
});

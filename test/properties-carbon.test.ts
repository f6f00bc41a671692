// Properties of calculate_carbon: carbon follows the factors shown, scales with the building and rises with use.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownSet } from "./definitions.js";
import { ascending, atMost, type Numbers, near, numeric, Subject, times } from "./relations.js";

const set = ownSet();
const optional = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(values, { nil: undefined });
const energies = fc.oneof(
  fc.constant(0),
  fc.double({ min: 1, max: 1e9, noNaN: true }),
  fc.integer({ min: 0, max: 3e6 }),
);
const areas = fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.double({ min: 1, max: 1e6, noNaN: true }));

type Measure =
  Numbers<"energy_saving_kwh carbon_saving_tco2e carbon_saving_pct capex_eur annual_cost_saving_eur"> & {
    readonly measure: string;
    readonly payback_years: number | null;
    readonly life_years: number;
    readonly pays_back_within_life: boolean;
  };
interface Carbon
  extends Numbers<
    | "annual_energy_kwh electricity_kwh fuel_kwh energy_use_intensity_kwh_m2 electricity_share_pct era_multiplier"
    | "grid_factor_kgco2e_kwh fuel_factor_kgco2e_kwh operational_tco2e carbon_intensity_kgco2e_m2 embodied_tco2e"
    | "embodied_intensity_kgco2e_m2 embodied_good_practice_kgco2e_m2 embodied_best_practice_kgco2e_m2"
    | "embodied_annualised_tco2e net_zero_target_eui_kwh_m2 net_zero_target_intensity_kgco2e_m2"
    | "net_zero_gap_kgco2e_m2 net_zero_gap_tco2e net_zero_gap_pct net_zero_eui_gap_kwh_m2"
  > {
  readonly building_type_used: string;
  readonly country_used: string;
  readonly embodied_status: string;
  readonly net_zero_aligned: boolean;
  readonly benchmark: Numbers<"eui_kwh_m2 intensity_kgco2e_m2 ratio"> & { readonly rating: string };
  readonly reduction_measures: readonly Measure[];
}

describe("calculate_carbon", () => {
  const TYPES = "office residential retail industrial hospital warehouse hotel education datacentre";
  const COUNTRIES = "gb de fr nl es pl ro it ae us at be ee se world";
  const carbon = new Subject<Carbon>(set, "calculate_carbon", {
    fields: {
      floor_area_m2: areas,
      energy_kwh_year: optional(energies),
      building_type: fc.constantFrom(...TYPES.split(" "), "aquarium"),
      country: fc.constantFrom(...COUNTRIES.split(" "), "br"),
    },
  });
  const ORDER =
    "controls_optimisation led_lighting fabric_upgrade heat_pump rooftop_pv cooling_plant_upgrade";

  test("carriers, carbon and gap are those of the factors shown", () => {
    carbon.always((answer, input) => {
      const { grid_factor_kgco2e_kwh: grid, fuel_factor_kgco2e_kwh: fuel } = answer;
      near(answer.electricity_kwh + answer.fuel_kwh, answer.annual_energy_kwh, 1.5);
      near(answer.operational_tco2e, (answer.electricity_kwh * grid + answer.fuel_kwh * fuel) / 1000, 0.006);
      const area = numeric(input, "floor_area_m2");
      near(answer.carbon_intensity_kgco2e_m2 * area, answer.operational_tco2e * 1000, 0.005 * area + 5);
      near(answer.energy_use_intensity_kwh_m2 * area, answer.annual_energy_kwh, 0.05 * area + 0.5);
      const gap = answer.carbon_intensity_kgco2e_m2 - answer.net_zero_target_intensity_kgco2e_m2;
      near(answer.net_zero_gap_kgco2e_m2, Math.max(0, gap), 0.015);
      near(answer.net_zero_gap_tco2e * 1000, answer.net_zero_gap_kgco2e_m2 * area, 0.005 * area + 5);
      ascending(0, answer.net_zero_gap_pct, 100);
      near(answer.net_zero_target_intensity_kgco2e_m2, answer.net_zero_target_eui_kwh_m2 * grid, 0.005);
      const over = answer.energy_use_intensity_kwh_m2 - answer.net_zero_target_eui_kwh_m2;
      near(answer.net_zero_eui_gap_kwh_m2, Math.max(0, over), 0.1);
      if (answer.fuel_kwh > 0) expect(answer.net_zero_aligned).toBe(false);
      if (answer.net_zero_aligned) expect(answer.net_zero_eui_gap_kwh_m2).toBe(0);
    });
  });

  test("embodied carbon depends on type and area alone and is never in the annual figure", () => {
    carbon.always((answer, input) => {
      near(
        answer.embodied_tco2e * 1000,
        answer.embodied_intensity_kgco2e_m2 * numeric(input, "floor_area_m2"),
        50,
      );
      near(answer.embodied_annualised_tco2e * 60, answer.embodied_tco2e, 0.35);
      ascending(
        answer.embodied_best_practice_kgco2e_m2,
        answer.embodied_good_practice_kgco2e_m2,
        answer.embodied_intensity_kgco2e_m2,
      );
      const year = input.construction_year;
      const status = year === undefined ? "unspecified" : Number(year) <= 2025 ? "sunk" : "upfront";
      expect(answer.embodied_status).toBe(status);
    });
    const measured = { energy_kwh_year: 123_456, electricity_share_pct: 40 };
    carbon.changed(
      (input) => ({ ...input, ...measured, construction_year: 2040 }),
      (_, after, input) => {
        const before = carbon.ask({ ...input, ...measured, construction_year: 1900 });
        expect(after.operational_tco2e).toBe(before.operational_tco2e);
        expect(after.embodied_tco2e).toBe(before.embodied_tco2e);
      },
    );
  });

  test("measures stand in order, save no more than there is and pay back as they say", () => {
    carbon.always((answer, input) => {
      const ranks = answer.reduction_measures.map(({ measure }) => ORDER.split(" ").indexOf(measure));
      expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b));
      expect(ranks).not.toContain(-1);
      if (answer.fuel_kwh > 0) expect(ranks).toContain(3);
      if (input.electricity_share_pct === 100 && Number(input.energy_kwh_year) > 0)
        expect(ranks).not.toContain(3);
      if (answer.building_type_used === "datacentre")
        expect(ranks.some((rank) => rank === 1 || rank === 2)).toBe(false);
      for (const each of answer.reduction_measures) {
        ascending(0, each.energy_saving_kwh, answer.annual_energy_kwh + 1);
        atMost(each.carbon_saving_pct, 100);
        atMost(0, each.capex_eur);
        if (each.measure !== "heat_pump") atMost(0, each.carbon_saving_tco2e);
        if (each.measure === "rooftop_pv") atMost(each.energy_saving_kwh, 0.3 * answer.electricity_kwh, 1);
        if (each.annual_cost_saving_eur < 0) expect(each.payback_years).toBeNull();
        if (each.annual_cost_saving_eur > 0) expect(each.payback_years).not.toBeNull();
        const years = each.payback_years ?? Number.POSITIVE_INFINITY;
        if (Math.abs(years - each.life_years) > 0.1)
          expect(each.pays_back_within_life).toBe(years < each.life_years);
      }
    });
  });

  test("half a building with half its energy has half the carbon", () => {
    carbon.changed(times(0.5, "floor_area_m2", "energy_kwh_year"), (whole, half) => {
      near(half.operational_tco2e * 2, whole.operational_tco2e, 0.015);
      near(half.embodied_tco2e * 2, whole.embodied_tco2e, 0.15);
      expect(half.benchmark).toEqual(whole.benchmark);
      expect(half.carbon_intensity_kgco2e_m2).toBe(whole.carbon_intensity_kgco2e_m2);
    });
  });

  test("more measured energy never means less carbon; fuel for electricity moves it as the factors differ", () => {
    const measured = new Subject<Carbon>(set, "calculate_carbon", {
      fields: {
        floor_area_m2: areas,
        energy_kwh_year: fc.double({ min: 1, max: 1e9, noNaN: true }),
        building_type: fc.constantFrom(...TYPES.split(" ")),
        country: fc.constantFrom(...COUNTRIES.split(" ")),
        electricity_share_pct: fc.double({ min: 0, max: 100, noNaN: true }),
      },
    });
    measured.rising("energy_kwh_year", (less, more) => {
      ascending(less.operational_tco2e, more.operational_tco2e);
      ascending(less.net_zero_gap_kgco2e_m2, more.net_zero_gap_kgco2e_m2);
      ascending(less.benchmark.ratio, more.benchmark.ratio);
      expect(more.embodied_tco2e).toBe(less.embodied_tco2e);
    });
    measured.rising("electricity_share_pct", (less, more) => {
      const dirty = less.grid_factor_kgco2e_kwh > less.fuel_factor_kgco2e_kwh;
      const [low, high] = dirty ? [less, more] : [more, less];
      ascending(low.operational_tco2e, high.operational_tco2e);
    });
  });

  test("no energy is the benchmark; spelling is no matter; regulation since 1945 only lowers it", () => {
    carbon.changed(
      (input) => ({ ...input, energy_kwh_year: 0 }),
      (_, zero, input) => {
        expect(zero).toEqual(carbon.ask({ ...input, energy_kwh_year: undefined }));
        near(zero.energy_use_intensity_kwh_m2, zero.benchmark.eui_kwh_m2, 0);
        expect(zero.benchmark.rating).toBe("benchmark_used");
      },
    );
    carbon.changed(
      (input) => ({ ...input, country: ` ${String(input.country).toUpperCase()} ` }),
      (plain, spelt) => expect(spelt.operational_tco2e).toBe(plain.operational_tco2e),
    );
    carbon.rising("construction_year", (older, newer, input) => {
      if (numeric(input, "construction_year") >= 1945)
        ascending(newer.benchmark.eui_kwh_m2, older.benchmark.eui_kwh_m2);
      if (older.building_type_used === "datacentre")
        expect([older.era_multiplier, newer.era_multiplier]).toEqual([1, 1]);
    });
  });
});

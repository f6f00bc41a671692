// Properties of building_carbon_footprint: scopes add up, and the stranding year agrees with its trajectory.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownSet } from "./definitions.js";
import { ascending, atMost, type Numbers, near, numeric, Subject, times } from "./relations.js";

const set = ownSet();

interface Stranding {
  readonly applicable: boolean;
  readonly status: string;
  readonly risk_level: string;
  readonly stranding_year: number | null;
  readonly realignment_year: number | null;
  readonly eui_misalignment_year: number | null;
  readonly crrem_intensity_2026_kgco2e_m2: number | null;
  readonly excess_2030_kgco2e_m2: number | null;
  readonly eui_pathway_2026_kwh_m2: number | null;
  readonly trajectory: readonly Numbers<"year asset_kgco2e_m2 pathway_kgco2e_m2">[] | null;
}
interface Footprint
  extends Numbers<
    | "scope1_tco2e scope1_combustion_tco2e scope1_refrigerant_tco2e scope2_tco2e scope2_location_tco2e"
    | "scope2_market_tco2e scope3_tco2e scope3_energy_upstream_tco2e scope3_commuting_tco2e total_tco2e"
    | "total_market_based_tco2e carbon_intensity_kgco2e_m2 total_intensity_kgco2e_m2 energy_use_intensity_kwh_m2"
    | "elec_kwh gas_kwh heat_kwh net_zero_target_kgco2e_m2 net_zero_gap_kgco2e_m2 embodied_tco2e"
  > {
  readonly energy_basis: string;
  readonly embodied_status: string;
  readonly stranding: Stranding;
  readonly priority_actions: readonly { readonly rank: number; readonly action: string }[];
}

describe("building_carbon_footprint", () => {
  const ENERGY = ["elec_kwh_year", "gas_kwh_year", "heat_kwh_year"];
  const used = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 4e6, noNaN: true }));
  const footprint = new Subject<Footprint>(set, "building_carbon_footprint", {
    fields: {
      floor_area_m2: fc.double({ min: 500, max: 40_000, noNaN: true }),
      ...Object.fromEntries(ENERGY.map((name) => [name, fc.option(used, { nil: undefined })])),
    },
  });
  const never = (year: number | null): number => year ?? 9999;

  test("the scopes add up, and certificates change the market-based figures alone", () => {
    footprint.always((answer, input) => {
      near(answer.scope1_combustion_tco2e + answer.scope1_refrigerant_tco2e, answer.scope1_tco2e, 0.015);
      near(answer.scope3_energy_upstream_tco2e + answer.scope3_commuting_tco2e, answer.scope3_tco2e, 0.015);
      const others = answer.scope1_tco2e + answer.scope3_tco2e;
      near(others + answer.scope2_location_tco2e, answer.total_tco2e, 0.02);
      near(others + answer.scope2_market_tco2e, answer.total_market_based_tco2e, 0.02);
      expect(answer.scope2_tco2e).toBe(answer.scope2_location_tco2e);
      ascending(0, answer.scope2_market_tco2e, answer.scope2_location_tco2e);
      const area = numeric(input, "floor_area_m2");
      near(answer.total_intensity_kgco2e_m2 * area, answer.total_tco2e * 1000, 0.005 * area + 5);
      const direct = (answer.scope1_tco2e + answer.scope2_location_tco2e) * 1000;
      near(answer.carbon_intensity_kgco2e_m2 * area, direct, 0.005 * area + 10);
      const gap = answer.carbon_intensity_kgco2e_m2 - answer.net_zero_target_kgco2e_m2;
      near(answer.net_zero_gap_kgco2e_m2, Math.max(0, gap), 0.015);
      const none = footprint.ask({ ...input, renewable_pct: 0 });
      const full = footprint.ask({ ...input, renewable_pct: 100 });
      expect(none.scope2_market_tco2e).toBe(none.scope2_location_tco2e);
      if (answer.heat_kwh === 0) near(full.scope2_market_tco2e, 0, 0.01);
      expect([full.total_tco2e, full.stranding]).toEqual([none.total_tco2e, answer.stranding]);
    });
  });

  test("the stranding year is where the trajectory first stands above the pathway", () => {
    footprint.always(({ stranding, ...answer }, input) => {
      const held = input.location !== "uae" && input.building_type !== "datacentre";
      expect([stranding.applicable, stranding.trajectory !== null]).toEqual([held, held]);
      const { stranding_year, realignment_year, trajectory } = stranding;
      const risks = [2030, 2040, 2050].filter((year) => never(stranding_year) > year).length;
      expect(stranding.risk_level).toBe(held ? ["high", "medium", "low", "none"][risks] : "not_assessed");
      if (trajectory === null) {
        expect(Object.values(stranding).filter((value) => typeof value === "number")).toEqual([]);
        return;
      }
      const statuses = { 2026: "already_misaligned", 9999: "aligned_to_2050" } as Record<number, string>;
      expect(stranding.status).toBe(statuses[never(stranding_year)] ?? "misaligned_later");
      for (const { year, asset_kgco2e_m2: asset, pathway_kgco2e_m2: pathway } of trajectory) {
        if (year < never(stranding_year)) atMost(asset, pathway);
        if (year === stranding_year) atMost(pathway, asset);
        if (year > never(stranding_year) && year < never(realignment_year)) atMost(pathway, asset);
        if (year === realignment_year) atMost(asset, pathway);
      }
      if (realignment_year !== null) atMost(never(stranding_year) + 1, realignment_year);
      ascending(...trajectory.map((step) => -step.pathway_kgco2e_m2));
      ascending(...trajectory.map((step) => -step.asset_kgco2e_m2)); // the grid only gets cleaner
      expect(stranding.crrem_intensity_2026_kgco2e_m2).toBe(trajectory[0]?.asset_kgco2e_m2);
      const in2030 = trajectory[1] ?? { asset_kgco2e_m2: Number.NaN, pathway_kgco2e_m2: 0 };
      const excess = Math.max(0, in2030.asset_kgco2e_m2 - in2030.pathway_kgco2e_m2);
      near(stranding.excess_2030_kgco2e_m2 ?? Number.NaN, excess, 0.015);
      const over = answer.energy_use_intensity_kwh_m2 - (stranding.eui_pathway_2026_kwh_m2 ?? Number.NaN);
      if (Math.abs(over) > 0.1) expect(stranding.eui_misalignment_year === 2026).toBe(over > 0);
    });
  });

  test.each(ENERGY)("more %s never emits less nor strands later", (carrier) => {
    const grows = (less: Footprint, more: Footprint): void => {
      if (less.energy_basis === "benchmark" || more.energy_basis === "benchmark") return;
      ascending(less.total_tco2e, more.total_tco2e);
      ascending(less.scope1_tco2e, more.scope1_tco2e);
      ascending(less.scope2_location_tco2e, more.scope2_location_tco2e);
      ascending(never(more.stranding.stranding_year), never(less.stranding.stranding_year));
      ascending(never(more.stranding.eui_misalignment_year), never(less.stranding.eui_misalignment_year));
    };
    footprint.rising(carrier, grows);
  });

  test("half a building with half its energy and staff has half the carbon and the same stranding year", () => {
    footprint.changed(times(0.5, "floor_area_m2", "occupancy", ...ENERGY), (whole, half) => {
      near(half.total_tco2e * 2, whole.total_tco2e, 0.015);
      near(half.embodied_tco2e * 2, whole.embodied_tco2e, 0.15);
      expect(half.stranding).toEqual(whole.stranding);
      expect(half.total_intensity_kgco2e_m2).toBe(whole.total_intensity_kgco2e_m2);
    });
  });

  test("zero energy is the benchmark; refrigerant and staff add to their own scope alone", () => {
    footprint.changed(times(0, ...ENERGY), (_, zero, input) => {
      expect(zero.energy_basis).toBe("benchmark");
      const missing = { elec_kwh_year: undefined, gas_kwh_year: undefined, heat_kwh_year: undefined };
      expect(zero.stranding).toEqual(footprint.ask({ ...input, ...missing }).stranding);
      expect(zero.heat_kwh).toBe(0);
    });
    const REFRIGERANTS = ["none", "hfo", "hfc"];
    footprint.rising(
      "refrigerant",
      (less, more, input) => {
        ascending(less.scope1_refrigerant_tco2e, more.scope1_refrigerant_tco2e);
        if (input.refrigerant === "none") expect(less.scope1_refrigerant_tco2e).toBe(0);
        expect([more.scope3_tco2e, more.stranding]).toEqual([less.scope3_tco2e, less.stranding]);
      },
      REFRIGERANTS,
    );
    footprint.rising("occupancy", (less, more, input) => {
      ascending(less.scope3_commuting_tco2e, more.scope3_commuting_tco2e);
      if (input.building_type === "residential") expect(more.scope3_commuting_tco2e).toBe(0);
      expect([more.scope1_tco2e, more.scope2_tco2e]).toEqual([less.scope1_tco2e, less.scope2_tco2e]);
    });
  });

  test("embodied carbon is told apart by year and never added; actions are ranked without gaps", () => {
    footprint.always((answer, input) => {
      expect(answer.embodied_status).toBe(numeric(input, "year_built") <= 2025 ? "sunk" : "upfront");
      expect(answer.priority_actions.map(({ rank }) => rank)).toEqual(
        answer.priority_actions.map((_, at) => at + 1),
      );
      expect(new Set(answer.priority_actions.map(({ action }) => action)).size).toBe(
        answer.priority_actions.length,
      );
    });
    footprint.rising("year_built", (older, newer) => {
      expect(newer.embodied_tco2e).toBe(older.embodied_tco2e);
      if (newer.energy_basis === "measured") expect(newer.total_tco2e).toBe(older.total_tco2e);
    });
  });
});

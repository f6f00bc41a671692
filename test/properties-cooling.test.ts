// Properties of the cooling tools: heat balances, and what more load or a warmer day may do.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ownSet } from "./definitions.js";
import { ascending, atMost, type Numbers, near, numeric, Subject, sum, times } from "./relations.js";

const set = ownSet();
const loads = fc.double({ min: 0.01, max: 5000, noNaN: true });
const areas = fc.oneof(loads, fc.constantFrom(0.01, 1e6));

interface Cooling
  extends Numbers<
    | "cooling_load_kw cooling_load_w_m2 sensible_load_kw latent_load_kw sensible_heat_ratio"
    | "required_capacity_kw unit_capacity_kw units_duty units_standby units_installed"
    | "installed_capacity_kw seasonal_efficiency annual_cooling_demand_kwh"
    | "annual_cooling_electricity_kwh"
  > {
  readonly load_breakdown_kw: Readonly<Record<string, number>>;
  readonly carries_load_with_one_unit_failed: boolean;
}

describe("estimate_cooling_load", () => {
  const cooling = new Subject<Cooling>(set, "estimate_cooling_load", {
    fields: {
      it_load_kw: fc.oneof(loads, fc.constant(0)),
      floor_area_m2: areas,
    },
    mend: (input) =>
      input.it_load_kw === 0 && /^(data_centre|server_room)$/.test(String(input.space_type))
        ? { ...input, it_load_kw: 1 }
        : input,
  });
  const grows = (less: Cooling, more: Cooling): void => {
    ascending(less.cooling_load_kw, more.cooling_load_kw);
    ascending(less.required_capacity_kw, more.required_capacity_kw);
    ascending(less.installed_capacity_kw, more.installed_capacity_kw);
    ascending(less.annual_cooling_demand_kwh, more.annual_cooling_demand_kwh);
    for (const [part, load] of Object.entries(less.load_breakdown_kw))
      atMost(load, more.load_breakdown_kw[part] ?? Number.NaN);
  };

  test("the parts add up, none is negative, and all IT power becomes heat", () => {
    cooling.always((answer, input) => {
      near(sum(Object.values(answer.load_breakdown_kw)), answer.cooling_load_kw, 0.04);
      near(answer.sensible_load_kw + answer.latent_load_kw, answer.cooling_load_kw, 0.015);
      ascending(0, answer.sensible_heat_ratio, 1);
      for (const load of [...Object.values(answer.load_breakdown_kw), answer.latent_load_kw]) atMost(0, load);
      near(answer.load_breakdown_kw.it_equipment ?? Number.NaN, numeric(input, "it_load_kw"), 0.005);
      atMost(answer.annual_cooling_demand_kwh, answer.cooling_load_kw * 8760, 44.3);
      near(
        answer.annual_cooling_electricity_kwh * answer.seasonal_efficiency,
        answer.annual_cooling_demand_kwh,
        0.5 + 0.5 * answer.seasonal_efficiency + 0.005 * answer.annual_cooling_electricity_kwh,
      );
    });
  });

  test("the duty units carry the load, at most four of them to 4 MW, and redundancy is on top", () => {
    cooling.always((answer, input) => {
      const duty = answer.units_duty * answer.unit_capacity_kw;
      atMost(answer.required_capacity_kw, duty, 0.006);
      if (answer.required_capacity_kw <= 4000) atMost(answer.units_duty, 4);
      const standby = { N: 0, "N+1": 1, "2N": answer.units_duty }[String(input.redundancy)];
      expect(answer.units_standby).toBe(standby);
      expect(answer.units_installed).toBe(answer.units_duty + answer.units_standby);
      if (input.redundancy !== "N") expect(answer.carries_load_with_one_unit_failed).toBe(true);
    });
    cooling.rising(
      "redundancy",
      (less, more) => {
        expect(more.cooling_load_kw).toBe(less.cooling_load_kw);
        ascending(less.installed_capacity_kw, more.installed_capacity_kw);
      },
      ["N", "N+1", "2N"],
    );
  });

  test.each(["it_load_kw", "floor_area_m2", "occupancy_persons"])(
    "more %s never needs less plant",
    (field) => {
      cooling.rising(field, grows);
    },
  );

  test("a hotter climate never needs less plant", () => {
    cooling.rising("climate_zone", grows, ["northern_eu", "uk", "central_eu", "southern_eu", "uae_gcc"]);
  });

  test("twice the space with twice the load has the same load per m2", () => {
    const halved = new Subject<Cooling>(set, "estimate_cooling_load", {
      mend: (input) => ({
        ...input,
        it_load_kw: Math.max(numeric(input, "it_load_kw"), 1) / 2,
        floor_area_m2: numeric(input, "floor_area_m2") / 2,
        occupancy_persons: Math.floor(numeric(input, "occupancy_persons") / 2),
      }),
    });
    const twice = times(2, "it_load_kw", "floor_area_m2", "occupancy_persons");
    halved.changed(twice, (one, two) => {
      near(two.cooling_load_kw, 2 * one.cooling_load_kw, 0.015);
      near(two.cooling_load_w_m2, one.cooling_load_w_m2, 0.1);
      near(two.sensible_heat_ratio, one.sensible_heat_ratio, 0.001);
      near(two.annual_cooling_demand_kwh, 2 * one.annual_cooling_demand_kwh, 1.5);
    });
  });

  test("an empty space that shrinks to nothing has no load", () => {
    const nothing = { space_type: "office", floor_area_m2: 1e-6, it_load_kw: 0, occupancy_persons: 0 };
    cooling.changed(
      (input) => ({ ...input, ...nothing }),
      (_, empty) =>
        expect([empty.cooling_load_kw, empty.annual_cooling_demand_kwh, empty.units_duty]).toEqual([0, 0, 1]),
    );
  });
});

const TYPES = ["crac", "crah", "dlc", "immersion"] as const;
type Type = (typeof TYPES)[number];
interface Compared
  extends Numbers<
    | "cooling_power_kw pue_estimate airflow_m3_s heat_to_liquid_pct mechanical_cooling_pct"
    | "chiller_size_kw system_cop max_power_density_kw_m2"
  > {
  readonly suitable: boolean;
}
type Units = Numbers<"duty_kw unit_capacity_kw units_duty units_standby installed_capacity_kw">;
interface Hall
  extends Numbers<
    | "total_heat_load_kw required_cooling_capacity_kw installed_cooling_capacity_kw heat_to_air_kw"
    | "heat_to_liquid_kw chiller_size_kw free_cooling_pct cooling_power_kw system_cop pue_estimate"
    | "total_facility_power_kw airflow_m3_s power_density_kw_m2"
  > {
  readonly heat_breakdown_kw: Numbers<"it_equipment ups_losses lighting fabric">;
  readonly cooling_units: Units;
  readonly residual_air_units: Units | null;
  readonly recommended_cooling_type: Type | null;
  readonly most_efficient_suitable_type: Type | null;
  readonly comparison: Readonly<Record<Type, Compared>>;
}

describe("thermal_load", () => {
  const hall = new Subject<Hall>(set, "thermal_load", {
    fields: {
      it_load_kw: loads,
      room_area_m2: areas,
      ups_efficiency_pct: fc.oneof(fc.double({ min: 80, max: 99.9, noNaN: true }), fc.constant(1)),
    },
    runs: 600,
  });

  test("heat and power balance", () => {
    hall.always((answer, input) => {
      const { it_equipment, ups_losses, lighting } = answer.heat_breakdown_kw;
      for (const part of Object.values(answer.heat_breakdown_kw)) atMost(0, part);
      near(sum(Object.values(answer.heat_breakdown_kw)), answer.total_heat_load_kw, 0.025);
      near(answer.heat_to_air_kw + answer.heat_to_liquid_kw, answer.total_heat_load_kw, 0.015);
      near(
        it_equipment + ups_losses + lighting + answer.cooling_power_kw,
        answer.total_facility_power_kw,
        0.025,
      );
      const it = numeric(input, "it_load_kw");
      near(answer.pue_estimate, answer.total_facility_power_kw / it, 0.0005 + 0.005 / it);
      near(
        answer.heat_to_air_kw,
        answer.airflow_m3_s * 1.2 * 1.005 * (input.cooling_type === "crac" ? 10 : 12),
        0.08,
      );
      atMost(1, answer.pue_estimate);
      // PUE already holds what the UPS loses before any cooling
      atMost(100 / numeric(input, "ups_efficiency_pct"), answer.pue_estimate, 0.0005);
    });
  });

  test("the comparison holds the chosen type, whatever is chosen", () => {
    hall.always((answer, input) => {
      const own = answer.comparison[input.cooling_type as Type];
      expect(own).toMatchObject({
        pue_estimate: answer.pue_estimate,
        cooling_power_kw: answer.cooling_power_kw,
        chiller_size_kw: answer.chiller_size_kw,
        system_cop: answer.system_cop,
        airflow_m3_s: answer.airflow_m3_s,
      });
      near(answer.free_cooling_pct, 100 - own.mechanical_cooling_pct, 0.1);
      for (const cooling_type of TYPES)
        expect(hall.ask({ ...input, cooling_type }).comparison).toEqual(answer.comparison);
      const { crac, crah, dlc, immersion } = answer.comparison;
      expect([crac.mechanical_cooling_pct, crac.heat_to_liquid_pct, crah.heat_to_liquid_pct]).toEqual([
        100, 0, 0,
      ]);
      ascending(immersion.airflow_m3_s, dlc.airflow_m3_s, crah.airflow_m3_s, crac.airflow_m3_s);
    });
  });

  test("what is recommended carries the density, and nothing suitable is more efficient than the most efficient", () => {
    hall.always((answer) => {
      const suitable = TYPES.filter((type) => answer.comparison[type].suitable);
      for (const type of TYPES) {
        const { max_power_density_kw_m2: limit, suitable: fits } = answer.comparison[type];
        if (Math.abs(answer.power_density_kw_m2 - limit) > 0.001)
          expect(fits).toBe(answer.power_density_kw_m2 < limit);
      }
      const best = answer.most_efficient_suitable_type;
      const none = suitable.length === 0;
      expect([best === null, answer.recommended_cooling_type === null]).toEqual([none, none]);
      if (best === null || answer.recommended_cooling_type === null) return;
      expect(suitable).toContain(best);
      expect(suitable).toContain(answer.recommended_cooling_type);
      const least = Math.min(...suitable.map((type) => answer.comparison[type].pue_estimate));
      near(answer.comparison[best].pue_estimate, least, 0);
    });
  });

  test("the units carry the duty, with redundancy on top", () => {
    hall.always((answer, input) => {
      const groups = [answer.cooling_units, answer.residual_air_units].filter((group) => group !== null);
      expect(groups.length).toBe(/dlc|immersion/.test(String(input.cooling_type)) ? 2 : 1);
      for (const group of groups) {
        atMost(group.duty_kw, group.units_duty * group.unit_capacity_kw, 0.006);
        expect(group.units_standby).toBe({ n: 0, n1: 1, "2n": group.units_duty }[String(input.redundancy)]);
      }
      near(sum(groups.map((group) => group.duty_kw)), answer.required_cooling_capacity_kw, 0.015);
      const installed = sum(groups.map((group) => group.installed_capacity_kw));
      near(installed, answer.installed_cooling_capacity_kw, 0.015);
    });
  });

  test("it never gets better as it gets warmer, with any type", () => {
    hall.rising("ambient_temp_c", (cool, warm) => {
      ascending(cool.total_heat_load_kw, warm.total_heat_load_kw);
      for (const type of TYPES) {
        const [before, after] = [cool.comparison[type], warm.comparison[type]];
        ascending(before.pue_estimate, after.pue_estimate);
        ascending(before.cooling_power_kw, after.cooling_power_kw);
        ascending(before.chiller_size_kw, after.chiller_size_kw);
        ascending(before.mechanical_cooling_pct, after.mechanical_cooling_pct);
      }
    });
  });

  test("below 10 C chilled water of 18 C needs no compressor; dry coolers hold the liquid loop to 25 and 33 C", () => {
    hall.changed(
      (input) => ({
        ...input,
        chilled_water_supply_c: undefined,
        ambient_temp_c: Math.min(10, numeric(input, "ambient_temp_c")),
      }),
      (_, { comparison }) =>
        expect(
          [comparison.crah, comparison.dlc, comparison.immersion].map((each) => each.mechanical_cooling_pct),
        ).toEqual([0, 0, 0]),
    );
    for (const [cooling_type, limit] of [
      ["dlc", 25],
      ["immersion", 33],
    ] as const) {
      hall.changed(
        (input) => ({
          ...input,
          cooling_type,
          ambient_temp_c: Math.min(limit, numeric(input, "ambient_temp_c")),
        }),
        (_, answer) => near(answer.chiller_size_kw, 1.1 * 1.085 * answer.heat_to_air_kw, 0.015),
      );
    }
  });

  test("a better UPS never adds heat or power, and more IT never takes away plant", () => {
    hall.rising("ups_efficiency_pct", (worse, better) => {
      ascending(better.total_heat_load_kw, worse.total_heat_load_kw);
      ascending(better.total_facility_power_kw, worse.total_facility_power_kw);
      ascending(better.pue_estimate, worse.pue_estimate);
    });
    for (const field of ["it_load_kw", "lighting_kw", "room_area_m2"]) {
      hall.rising(field, (less, more) => {
        ascending(less.total_heat_load_kw, more.total_heat_load_kw);
        ascending(less.cooling_power_kw, more.cooling_power_kw);
        ascending(less.installed_cooling_capacity_kw, more.installed_cooling_capacity_kw);
        ascending(less.chiller_size_kw, more.chiller_size_kw);
      });
    }
  });

  test.each(TYPES)("installed capacity of %s never falls from one kilowatt to the next", (cooling_type) => {
    const base = {
      ups_efficiency_pct: 96,
      room_area_m2: 500,
      lighting_kw: 0,
      ambient_temp_c: 35,
      cooling_type,
    };
    for (const redundancy of ["n", "n1", "2n"]) {
      const loads = Array.from({ length: 2500 }, (_, kw) => ({ ...base, redundancy, it_load_kw: kw + 1 }));
      ascending(...loads.map((input) => hall.ask(input).installed_cooling_capacity_kw));
    }
  });
});

// Properties of heatpump_heatloss: a heat balance that only a warmer, tighter or better insulated house makes smaller.
import { describe, expect, test } from "vitest";
import { ownSet } from "./definitions.js";
import { ascending, atMost, type Numbers, near, numeric, Subject, sum } from "./relations.js";

type Range = Numbers<"low high">;
interface HeatLoss
  extends Numbers<
    | "design_heat_loss_kw specific_heat_loss_w_m2 heat_loss_coefficient_w_k internal_design_temp_c"
    | "external_design_temp_c delta_t_k fabric_loss_kw ventilation_loss_kw assumed_occupancy_persons"
    | "hot_water_allowance_kw required_heat_pump_output_kw recommended_heat_pump_output_kw max_sensible_output_kw"
    | "scop scop_hot_water scop_overall annual_space_heating_kwh annual_hot_water_kwh annual_heat_demand_kwh"
    | "annual_electricity_kwh annual_heat_pump_cost_gbp annual_gas_boiler_cost_gbp annual_saving_gbp breakeven_scop"
    | "radiator_output_factor radiator_oversize_factor standard_specific_heat_loss_w_m2 steady_state_space_heating_kwh"
  > {
  readonly heat_loss_range_kw: Range;
  readonly heat_loss_breakdown_w: Numbers<"walls roof windows doors thermal_bridging ground_floor party_walls ventilation">;
  readonly u_values_w_m2k: Numbers<"wall roof floor window door">;
  readonly geometry: Numbers<
    | "footprint_m2 exposed_perimeter_m gross_external_wall_m2 net_external_wall_m2 window_area_m2"
    | "party_wall_m2 volume_m3"
  >;
  readonly glazing_capped: boolean;
  readonly dwelling_form: string;
  readonly specific_heat_loss_band: string;
  readonly heat_pump_suitability: string;
}

const set = ownSet();
const house = new Subject<HeatLoss>(set, "heatpump_heatloss");
const AGES = [
  ...["pre_1900", "1900_1929", "1930_1949", "1950_1966", "1967_1975", "1976_1982", "1983_1990"],
  ...["1991_1995", "1996_2002", "2003_2006", "2007_2011", "2012_2022", "2023_plus"],
];

function loses(less: HeatLoss, more: HeatLoss): void {
  ascending(less.design_heat_loss_kw, more.design_heat_loss_kw);
  ascending(less.heat_loss_range_kw.low, more.heat_loss_range_kw.low);
  ascending(less.heat_loss_range_kw.high, more.heat_loss_range_kw.high);
  ascending(less.recommended_heat_pump_output_kw, more.recommended_heat_pump_output_kw);
}

function sameYear(one: HeatLoss, other: HeatLoss): void {
  const year = (answer: HeatLoss): number[] => [
    answer.heat_loss_coefficient_w_k,
    answer.annual_heat_demand_kwh,
    answer.annual_electricity_kwh,
    answer.annual_saving_gbp,
  ];
  expect(year(other)).toEqual(year(one));
}

describe("heat balance", () => {
  test("the parts add up, none is negative, and the range holds the loss", () => {
    house.always((answer, input) => {
      const parts = Object.values(answer.heat_loss_breakdown_w);
      for (const part of parts) atMost(0, part);
      const watts = answer.design_heat_loss_kw * 1000;
      near(sum(parts), watts, 9);
      near(answer.fabric_loss_kw + answer.ventilation_loss_kw, answer.design_heat_loss_kw, 0.015);
      near(answer.heat_loss_breakdown_w.ventilation, answer.ventilation_loss_kw * 1000, 5.5);
      near(
        answer.specific_heat_loss_w_m2 * numeric(input, "floor_area_m2"),
        watts,
        5 + 0.05 * numeric(input, "floor_area_m2"),
      );
      near(answer.delta_t_k, answer.internal_design_temp_c - answer.external_design_temp_c, 0.05);
      atMost(6, answer.delta_t_k);
      ascending(answer.heat_loss_range_kw.low, answer.design_heat_loss_kw, answer.heat_loss_range_kw.high);
    });
  });

  test("the range is that of the three forms, whichever was asked for", () => {
    house.always((answer, input) => {
      const forms = ["detached", "semi_detached", "mid_terrace"];
      const answers = forms.map((dwelling_form) => house.ask({ ...input, dwelling_form }));
      const losses = answers.map((each) => each.design_heat_loss_kw);
      const range = { low: Math.min(...losses), high: Math.max(...losses) };
      for (const each of [answer, ...answers]) expect(each.heat_loss_range_kw).toEqual(range);
    });
  });

  test("geometry is that of a square plan with openings in at most 90 percent of the facade", () => {
    house.always(({ geometry, ...answer }, input) => {
      const area = numeric(input, "floor_area_m2");
      near(geometry.footprint_m2, area / Number(input.storeys ?? 2), 0.05);
      near(geometry.volume_m3, area * Number(input.ceiling_height_m ?? 2.4), 0.05);
      near(
        geometry.net_external_wall_m2 + geometry.window_area_m2 + 3.7,
        geometry.gross_external_wall_m2,
        0.15,
      );
      atMost(0, geometry.net_external_wall_m2);
      atMost(geometry.window_area_m2 + 3.7, 0.9 * geometry.gross_external_wall_m2, 0.1);
      const wanted = (area * Number(input.glazing_pct_of_floor ?? 25)) / 100;
      if (!answer.glazing_capped) near(geometry.window_area_m2, wanted, 0.05);
      atMost(geometry.window_area_m2, wanted, 0.05);
      expect(geometry.party_wall_m2 === 0).toBe(answer.dwelling_form === "detached");
      const { ventilation } = answer.heat_loss_breakdown_w;
      const air = 0.33 * Number(input.air_change_rate ?? 0.5) * geometry.volume_m3;
      near(
        ventilation,
        air * (answer.internal_design_temp_c - answer.external_design_temp_c),
        0.5 + 0.05 * 0.33 * 3 * 50,
      );
    });
  });
});

describe("what changes the loss", () => {
  test("a colder outside raises the design loss and leaves the year alone", () => {
    house.rising("external_design_temp_c", (cold, mild, coldest, mildest) => {
      loses(mild, cold);
      sameYear(cold, mild);
      const kelvin = numeric(mildest, "external_design_temp_c") - numeric(coldest, "external_design_temp_c");
      if (kelvin > 1) expect(mild.design_heat_loss_kw).toBeLessThan(cold.design_heat_loss_kw);
      // Ground and party walls do not see the outside air
      const outside = (answer: HeatLoss): number =>
        answer.design_heat_loss_kw * 1000 -
        answer.heat_loss_breakdown_w.ground_floor -
        answer.heat_loss_breakdown_w.party_walls;
      const span = (answer: HeatLoss): number =>
        answer.internal_design_temp_c - answer.external_design_temp_c;
      near(outside(cold) / span(cold), outside(mild) / span(mild), 6 / span(cold) + 6 / span(mild));
    });
  });

  test("a warmer inside raises the design loss and leaves the year alone", () => {
    house.rising("internal_design_temp_c", (cool, warm) => {
      loses(cool, warm);
      sameYear(cool, warm);
    });
  });

  test.each(["glazing_pct_of_floor", "air_change_rate", "ceiling_height_m", "floor_area_m2"])(
    "more %s never lowers the loss nor the demand",
    (field) => {
      house.rising(field, (less, more, input) => {
        // Windows may replace a wall that was measured to be worse
        if (Number(input.wall_u_value_w_m2k ?? 0) > 1.4) return;
        loses(less, more);
        ascending(less.annual_heat_demand_kwh, more.annual_heat_demand_kwh);
        ascending(less.annual_hot_water_kwh, more.annual_hot_water_kwh);
      });
    },
  );

  test("insulated walls never lose more", () => {
    house.rising(
      "wall_insulated",
      (bare, insulated) => {
        loses(insulated, bare);
        ascending(insulated.annual_heat_demand_kwh, bare.annual_heat_demand_kwh);
      },
      [false, true],
    );
  });

  test("a newer house with walls as built never loses more", () => {
    house.rising(
      "age_band",
      (older, newer, input) => {
        if (input.wall_insulated === true || input.wall_u_value_w_m2k !== undefined) return;
        loses(newer, older);
        ascending(newer.steady_state_space_heating_kwh, older.steady_state_space_heating_kwh);
      },
      AGES,
    );
  });

  test("double the air changes, double the loss to the air", () => {
    house.always((once, input) => {
      const rate = Number(input.air_change_rate ?? 0.5);
      if (rate > 1.5) return;
      const twice = house.ask({ ...input, air_change_rate: 2 * rate });
      near(twice.heat_loss_breakdown_w.ventilation, 2 * once.heat_loss_breakdown_w.ventilation, 1.5);
      const added = (twice.design_heat_loss_kw - once.design_heat_loss_kw) * 1000;
      near(added, once.heat_loss_breakdown_w.ventilation, 10.5);
    });
  });
});

describe("heat pump and year", () => {
  test("the unit is the next half kilowatt that carries house and hot water", () => {
    house.always((answer) => {
      const { required_heat_pump_output_kw: required, recommended_heat_pump_output_kw: unit } = answer;
      near(answer.design_heat_loss_kw + answer.hot_water_allowance_kw, required, 0.015);
      expect(Number.isInteger(unit * 2)).toBe(true);
      ascending(required - 0.005, unit, required + 0.505);
      near(answer.max_sensible_output_kw, Math.max(1.2 * unit, 5), 0.05);
      near(
        answer.radiator_output_factor * answer.radiator_oversize_factor,
        1,
        0.0005 * answer.radiator_oversize_factor + 0.005,
      );
    });
  });

  test("demand, electricity and money add up; SCOP lies between its two parts", () => {
    house.always((answer) => {
      const {
        annual_space_heating_kwh: space,
        annual_hot_water_kwh: water,
        annual_heat_demand_kwh: heat,
      } = answer;
      near(space + water, heat, 1.5);
      near(answer.annual_electricity_kwh, space / answer.scop + water / answer.scop_hot_water, 1);
      ascending(
        Math.min(answer.scop, answer.scop_hot_water),
        answer.scop_overall,
        Math.max(answer.scop, answer.scop_hot_water),
      );
      near(
        answer.annual_gas_boiler_cost_gbp - answer.annual_heat_pump_cost_gbp,
        answer.annual_saving_gbp,
        15,
      );
      const over = answer.scop_overall - answer.breakeven_scop;
      if (Math.abs(over) > 0.01) atMost(0, answer.annual_saving_gbp * Math.sign(over));
    });
  });

  test("warmer water never lowers consumption, raises the radiators' output and leaves the heat alone", () => {
    house.rising("flow_temp_c", (cool, warm) => {
      ascending(warm.scop, cool.scop);
      ascending(cool.annual_electricity_kwh, warm.annual_electricity_kwh);
      ascending(cool.radiator_output_factor, warm.radiator_output_factor);
      expect([warm.design_heat_loss_kw, warm.annual_heat_demand_kwh]).toEqual([
        cool.design_heat_loss_kw,
        cool.annual_heat_demand_kwh,
      ]);
    });
  });

  test("bands and suitability follow the loss per m2", () => {
    const BANDS = ["0_30", "30_50", "50_80", "80_100", "100_120", "120_150", "over_150"];
    const SUITS = [
      "ready",
      "suitable_with_emitter_upgrades",
      "fabric_first_recommended",
      "fabric_first_essential",
    ];
    house.always((answer) => {
      const watts = answer.specific_heat_loss_w_m2;
      const above = (limits: readonly number[]): number => limits.filter((limit) => watts >= limit).length;
      const limits = [30, 50, 80, 100, 120, 150];
      if (limits.some((limit) => Math.abs(watts - limit) < 0.06)) return;
      expect(answer.specific_heat_loss_band).toBe(BANDS[above(limits)]);
      // Whatever temperatures were typed, suitability is that of the standard design day
      const standard = answer.standard_specific_heat_loss_w_m2;
      const suits = [50, 100, 150];
      if (suits.some((limit) => Math.abs(standard - limit) < 0.06)) return;
      expect(answer.heat_pump_suitability).toBe(SUITS[suits.filter((limit) => standard >= limit).length]);
    });
  });
});

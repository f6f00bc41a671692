// Heat loss and heat-pump size of a house as a programmer would write it by hand. Tested to give the same results.
import type { InputProblem } from "../../src/engine/validate.js";
import { DISCLAIMER, GE, LT, round } from "./common.js";
import { AIR_HEAT, type HeatLossInput, heatLoss, houseOf } from "./heatloss-design.js";
import { AGES, FORMS, PLACES, WALL_AS_BUILT, WALL_INSULATED } from "./heatloss-fabric.js";
import { adviceOf, assumptionsOf, flagsOf, STANDARD } from "./heatloss-texts.js";
import { type Answer, number, oneOf, problemsOf, required, yesOrNo } from "./input.js";

const KNOWN = new Set([
  "floor_area_m2",
  "storeys",
  "age_band",
  "location",
  "external_design_temp_c",
  "internal_design_temp_c",
  "ceiling_height_m",
  "glazing_pct_of_floor",
  "air_change_rate",
  "flow_temp_c",
  "dwelling_form",
  "wall_insulated",
]);
const LOCATIONS = Object.keys(PLACES);
const FORM_NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[];
const FLOWS = [35, 45, 55];
const SCOP = { 35: 4.0, 45: 3.4, 55: 2.8 };
const BANDS = [
  { below: 30, band: "0_30", suitability: "ready" },
  { below: 50, band: "30_50", suitability: "ready" },
  { below: 80, band: "50_80", suitability: "suitable_with_emitter_upgrades" },
  { below: 100, band: "80_100", suitability: "suitable_with_emitter_upgrades" },
  { below: 120, band: "100_120", suitability: "fabric_first_recommended" },
  { below: 150, band: "120_150", suitability: "fabric_first_recommended" },
];
const WORST = { band: "over_150", suitability: "fabric_first_essential" };
const ELECTRICITY = 0.2611;
const GAS = 0.0733;
const BOILER = 0.84;
const SCOP_HOT_WATER = 2.5;

function check(input: Readonly<Record<string, unknown>>, problems: InputProblem[]): void {
  for (const name of ["floor_area_m2", "age_band", "location"]) required(input, problems, name);
  number(input, problems, "floor_area_m2", 10, 2000);
  number(input, problems, "storeys", 1, 4, { whole: true });
  oneOf(input, problems, "age_band", AGES);
  oneOf(input, problems, "location", LOCATIONS);
  number(input, problems, "external_design_temp_c", -25, 10);
  number(input, problems, "internal_design_temp_c", 16, 25);
  number(input, problems, "ceiling_height_m", 2, 5);
  number(input, problems, "glazing_pct_of_floor", 0, 100);
  number(input, problems, "air_change_rate", 0.1, 3);
  oneOf(input, problems, "flow_temp_c", FLOWS);
  oneOf(input, problems, "dwelling_form", FORM_NAMES);
  yesOrNo(input, problems, "wall_insulated");
}

function occupancyOf(area: number): number {
  if (!(area > 13.9)) return 1;
  const over = area - 13.9;
  return 1 + 1.76 * (1 - Math.exp(-0.000349 * over ** 2)) + 0.0013 * over;
}

function bandOf(loss: number) {
  for (const each of BANDS) if (LT(loss, each.below)) return each;
  return WORST;
}

export function heatpumpHeatloss(raw: unknown): Answer {
  const problems = problemsOf(raw, KNOWN, check);
  if (problems.length > 0) return { ok: false, problems };
  const input = raw as HeatLossInput;
  const { floor_area_m2: floor, flow_temp_c: flow = 45, dwelling_form: form = "semi_detached" } = input;
  const insulated = input.wall_insulated ?? false;
  const place = PLACES[input.location];
  const { nation } = place;
  const external = input.external_design_temp_c ?? place.design;
  const house = houseOf(input, nation, place.mean, external);
  const asBuilt = WALL_AS_BUILT[nation][house.age] as number;
  const withInsulation = WALL_INSULATED[nation][house.age] as number;
  const wallU = insulated ? withInsulation : asBuilt;

  const loss = heatLoss(house, form, wallU);
  const totals = FORM_NAMES.map((each) => (each === form ? loss : heatLoss(house, each, wallU)).total);
  const lowest = Math.min(...totals) / 1000;
  const highest = Math.max(...totals) / 1000;
  const design = loss.total / 1000;
  const specific = loss.total / floor;
  const band = bandOf(specific);

  const occupancy = occupancyOf(floor);
  const dailyHotWater = (45 * occupancy * 4187 * 40) / 3.6e6 + 1.5;
  const hotWater = dailyHotWater * 365;
  const allowance = dailyHotWater / 24;
  const needed = design + allowance;
  const output = Math.ceil(round(needed * 2, 6)) / 2;
  const sensible = Math.max(1.2 * output, 5);

  const coefficient =
    (loss.total - loss.ground - loss.neighbours) / house.deltaT + loss.floorU * house.footprint;
  const heating = (coefficient * place.degreeDays * 24) / 1000;
  const demand = heating + hotWater;
  const scop = SCOP[flow];
  const electricity = heating / scop + hotWater / SCOP_HOT_WATER;
  const overall = demand / electricity;
  const gas = demand / BOILER;
  const pumpCost = electricity * ELECTRICITY;
  const boilerCost = gas * GAS;
  const breakeven = (ELECTRICITY / GAS) * BOILER;
  const radiator = ((flow - 2.5 - house.inside) / 50) ** 1.3;

  const facts = {
    input,
    place,
    external,
    loss,
    house,
    flow,
    lowest,
    highest,
    specific,
    output,
    sensible,
    scop,
    heating,
    radiator,
    oldHouse: house.age <= 8,
    wallNoEffect: insulated && withInsulation === asBuilt,
    poorWall: GE(wallU, 1) && !insulated,
    insulatedLoss: () => heatLoss(house, form, withInsulation).total / 1000,
    fabricFirst: band.suitability.startsWith("fabric_first"),
    dearer: LT(overall, breakeven) ? pumpCost - boilerCost : null,
    moreAir: (AIR_HEAT * 0.5 * house.volume * house.deltaT) / 1000,
  };
  const flags = flagsOf(facts);
  return {
    ok: true,
    result: {
      design_heat_loss_kw: round(design, 2),
      heat_loss_range_kw: { low: round(lowest, 2), high: round(highest, 2) },
      specific_heat_loss_w_m2: round(specific, 1),
      specific_heat_loss_band: band.band,
      heat_loss_coefficient_w_k: round(coefficient, 1),
      internal_design_temp_c: house.inside,
      external_design_temp_c: external,
      delta_t_k: round(house.deltaT, 1),
      fabric_loss_kw: round((loss.total - loss.ventilation) / 1000, 2),
      ventilation_loss_kw: round(loss.ventilation / 1000, 2),
      heat_loss_breakdown_w: {
        walls: round(loss.walls, 0),
        roof: round(loss.roof, 0),
        windows: round(loss.windows, 0),
        doors: round(loss.doors, 0),
        thermal_bridging: round(loss.bridging, 0),
        ground_floor: round(loss.ground, 0),
        party_walls: round(loss.neighbours, 0),
        ventilation: round(loss.ventilation, 0),
      },
      u_values_w_m2k: {
        wall: round(wallU, 2),
        roof: round(house.roof, 2),
        floor: round(loss.floorU, 2),
        window: round(house.window, 2),
        door: round(house.door, 2),
      },
      floor_type: house.suspended ? "suspended_timber" : "solid",
      geometry: {
        footprint_m2: round(house.footprint, 1),
        exposed_perimeter_m: round(loss.perimeter, 2),
        gross_external_wall_m2: round(loss.grossWall, 1),
        net_external_wall_m2: round(loss.netWall, 1),
        window_area_m2: round(loss.windowArea, 1),
        party_wall_m2: round(loss.partyWall, 1),
        volume_m3: round(house.volume, 1),
      },
      glazing_capped: loss.capped,
      dwelling_form: form,
      assumed_occupancy_persons: round(occupancy, 2),
      hot_water_allowance_kw: round(allowance, 2),
      required_heat_pump_output_kw: round(needed, 2),
      recommended_heat_pump_output_kw: round(output, 1),
      max_sensible_output_kw: round(sensible, 1),
      flow_temp_c: flow,
      scop: round(scop, 2),
      scop_hot_water: SCOP_HOT_WATER,
      scop_overall: round(overall, 2),
      scop_by_flow_temp: { 35: 4, 45: 3.4, 55: 2.8 },
      annual_space_heating_kwh: round(heating, 0),
      annual_hot_water_kwh: round(hotWater, 0),
      annual_heat_demand_kwh: round(demand, 0),
      annual_electricity_kwh: round(electricity, 0),
      annual_heat_pump_cost_gbp: round(pumpCost, 0),
      annual_gas_boiler_cost_gbp: round(boilerCost, 0),
      annual_saving_gbp: round(boilerCost - pumpCost, 0),
      breakeven_scop: round(breakeven, 2),
      annual_co2_heat_pump_kg: round(electricity * 0.136, 0),
      annual_co2_gas_boiler_kg: round(gas * 0.21, 0),
      radiator_output_factor: round(radiator, 3),
      radiator_oversize_factor: round(1 / radiator, 2),
      heat_pump_suitability: band.suitability,
      flags: flags.codes,
      warnings: flags.sentences,
      assumptions: assumptionsOf(input, external),
      recommendations: adviceOf(facts),
      standard_reference: STANDARD,
      disclaimer: DISCLAIMER,
    },
  };
}

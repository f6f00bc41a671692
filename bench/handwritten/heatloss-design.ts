// The design heat loss of a house in one form with one wall, written by hand: geometry, ground floor, losses.
import { GT, LT } from "./common.js";
import {
  AGES,
  DOOR,
  FLOOR_INSULATION_MM,
  FORMS,
  type Nation,
  type PLACES,
  ROOF,
  WALL_THICKNESS,
  WINDOW,
} from "./heatloss-fabric.js";

export interface HeatLossInput {
  readonly floor_area_m2: number;
  readonly storeys?: number;
  readonly age_band: string;
  readonly location: keyof typeof PLACES;
  readonly external_design_temp_c?: number;
  readonly internal_design_temp_c?: number;
  readonly ceiling_height_m?: number;
  readonly glazing_pct_of_floor?: number;
  readonly air_change_rate?: number;
  readonly flow_temp_c?: 35 | 45 | 55;
  readonly dwelling_form?: keyof typeof FORMS;
  readonly wall_insulated?: boolean;
}

const GROUND = 1.5;
const SURFACES = 0.17 + 0.04;
const DOOR_M2 = 3.7;
export const AIR_HEAT = 0.33;

/** What is the same for every form and wall. */
export function houseOf(input: HeatLossInput, nation: Nation, mean: number, external: number) {
  const { floor_area_m2: floor, storeys = 2, ceiling_height_m: height = 2.4 } = input;
  const inside = input.internal_design_temp_c ?? 21;
  const age = AGES.indexOf(input.age_band);
  const footprint = floor / storeys;
  const at = (list: readonly number[]) => list[age] as number;
  return {
    age,
    floor,
    footprint,
    side: Math.sqrt(footprint),
    wallHeight: storeys * height + (storeys - 1) * 0.25,
    volume: floor * height,
    window: at(WINDOW),
    door: at(DOOR),
    roof: at(ROOF[nation]),
    insulation: at(FLOOR_INSULATION_MM[nation]),
    thickness: at(WALL_THICKNESS),
    suspended: age <= 1,
    bridging: age >= 10 ? 0.05 : 0.1,
    glazing: input.glazing_pct_of_floor ?? 25,
    airChanges: input.air_change_rate ?? 0.5,
    inside,
    mean,
    deltaT: inside - external,
  };
}
export type House = ReturnType<typeof houseOf>;

function floorU(house: House, perimeter: number): number {
  const b = (2 * house.footprint) / perimeter;
  const bare = house.thickness + GROUND * SURFACES;
  if (!house.suspended) {
    const depth = bare + (GROUND * house.insulation) / 1000 / 0.035;
    return LT(depth, b)
      ? (2 * GROUND * Math.log((Math.PI * b) / depth + 1)) / (Math.PI * b + depth)
      : GROUND / (0.457 * b + depth);
  }
  const ground = (2 * GROUND * Math.log((Math.PI * b) / bare + 1)) / (Math.PI * b + bare);
  const under = (2 * 0.3 * 1.5 + 1450 * 0.003 * 5 * 0.05) / b;
  return 1 / (2 * 0.17 + 0.2 + 1 / (ground + under));
}

export function heatLoss(house: House, form: keyof typeof FORMS, wallU: number) {
  const { exposed, party } = FORMS[form];
  const { side, wallHeight, footprint, deltaT } = house;
  const perimeter = exposed * side;
  const grossWall = perimeter * wallHeight;
  const partyWall = party * side * wallHeight;
  const wanted = (house.floor * house.glazing) / 100;
  const most = Math.max(0.9 * grossWall - DOOR_M2, 0);
  const windowArea = Math.min(wanted, most);
  const netWall = grossWall - windowArea - DOOR_M2;
  const u = floorU(house, perimeter);
  const walls = wallU * netWall * deltaT;
  const roof = house.roof * footprint * deltaT;
  const windows = house.window * windowArea * deltaT;
  const doors = house.door * DOOR_M2 * deltaT;
  const bridging = house.bridging * (netWall + windowArea + DOOR_M2 + footprint) * deltaT;
  const ground = 1.45 * u * footprint * (house.inside - house.mean);
  const neighbours = 0.5 * partyWall * (house.inside - 10);
  const ventilation = AIR_HEAT * house.airChanges * house.volume * deltaT;
  return {
    perimeter,
    grossWall,
    partyWall,
    windowArea,
    capped: GT(wanted, most),
    netWall,
    floorU: u,
    walls,
    roof,
    windows,
    doors,
    bridging,
    ground,
    neighbours,
    ventilation,
    total: walls + roof + windows + doors + bridging + ground + neighbours + ventilation,
  };
}
export type Loss = ReturnType<typeof heatLoss>;

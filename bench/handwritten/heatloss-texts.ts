// Sentences of the heat loss written by hand: what is odd, what was assumed, what to do next.
import { Flags, fixed, GT, LT, round, significant } from "./common.js";
import type { HeatLossInput, House, Loss } from "./heatloss-design.js";
import type { PLACES } from "./heatloss-fabric.js";

export const STANDARD =
  "BS EN 12831-1:2017; MCS MIS 3005-D Issue 3.0; MCS 031 (SPF and climate data); RdSAP 10 (2025) fabric defaults; BS EN ISO 13370; CIBSE Domestic Heating Design Guide 2026 (0.5 ach); SAP 10.2";

interface Facts {
  readonly input: HeatLossInput;
  readonly place: (typeof PLACES)[keyof typeof PLACES];
  readonly loss: Loss;
  readonly house: House;
  readonly flow: number;
  readonly lowest: number;
  readonly highest: number;
  readonly specific: number;
  readonly output: number;
  readonly sensible: number;
  readonly scop: number;
  readonly heating: number;
  readonly radiator: number;
  readonly oldHouse: boolean;
  readonly wallNoEffect: boolean;
  readonly poorWall: boolean;
  readonly insulatedLoss: () => number;
  readonly fabricFirst: boolean;
  /** Pounds a year that the heat pump costs more than gas. */
  readonly dearer: number | null;
  readonly moreAir: number;
}

export function flagsOf({
  input,
  place,
  loss,
  house,
  output,
  sensible,
  oldHouse,
  wallNoEffect,
}: Facts): Flags {
  const flags = new Flags();
  const given = input.external_design_temp_c;
  if (loss.capped)
    flags.raise(
      "glazing_capped",
      `Windows of ${significant(house.glazing)} percent of the floor area do not fit: limited to ${round(loss.windowArea, 1)} m2, so that openings fill 90 percent of the facade.`,
    );
  if (given !== undefined && GT(given, place.design))
    flags.raise(
      "external_temp_milder_than_local",
      `The given external temperature is milder than the local 99.6 percent value of ${place.design} C: the heat pump may be too small in cold spells.`,
    );
  if (LT(house.inside, 18))
    flags.raise(
      "internal_temp_below_18",
      "Below 18 C indoors is under the level advised for health; living rooms are designed to 21 C.",
    );
  if (LT(house.airChanges, 0.5) && oldHouse)
    flags.raise(
      "air_change_rate_low_for_age",
      "Fewer than 0.5 air changes per hour in a house of this age needs an air-tightness test to back it.",
    );
  if (wallNoEffect)
    flags.raise(
      "wall_insulation_no_effect",
      "Walls of this age are insulated as built: wall_insulated changes nothing.",
    );
  if (place.nation === "northern_ireland")
    flags.raise(
      "prices_not_for_northern_ireland",
      "Running costs use Great Britain's price cap, which does not apply in Northern Ireland.",
    );
  if (LT(output, 4))
    flags.raise(
      "below_smallest_common_unit",
      `Few units are this small: take one that modulates down well, up to ${round(sensible, 1)} kW.`,
    );
  if (GT(output, 16))
    flags.raise(
      "above_single_phase_range",
      "Above about 16 kW a three-phase supply or several units are likely: ask the network operator first.",
    );
  if (GT(output, 45))
    flags.raise(
      "above_mcs_scope",
      "Above 45 kW the job is outside the MCS and grant scope for a single unit.",
    );
  return flags;
}

export function assumptionsOf(input: HeatLossInput, external: number): string[] {
  const assumed: string[] = [];
  if (input.storeys === undefined) assumed.push("Two storeys.");
  if (input.external_design_temp_c === undefined)
    assumed.push(`External design temperature ${external} C, the 99.6 percent value for ${input.location}.`);
  if (input.internal_design_temp_c === undefined) assumed.push("21 C in every room.");
  if (input.ceiling_height_m === undefined) assumed.push("Ceiling height 2.4 m.");
  if (input.glazing_pct_of_floor === undefined) assumed.push("Windows of 25 percent of the floor area.");
  if (input.air_change_rate === undefined) assumed.push("0.5 air changes per hour.");
  if (input.flow_temp_c === undefined) assumed.push("Flow temperature 45 C.");
  if (input.dwelling_form === undefined) assumed.push("Semi-detached, one party wall.");
  if (input.wall_insulated === undefined)
    assumed.push("Walls as built: solid brick before 1930, then an unfilled cavity.");
  assumed.push(
    "A house with its own roof and ground floor, square plan, double glazing; a flat loses less, single glazing more.",
    "Neighbours at 10 C on the design day and heated over the year.",
    "Annual demand from 1976-1995 degree days to base 15.5 C, whatever the internal temperature.",
    "Ofgem cap of July to September 2026: electricity 26.11 and gas 7.33 p/kWh, without standing charges.",
  );
  return assumed;
}

const GRANTS = {
  england_wales:
    "The Boiler Upgrade Scheme pays 7,500 GBP towards an air-to-water unit, 9,000 GBP where oil or LPG is replaced off the gas grid (since 21 July 2026).",
  scotland: "Ask Home Energy Scotland for the grant and loan on offer.",
  northern_ireland: "Ask for the Northern Ireland grants on offer; the Boiler Upgrade Scheme does not apply.",
};

export function adviceOf(facts: Facts): string[] {
  const { input, flow, scop, radiator } = facts;
  const advice = [
    `Commission a room-by-room BS EN 12831-1 calculation to MIS 3005-D before choosing a unit: depending on attachment alone this house could lose ${round(facts.lowest, 2)} to ${round(facts.highest, 2)} kW.`,
  ];
  if (input.air_change_rate === undefined && facts.oldHouse)
    advice.push(
      `0.5 air changes per hour is the CIBSE 2026 minimum, not a measurement: each further 0.5 adds ${fixed(facts.moreAir, 2)} kW. Have a blower-door or pulse test made.`,
    );
  if (facts.poorWall)
    advice.push(
      `Insulating the walls would bring the design loss to about ${round(facts.insulatedLoss(), 2)} kW; do it before sizing the heat pump.`,
    );
  if (facts.fabricFirst)
    advice.push(
      `At ${round(facts.specific, 1)} W/m2 reduce the fabric loss first; otherwise expect large emitters and a ${round(facts.output, 1)} kW unit.`,
    );
  if (flow === 55)
    advice.push(
      `Aim for 45 C or lower: SCOP rises from ${scop} to 3.4, saving about ${fixed(facts.heating * (1 / scop - 1 / 3.4), 0)} kWh of electricity a year.`,
    );
  if (flow === 45)
    advice.push(
      `Radiators give ${fixed(100 * radiator, 0)} percent of their catalogue output: each room needs ${round(1 / radiator, 2)} times its heat loss in 50 K rated output.`,
    );
  if (flow === 35)
    advice.push(
      `35 C normally needs underfloor heating or very large emitters (radiators ${round(1 / radiator, 2)} times oversized).`,
    );
  if (facts.dearer !== null)
    advice.push(
      `At cap prices the heat pump costs ${fixed(facts.dearer, 0)} GBP a year more to run than gas: lower the flow temperature or use a heat-pump tariff.`,
    );
  if (input.external_design_temp_c === undefined)
    advice.push(
      "Take a further 0.3 K off the external temperature for each 50 m that the site lies above the weather station.",
    );
  advice.push(
    GRANTS[facts.place.nation],
    "Tell the electricity network operator before a heat pump is connected.",
  );
  return advice;
}

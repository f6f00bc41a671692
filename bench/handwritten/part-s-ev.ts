// EV charging to Approved Document S as a programmer would write it by hand. Tested to give the same results.
import type { InputProblem } from "../../src/engine/validate.js";
import { DISCLAIMER, Flags, GT, LE, round, significant } from "./common.js";
import { type Answer, number, oneOf, problemsOf, required } from "./input.js";
import { ADVICE, ASSUMED, DUTIES, STANDARD, WARNINGS } from "./part-s-ev-texts.js";

interface PartSInput {
  readonly building_type: "residential" | "non_residential";
  readonly works: "new" | "major_renovation";
  readonly parking_spaces: number;
  readonly dwellings?: number;
  readonly covered_car_park?: "yes" | "no";
  readonly covered_spaces?: number;
  readonly average_connection_cost_gbp?: number;
  readonly renovation_cost_gbp?: number;
  readonly ev_works_cost_gbp?: number;
  readonly cable_route_cost_gbp?: number;
}

const KNOWN = new Set([
  "building_type",
  "works",
  "parking_spaces",
  "dwellings",
  "covered_car_park",
  "covered_spaces",
  "average_connection_cost_gbp",
  "renovation_cost_gbp",
  "ev_works_cost_gbp",
  "cable_route_cost_gbp",
]);
const BUILDINGS = ["residential", "non_residential"];
const WORKS = ["new", "major_renovation"];
const ANSWERS = ["yes", "no"];
const WHOLE = { whole: true };
const ABOVE = { above: true };

const CONNECTION_CAP = 3600;
const CAP_PCT = 7;
const POINT_KW = 7;
const EARLY_APPLICATION_KW = 60;
const SMALL_SITE = 10;

type CapStatus = "not_applicable" | "not_tested" | "within_cap" | "exceeded";
type CapEffect =
  | "none"
  | "install_maximum_within_cap_rest_cable_routes"
  | "fully_exempt"
  | "charge_points_exempt_cable_routes_required";

function check(input: Readonly<Record<string, unknown>>, problems: InputProblem[]): void {
  for (const name of ["building_type", "works", "parking_spaces"]) required(input, problems, name);
  oneOf(input, problems, "building_type", BUILDINGS);
  oneOf(input, problems, "works", WORKS);
  number(input, problems, "parking_spaces", 0, 100000, WHOLE);
  number(input, problems, "dwellings", 0, 100000, WHOLE);
  oneOf(input, problems, "covered_car_park", ANSWERS);
  number(input, problems, "covered_spaces", 0, 100000, WHOLE);
  number(input, problems, "average_connection_cost_gbp", 0, 1e9);
  number(input, problems, "renovation_cost_gbp", 0, 1e12, ABOVE);
  number(input, problems, "ev_works_cost_gbp", 0, 1e12);
  number(input, problems, "cable_route_cost_gbp", 0, 1e12);
}

function contradictions(input: PartSInput): InputProblem[] {
  const found: InputProblem[] = [];
  const { covered_spaces: covered, ev_works_cost_gbp: works, renovation_cost_gbp: renovation } = input;
  if (input.building_type === "residential" && input.dwellings === 0)
    found.push({ pointer: "/dwellings", message: "A residential building has at least one dwelling." });
  if (covered !== undefined && covered > input.parking_spaces)
    found.push({
      pointer: "/covered_spaces",
      message: `covered_spaces (${covered}) cannot exceed parking_spaces (${input.parking_spaces}).`,
    });
  if (works !== undefined && renovation !== undefined && GT(works, renovation))
    found.push({
      pointer: "/ev_works_cost_gbp",
      message: `ev_works_cost_gbp (${significant(works)}) cannot exceed renovation_cost_gbp (${significant(renovation)}).`,
    });
  return found;
}

/** One fifth, rounded up. */
const oneInFive = (spaces: number) => Math.ceil(round(spaces / 5, 6));

function capStatus(input: PartSInput, newHomes: boolean, points: number, inScope: boolean): CapStatus {
  const {
    average_connection_cost_gbp: connection,
    renovation_cost_gbp: total,
    ev_works_cost_gbp: ev,
  } = input;
  if (newHomes && points > 0) {
    if (connection === undefined) return "not_tested";
    return LE(connection, CONNECTION_CAP) ? "within_cap" : "exceeded";
  }
  if (input.works === "major_renovation" && inScope) {
    if (total === undefined || ev === undefined) return "not_tested";
    return LE(ev, (CAP_PCT / 100) * total) ? "within_cap" : "exceeded";
  }
  return "not_applicable";
}

/** Charge points and cable routes before any cost cap. */
function counts(input: PartSInput, inScope: boolean, dwellings: number, open: number) {
  if (!inScope) return { points: 0, routes: 0 };
  const { parking_spaces: spaces } = input;
  if (input.building_type !== "residential") {
    const points = Math.min(1, open);
    return { points, routes: oneInFive(spaces - points) };
  }
  const points = Math.min(spaces, dwellings, open);
  const small = input.works === "new" && spaces <= SMALL_SITE;
  return { points, routes: (small ? Math.min(spaces, dwellings) : spaces) - points };
}

export function partSEv(raw: unknown): Answer {
  const problems = problemsOf(raw, KNOWN, check);
  if (problems.length > 0) return { ok: false, problems };
  const input = raw as PartSInput;
  const offences = contradictions(input);
  if (offences.length > 0) return { ok: false, problems: offences };

  const { building_type: building, works, parking_spaces: spaces } = input;
  const residential = building === "residential";
  const renovation = works === "major_renovation";
  const newHomes = residential && !renovation;
  const duty = DUTIES[building][works];
  const inScope = spaces > duty.threshold;
  const smallNewHomes = newHomes && spaces <= SMALL_SITE;
  const dwellings = input.dwellings ?? Math.max(spaces, 1);
  const covered = input.covered_car_park === "yes";
  const coveredSpaces = covered ? (input.covered_spaces ?? spaces) : 0;
  const open = spaces - coveredSpaces;
  const before = counts(input, inScope, dwellings, open);

  const capGbp =
    renovation && input.renovation_cost_gbp !== undefined
      ? (CAP_PCT / 100) * input.renovation_cost_gbp
      : null;
  const routeCost =
    input.cable_route_cost_gbp ?? (before.points === 0 ? (input.ev_works_cost_gbp ?? null) : null);
  const status = capStatus(input, newHomes, before.points, inScope);
  let effect: CapEffect = "none";
  if (status === "exceeded") {
    if (newHomes) effect = "install_maximum_within_cap_rest_cable_routes";
    else if (routeCost !== null && capGbp !== null && GT(routeCost, capGbp)) effect = "fully_exempt";
    else effect = "charge_points_exempt_cable_routes_required";
  }
  const exempt = effect === "fully_exempt";
  const lifted = exempt || effect === "charge_points_exempt_cable_routes_required";
  const points = lifted ? 0 : before.points;
  const routes = !lifted ? before.routes : exempt ? 0 : residential ? spaces : oneInFive(spaces);
  const equipped = points + routes;
  const power = POINT_KW * points;
  const futurePower = POINT_KW * equipped;

  const flags = new Flags();
  const capApplies = renovation && inScope;
  const costsNamed =
    input.renovation_cost_gbp !== undefined ||
    input.ev_works_cost_gbp !== undefined ||
    input.cable_route_cost_gbp !== undefined;
  if (!residential && input.dwellings !== undefined && input.dwellings > 0)
    flags.raise("looks_mixed_use", WARNINGS.mixedUse);
  if (input.covered_spaces !== undefined && !covered)
    flags.raise("covered_spaces_ignored", WARNINGS.coveredIgnored);
  if (input.average_connection_cost_gbp !== undefined && !(newHomes && before.points > 0))
    flags.raise("connection_cost_ignored", WARNINGS.connectionIgnored);
  if (costsNamed && !capApplies) flags.raise("renovation_costs_ignored", WARNINGS.renovationIgnored);
  if (costsNamed && capApplies && status === "not_tested")
    flags.raise("cost_inputs_incomplete", WARNINGS.costsIncomplete);
  if (
    capApplies &&
    input.cable_route_cost_gbp !== undefined &&
    input.ev_works_cost_gbp !== undefined &&
    GT(input.cable_route_cost_gbp, input.ev_works_cost_gbp)
  )
    flags.raise("cable_route_cost_exceeds_ev_works_cost", WARNINGS.routesDearer);
  if (capApplies && status === "exceeded" && routeCost === null)
    flags.raise("cable_route_cost_missing", WARNINGS.routeCostMissing);
  if (effect === "install_maximum_within_cap_rest_cable_routes")
    flags.raise("charge_points_upper_bound", WARNINGS.upperBound);

  const assumptions: string[] = [];
  if (residential && input.dwellings === undefined) assumptions.push(ASSUMED.dwellings);
  if (input.covered_car_park === undefined) assumptions.push(ASSUMED.open);
  if (covered && input.covered_spaces === undefined) assumptions.push(ASSUMED.allCovered);

  const advice: string[] = [];
  if (points > 0)
    advice.push(
      `Provide ${points} charge point(s) of at least 7 kW, Mode 3, untethered, on dedicated circuits (${power} kW before diversity or load management); private ones must also be smart (Electric Vehicles (Smart Charge Points) Regulations 2021).`,
    );
  if (routes > 0)
    advice.push(
      `Provide ${routes} cable route(s) from a metered supply to labelled future connection points; no cable is needed yet. Size ducts, switchgear space and supply for ${futurePower} kW or adopt load management.`,
    );
  if (power > EARLY_APPLICATION_KW) advice.push(ADVICE.applyEarly);
  if (newHomes && status === "not_tested") advice.push(ADVICE.twoQuotes);
  if (newHomes && status === "exceeded") advice.push(ADVICE.asManyAsCapAllows);
  if (renovation && status === "not_tested") advice.push(ADVICE.compareWithCap);
  if (renovation && status === "exceeded") advice.push(ADVICE.keepEvidence);
  if (residential && renovation) advice.push(ADVICE.changeOfUse);
  if (residential && renovation && inScope) advice.push(ADVICE.supplyLimit);
  if (!residential && points === 1) advice.push(ADVICE.legalMinimum);
  if (!inScope && spaces > 0) advice.push(ADVICE.ductNow);
  if (spaces === 0) advice.push(ADVICE.noParking);
  if (coveredSpaces > 0 && open > 0 && equipped > 0) advice.push(ADVICE.openFirst);
  if (inScope && open === 0) advice.push(ADVICE.firePrecautions);
  if (equipped > 0) advice.push(ADVICE.accessible);

  let verdict = "no_requirement";
  if (points > 0) verdict = routes > 0 ? "charge_points_and_cable_routes" : "charge_points_only";
  else if (routes > 0) verdict = "cable_routes_only";
  let rule = "one_in_five_of_all";
  if (!inScope || exempt) rule = "none";
  else if (smallNewHomes) rule = "dwelling_count_only";
  else if (residential) rule = "all_remaining_spaces";
  else if (points > 0) rule = "one_in_five_of_remaining";

  return {
    ok: true,
    result: {
      verdict,
      in_scope: inScope,
      requirement: duty.id,
      regulation: duty.regulation,
      required_charge_points: points,
      required_cable_routes: routes,
      total_spaces_equipped: equipped,
      spaces_without_provision: spaces - equipped,
      threshold_spaces: duty.threshold,
      dwellings_used: residential ? dwellings : null,
      dwellings_assumed: residential && input.dwellings === undefined,
      covered_spaces_used: coveredSpaces,
      cable_route_rule: rule,
      minimum_power_kw_per_charge_point: POINT_KW,
      total_minimum_power_kw: power,
      future_total_power_kw: futurePower,
      cost_caps: {
        average_connection_cost_cap_gbp: newHomes ? CONNECTION_CAP : null,
        total_connection_cost_cap_gbp: newHomes && points > 0 ? CONNECTION_CAP * points : null,
        renovation_cost_cap_pct: renovation ? CAP_PCT : null,
        renovation_cost_cap_gbp: capGbp === null ? null : round(capGbp, 2),
        vat_basis: "excluding_vat",
      },
      cost_cap_status: status,
      cap_effect: effect,
      exemptions: duty.exemptions,
      conditions: duty.conditions,
      flags: flags.codes,
      warnings: flags.sentences,
      assumptions,
      recommendations: advice,
      standard_reference: STANDARD,
      disclaimer: DISCLAIMER,
    },
  };
}

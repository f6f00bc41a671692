// A hand-written selection of a steel beam as reference for the compiled one. Tests check that results are equal.
// Rounding is the engine's, so that neither side gains.
import { compare, round } from "../../src/engine/language/numbers.js";
import { type Bearings, bearingsOf, shortBearings, type WebBearing } from "./steel-beam-bearing.js";
import { type Candidate, checkSection, type SteelSection } from "./steel-beam-check.js";
import {
  GAMMA_G,
  GAMMA_Q,
  type Loads,
  loadsOf,
  type Rating,
  type SteelBeamInput,
} from "./steel-beam-loads.js";
import { type Restraint, resistance, restraintOf, stability } from "./steel-beam-stability.js";
import {
  adviceOf,
  assumptionsOf,
  conditionsOf,
  DISCLAIMER,
  designBasis,
  flagsOf,
  standard,
} from "./steel-beam-texts.js";

const MINUTES = { r30: 30, r60: 60, r90: 90, r120: 120 };

function named(rows: readonly SteelSection[], section: string): SteelSection {
  const word = section.toUpperCase().replace(/[×*]/g, "X").replace(/[ _-]/g, "");
  const row = rows.find((each) => each.key === word || each.aliases.includes(word));
  if (row === undefined) throw new Error(`no section ${section}`);
  return row;
}

/** Returns the first section that passes, or the last, and up to two before it. */
function select(
  input: SteelBeamInput,
  rows: readonly SteelSection[],
  loads: Loads,
  restraint: Restraint,
  bearings: Bearings,
): Candidate[] {
  const { grade = "s355", section, section_series: series = "ub" } = input;
  if (section !== undefined) return [checkSection(named(rows, section), loads, grade, restraint, bearings)];
  const tried: Candidate[] = [];
  for (const row of rows) {
    if (row.series !== series) continue;
    const candidate = checkSection(row, loads, grade, restraint, bearings);
    if (tried.length === 3) tried.shift();
    tried.push(candidate);
    if (candidate.passes) break;
  }
  return tried;
}

/**
 * Lateral-torsional buckling, for information if no restraint distance was given; also the ratios with the load on
 * the top flange, or with a uniform moment diagram, if these are unknown.
 */
function lateralOf(beam: Candidate, input: SteelBeamInput, loads: Loads, restraint: Restraint) {
  const { strength, actions } = beam;
  const held = restraint.basis === "restrained";
  const free = beam.ltb ?? (held ? null : stability(strength, actions, loads, restraint, restraint.top));
  const mb = free?.mb ?? strength.mc;
  const ratio = Math.max(actions.sag, actions.hog) / mb;
  const fine = !held && !compare.GT(ratio, 1);
  const other = Math.min(actions.sag, actions.hog);
  return {
    ...restraint,
    free,
    mb,
    ratio,
    onTop:
      fine && input.load_height === undefined
        ? stability(strength, actions, loads, restraint, true).ratio
        : null,
    other,
    otherRatio:
      fine && restraint.linear && input.config === "cont"
        ? other / resistance(strength, restraint.length, 1, 0).mb
        : null,
  };
}
export type Lateral = ReturnType<typeof lateralOf>;

const thickness = (conductivity: number, factor: number, heating: number) =>
  Math.ceil(round(conductivity * factor * heating, 6));

/** Critical temperature, time without protection, and required protection. */
function fireOf(beam: Candidate, loads: Loads, rating: Rating) {
  const { row, weight, bending, shear, lateral } = beam;
  const { l, a, b, config, psi1 } = loads;
  const uniform = (loads.g + weight + psi1 * loads.q) * l;
  const point = loads.pg + psi1 * loads.pq;
  const at = (k: number) => (uniform + k * point) / (beam.actions.w * l + k * loads.p);
  const inMoment =
    config === "ss"
      ? (8 * a * b) / (l * l)
      : config === "cant"
        ? (2 * a) / l
        : (2 * a * b * (l + a)) / l ** 3;
  const level = Math.max(at(1), at(2), at(inMoment));
  const degree = level * Math.max(bending, shear, lateral ?? 0);
  const area = row.area_cm2 / 1e4;
  const profile = (row.surface_m2_m - row.b_mm / 1000) / area;
  const box = (2 * row.h_mm + row.b_mm) / 1000 / area;
  const minutes = MINUTES[rating];
  const none = { rating, minutes, level, degree, profile, box, protection: null };
  if (compare.GT(degree, 1)) return { ...none, required: true, temperature: null, time: null };
  const temperature = 39.19 * Math.log(1 / (0.9674 * Math.max(degree, 0.013) ** 3.833) - 1) + 482;
  const time = (0.54 * (temperature - 50)) / profile ** 0.6;
  if (!compare.LT(time, minutes)) return { ...none, required: false, temperature, time };
  const heating = (minutes / (40 * (temperature - 140))) ** (1 / 0.77) * 1000;
  const protection = {
    board: { low: thickness(0.15, box, heating), high: thickness(0.2, box, heating) },
    spray: { low: thickness(0.1, profile, heating), high: thickness(0.12, profile, heating) },
    temperature,
  };
  return { rating, minutes, level, degree, profile, box, protection, required: true, temperature, time };
}
export type Fire = ReturnType<typeof fireOf>;

/**
 * 18 divided by the root of the deflection in mm under permanent load and a tenth of the variable load; single span
 * only.
 */
function frequencyOf({ weight, ei }: Candidate, loads: Loads): number | null {
  if (loads.config !== "ss") return null;
  const uniform = (loads.g + weight + 0.1 * loads.q) * loads.both;
  const point = (loads.pg + 0.1 * loads.pq) * loads.concentrated;
  return 18 / Math.sqrt((1000 * (uniform + point)) / ei);
}

const rounded = (value: number | null, decimals: number) => (value === null ? null : round(value, decimals));

function bearingAt(place: WebBearing | null) {
  if (place === null) return null;
  return {
    basis: place.given ? "checked" : "assumed",
    force_kn: round(place.force, 1),
    length_mm: round(place.ss, 1),
    k_f: round(place.kF, 3),
    effective_length_mm: round(place.ly, 0),
    lambda_bar_f: round(place.lambda, 3),
    chi_f: round(place.chi, 3),
    resistance_kn: round(place.resistance, 1),
    bending_ratio: rounded(place.eta1, 3),
    required_length_mm: null,
    utilisation: round(place.ratio, 3),
    k_c90: null,
  };
}

export function steelBeam(input: SteelBeamInput, rows: readonly SteelSection[]): Record<string, unknown> {
  const loads = loadsOf(input);
  const restraint = restraintOf(input);
  const tried = select(input, rows, loads, restraint, bearingsOf(input));
  const beam = tried.at(-1);
  if (beam === undefined) throw new Error("no section of that series");
  const { row, strength, actions } = beam;
  const lateral = lateralOf(beam, input, loads, restraint);
  const fire = fireOf(beam, loads, input.fire_rating ?? "r60");
  const frequency = frequencyOf(beam, loads);
  const short = shortBearings(beam.web);
  const deflection = Math.max(beam.imposed, beam.total);
  const { flags, warnings } = flagsOf(input, beam, lateral, short, fire, frequency);
  const [bending, shear] = [round(beam.bending, 3), round(beam.shear, 3)];
  const conditions = beam.passes ? conditionsOf(input, lateral, short) : [];
  return {
    status: beam.passes ? (conditions.length > 0 ? "conditional_pass" : "pass") : "fail",
    pass_conditions: conditions,
    governing_check: beam.governing,
    max_utilisation: round(beam.worst, 3),
    section: row.name,
    section_key: row.key,
    section_selected_automatically: input.section === undefined,
    material: input.material,
    config: input.config,
    grade: input.grade ?? "s355",
    mass_kg_m: row.mass_kg_m,
    self_weight_kn_m: round(beam.weight, 3),
    section_properties: {
      h_mm: row.h_mm,
      b_mm: row.b_mm,
      tw_mm: row.tw_mm,
      tf_mm: row.tf_mm,
      area_cm2: row.area_cm2,
      inertia_y_cm4: row.inertia_y_cm4,
      wel_y_cm3: row.wel_y_cm3,
      wpl_y_cm3: row.wpl_y_cm3,
    },
    section_class: strength.sectionClass,
    fy_mpa: strength.fy,
    gamma_g: GAMMA_G,
    gamma_q: GAMMA_Q,
    permanent_load_pct: loads.permanentPct,
    load_combination: input.load_combination ?? "6_10",
    use_category: loads.category,
    psi_0: loads.psi0,
    psi_1: loads.psi1,
    characteristic_loads: {
      gk_kn_m: round(loads.g, 2),
      qk_kn_m: round(loads.q, 2),
      gk_point_kn: round(loads.pg, 1),
      qk_point_kn: round(loads.pq, 1),
    },
    uls_load_factor: round(loads.factor, 4),
    udl_design_kn_m: round(actions.w, 2),
    point_load_design_kn: round(loads.p, 1),
    m_ed_knm: round(actions.bending.moment, 1),
    m_rd_knm: round(actions.bending.resistance, 1),
    m_ed_sagging_knm: round(actions.sag, 1),
    m_ed_hogging_knm: round(actions.hog, 1),
    v_ed_kn: round(actions.vEd, 1),
    v_rd_kn: round(strength.vRd, 1),
    reactions_design_kn: {
      left: round(actions.left, 1),
      internal: rounded(actions.internal, 1),
      right: rounded(actions.right, 1),
    },
    bending_utilisation: bending,
    shear_utilisation: shear,
    deflection_utilisation: round(deflection, 3),
    utilisations: {
      bending,
      shear,
      construction_stage: null,
      lateral_torsional_buckling: rounded(beam.lateral, 3),
      lateral_instability: null,
      bearing: rounded(beam.web.checked, 3),
      deflection_imposed: round(beam.imposed, 3),
      deflection_total: round(beam.total, 3),
      deflection: null,
    },
    deflection_method: "elastic_deflection",
    deflection_imposed_mm: round(beam.imposedMm, 1),
    deflection_imposed_limit_mm: round(loads.imposedLimit, 1),
    deflection_total_mm: round(beam.totalMm, 1),
    deflection_total_limit_mm: round(loads.totalLimit, 1),
    natural_frequency_hz: rounded(frequency, 1),
    lateral_torsional_buckling: {
      basis: lateral.basis,
      length_m: lateral.length,
      effective_length_m: round(lateral.free?.effective ?? 0, 3),
      load_height: lateral.free === null ? null : (input.load_height ?? "shear_centre"),
      c1_factor: rounded(lateral.free?.c1 ?? null, 3),
      c2_factor: rounded(lateral.free?.c2 ?? null, 3),
      m_cr_knm: rounded(lateral.free?.mCr ?? null, 1),
      lambda_bar_lt: round(lateral.free?.lambda ?? 0, 3),
      chi_lt: round(lateral.free?.chi ?? 1, 3),
      m_b_rd_knm: round(lateral.mb, 1),
      utilisation: round(lateral.ratio, 3),
    },
    composite_design: null,
    concrete_design: null,
    timber_design: null,
    bearing: {
      end_support: bearingAt(beam.web.end),
      internal_support: bearingAt(beam.web.internal),
      point_load: bearingAt(beam.web.load),
    },
    fire_protection: {
      rating: fire.rating,
      required_minutes: fire.minutes,
      protection_required: fire.required,
      load_level_fire: round(fire.level, 3),
      degree_of_utilisation: round(fire.degree, 3),
      critical_temperature_c: rounded(fire.temperature, 0),
      section_factor_profile_per_m: round(fire.profile, 0),
      section_factor_box_per_m: round(fire.box, 0),
      unprotected_resistance_min: rounded(fire.time, 0),
      board_thickness_mm: fire.protection?.board ?? null,
      spray_thickness_mm: fire.protection?.spray ?? null,
      intumescent_dft_mm: null,
      minimum_width_mm: null,
      minimum_axis_distance_mm: null,
      side_axis_distance_mm: null,
      provided_axis_distance_mm: null,
      effective_char_depth_mm: null,
      residual_width_mm: null,
      residual_depth_mm: null,
      fire_utilisation: null,
    },
    design_basis: designBasis(loads),
    neighbours: tried.map((each) => ({
      section: each.row.name,
      passes: each.passes,
      governing_check: each.governing,
      max_utilisation: round(each.worst, 3),
    })),
    flags,
    warnings,
    assumptions: assumptionsOf(input, lateral),
    recommendations: adviceOf(input, beam, lateral, short, fire, frequency, deflection, loads.permanentPct),
    standard_reference: standard(loads.two),
    disclaimer: DISCLAIMER,
  };
}

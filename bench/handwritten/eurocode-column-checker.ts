// The column checker as a programmer would write it by hand. Tested to give the same results.
import type { InputProblem } from "../../src/engine/validate.js";
import { type ConcreteColumn, concreteColumn } from "./column-concrete.js";
import {
  type ColumnSection,
  type Curve,
  type SteelColumn,
  type SteelLoad,
  steelColumn,
} from "./column-steel.js";
import { adviceOf, assumptionsOf, CONCRETE, flagsOf, STEEL } from "./column-texts.js";
import { DISCLAIMER, GT, LE, round, rounded, significant } from "./common.js";
import { type Answer, number, oneOf, problemsOf, required, text } from "./input.js";

export interface ColumnInput {
  readonly axial_load_kn: number;
  readonly effective_length_m: number;
  readonly material: "S275" | "S355" | "C25" | "C30";
  readonly section?: string;
  readonly buckling_curve?: Curve;
  readonly eccentricity_mm?: number;
  readonly width_mm?: number;
  readonly depth_mm?: number;
  readonly reinforcement_pct?: number;
}

const KNOWN = new Set([
  "axial_load_kn",
  "effective_length_m",
  "material",
  "section",
  "buckling_curve",
  "eccentricity_mm",
  "width_mm",
  "depth_mm",
  "reinforcement_pct",
]);
const MATERIALS = ["S275", "S355", "C25", "C30"];
const CURVES = ["a", "b", "c", "d"];

/** The catalogue made ready: sections by any of their spellings, and the universal columns from light to heavy. */
export interface Catalogue {
  readonly named: ReadonlyMap<string, ColumnSection>;
  readonly columns: readonly ColumnSection[];
}

export function catalogueOf(rows: readonly ColumnSection[]): Catalogue {
  const named = new Map<string, ColumnSection>();
  for (const row of rows)
    for (const word of [row.key, ...row.aliases]) if (!named.has(word)) named.set(word, row);
  return { named, columns: rows.filter((row) => row.series === "uc") };
}

function check(input: Readonly<Record<string, unknown>>, problems: InputProblem[]): void {
  for (const name of ["axial_load_kn", "effective_length_m", "material"]) required(input, problems, name);
  number(input, problems, "axial_load_kn", 0, 100000, { above: true });
  number(input, problems, "effective_length_m", 0.3, 30);
  oneOf(input, problems, "material", MATERIALS);
  text(input, problems, "section", 100);
  oneOf(input, problems, "buckling_curve", CURVES);
  number(input, problems, "eccentricity_mm", 0, 5000);
  number(input, problems, "width_mm", 200, 2000);
  number(input, problems, "depth_mm", 200, 2000);
  number(input, problems, "reinforcement_pct", 0.05, 8);
}

/** The lightest universal column that passes, else the heaviest. */
function select(catalogue: Catalogue, load: SteelLoad): SteelColumn {
  let last: SteelColumn | undefined;
  for (const row of catalogue.columns) {
    last = steelColumn(row, load);
    if (LE(last.utilisation, 1)) return last;
  }
  if (last === undefined) throw new Error("the catalogue holds no universal column");
  return last;
}

function steelCheck({ row, y, z, axis, combined, ...column }: SteelColumn) {
  const ltb = combined?.ltb;
  return {
    fy_mpa: column.fy,
    section_class: column.sectionClass,
    area_used_mm2: round(column.area, 0),
    buckling_axis: column.axisName,
    buckling_curve_y: column.curveY,
    buckling_curve_z: column.curveZ,
    imperfection_factor: axis.alpha,
    phi: round(axis.phi, 3),
    ncr_y_kn: round(y.ncr, 1),
    ncr_z_kn: round(z.ncr, 1),
    lambda_bar_y: round(y.lambda, 3),
    lambda_bar_z: round(z.lambda, 3),
    chi_y: round(y.chi, 3),
    chi_z: round(z.chi, 3),
    nb_y_rd_kn: round(y.nb, 1),
    nb_z_rd_kn: round(z.nb, 1),
    mass_kg_m: row.mass_kg_m,
    section_class_combined: combined?.sectionClass ?? null,
    m_c_rd_knm: rounded(combined?.mc ?? null, 1),
    m_cr_knm: rounded(ltb?.mCr ?? null, 1),
    lambda_bar_lt: rounded(ltb?.lambda ?? null, 3),
    chi_lt: rounded(ltb?.chi ?? null, 3),
    m_b_rd_knm: rounded(ltb?.mb ?? null, 1),
    k_yy: rounded(combined?.kyy ?? null, 3),
    k_zy: rounded(combined?.kzy ?? null, 3),
    interaction_6_61: rounded(combined?.interaction61 ?? null, 3),
    interaction_6_62: rounded(combined?.interaction62 ?? null, 3),
    cross_section_interaction: rounded(combined?.crossSection ?? null, 3),
  };
}

function concreteCheck(column: ConcreteColumn, width: number, depth: number, pct: number) {
  const { plane } = column;
  return {
    width_mm: width,
    depth_mm: depth,
    reinforcement_pct: pct,
    reinforcement_area_mm2: round(column.bars, 0),
    reinforcement_min_mm2: round(column.least, 0),
    reinforcement_max_mm2: round(column.most, 0),
    reinforcement_within_limits: column.withinLimits,
    bending_plane: plane.name,
    slenderness_limit: round(plane.limit, 1),
    is_slender: plane.slender,
    eccentricity_imperfection_mm: round(plane.imperfection, 1),
    eccentricity_minimum_mm: round(plane.minimum, 1),
    eccentricity_second_order_mm: round(plane.second, 1),
    eccentricity_total_mm: round(plane.e, 1),
    k_r: round(plane.kr, 3),
    k_phi: round(plane.kphi, 3),
  };
}

/** What steel and concrete have in common, by one set of names. */
function common(steel: SteelColumn | null, concrete: ConcreteColumn | null) {
  if (steel !== null)
    return {
      governing: steel.governing,
      utilisation: steel.utilisation,
      axial: steel.axial,
      ncr: steel.axis.ncr,
      slenderness: steel.slenderness,
      lambda: steel.axis.lambda,
      chi: steel.axis.chi,
      nRd: steel.axis.nb,
      squash: steel.squash,
      moment: steel.moment,
    };
  if (concrete === null) throw new Error("neither steel nor concrete");
  return {
    governing: concrete.governing,
    utilisation: concrete.utilisation,
    axial: concrete.axial,
    ncr: concrete.ncr,
    slenderness: concrete.plane.slenderness,
    lambda: concrete.lambda,
    chi: concrete.chi,
    nRd: concrete.plane.resistance,
    squash: concrete.squash,
    moment: concrete.plane.moment,
  };
}

export function columnChecker(raw: unknown, catalogue: Catalogue): Answer {
  const problems = problemsOf(raw, KNOWN, check);
  if (problems.length > 0) return { ok: false, problems };
  const input = raw as ColumnInput;
  const { axial_load_kn: n, effective_length_m: lengthM, material } = input;
  const { eccentricity_mm: eccentricity = 0, width_mm: width = 300, depth_mm: depth = 300 } = input;
  const pct = input.reinforcement_pct ?? 1;
  let steel: SteelColumn | null = null;
  let concrete: ConcreteColumn | null = null;
  let lightest: string | null = null;
  if (material === "S275" || material === "S355") {
    const load = { grade: material, n, lengthM, eccentricity, curve: input.buckling_curve };
    const best = select(catalogue, load);
    lightest = LE(best.utilisation, 1) ? best.row.name : null;
    steel = best;
    if (input.section !== undefined) {
      const word = input.section.toUpperCase().replace(/[×*]/g, "X").replace(/[ _-]/g, "");
      const row = catalogue.named.get(word);
      if (row === undefined) {
        const message = `No section "${input.section}" in the catalogue.`;
        return { ok: false, problems: [{ pointer: "/section", message }] };
      }
      steel = steelColumn(row, load);
    }
  } else {
    const fck = material === "C25" ? 25 : 30;
    concrete = concreteColumn({ fck, n, lengthM, eccentricity, width, depth, reinforcementPct: pct });
  }
  const column = common(steel, concrete);
  const wrongBars = concrete !== null && !concrete.withinLimits;
  const passes = LE(column.utilisation, 1) && !wrongBars;
  const facts = {
    input,
    steel,
    concrete,
    width,
    depth,
    eccentric: eccentricity > 0,
    passes,
    wrongBars,
    lightest,
    utilisation: column.utilisation,
    slenderness: column.slenderness,
    moment: column.moment,
    verySlender: (steel !== null && GT(column.slenderness, 180)) || GT(column.lambda, 2),
  };
  const flags = flagsOf(facts);
  const texts = steel !== null ? STEEL : CONCRETE;
  return {
    ok: true,
    result: {
      status: passes ? "pass" : "fail",
      governing_check: column.governing,
      utilisation: round(column.utilisation, 3),
      axial_utilisation: round(column.axial, 3),
      material_type: steel !== null ? "steel" : "concrete",
      material,
      section: steel?.row.name ?? `${significant(width)} x ${significant(depth)}`,
      section_key: steel?.row.key ?? null,
      section_selected_automatically: steel !== null && input.section === undefined,
      lightest_passing_uc: lightest,
      n_ed_kn: n,
      effective_length_m: lengthM,
      eccentricity_mm: eccentricity,
      ncr_kn: round(column.ncr, 1),
      slenderness_ratio: round(column.slenderness, 1),
      non_dimensional_slenderness: round(column.lambda, 3),
      chi: round(column.chi, 3),
      n_rd_kn: round(column.nRd, 1),
      n_c_rd_kn: round(column.squash, 1),
      m_ed_knm: round(column.moment, 1),
      steel_check: steel === null ? null : steelCheck(steel),
      concrete_check: concrete === null ? null : concreteCheck(concrete, width, depth, pct),
      design_basis: texts.basis,
      flags: flags.codes,
      warnings: flags.sentences,
      assumptions: assumptionsOf(input, steel !== null),
      recommendations: adviceOf(facts),
      standard_reference: texts.standard,
      disclaimer: DISCLAIMER,
    },
  };
}

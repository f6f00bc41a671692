// Checks one steel section against its loads, hand-written: class, bending with shear, shear, bearing, deflection.
// Comparison is the engine's, so that neither side gains.
import { compare } from "../../src/engine/language/numbers.js";
import { type Bearings, webBearings } from "./steel-beam-bearing.js";
import type { Grade, Loads } from "./steel-beam-loads.js";
import { type Buckling, E_MOD, type Restraint, stability } from "./steel-beam-stability.js";

const { GT, LE, LT } = compare;

export interface SteelSection {
  readonly key: string;
  readonly name: string;
  readonly series: string;
  readonly mass_kg_m: number;
  readonly h_mm: number;
  readonly b_mm: number;
  readonly tw_mm: number;
  readonly tf_mm: number;
  readonly r_mm: number;
  readonly area_cm2: number;
  readonly inertia_y_cm4: number;
  readonly inertia_z_cm4: number;
  readonly wel_y_cm3: number;
  readonly wpl_y_cm3: number;
  readonly it_cm4: number;
  readonly iw_dm6: number;
  readonly surface_m2_m: number;
  readonly aliases: readonly string[];
}

const THICKNESS = [16, 40, 63, 80, 100, 150, 200];
const YIELD = { s275: [275, 265, 255, 245, 235, 225, 215], s355: [355, 345, 335, 325, 315, 295, 285] };

function yieldStrength(grade: Grade, thickness: number): number {
  const strengths = YIELD[grade];
  for (let i = 0; i < THICKNESS.length; i++)
    if (LE(thickness, THICKNESS[i] as number)) return strengths[i] as number;
  throw new Error(`no yield strength at ${thickness} mm`);
}

function classOf(ratio: number, first: number, second: number, third: number): number {
  return LE(ratio, first) ? 1 : LE(ratio, second) ? 2 : LE(ratio, third) ? 3 : 4;
}

function strengthOf(row: SteelSection, grade: Grade) {
  const { h_mm: h, b_mm: b, tw_mm: tw, tf_mm: tf, r_mm: r } = row;
  const fy = yieldStrength(grade, tf);
  const eps = Math.sqrt(235 / fy);
  const hw = h - 2 * tf;
  const sectionClass = Math.max(
    classOf((b - tw - 2 * r) / 2 / tf / eps, 9, 10, 14),
    classOf((hw - 2 * r) / tw / eps, 72, 83, 124),
  );
  const plastic = sectionClass <= 2;
  const av = Math.max(row.area_cm2 * 100 - 2 * b * tf + (tw + 2 * r) * tf, hw * tw);
  const vPl = (av * fy) / Math.sqrt(3) / 1000;
  let vRd = vPl;
  if (GT(hw / tw, 72 * eps)) {
    const slenderness = hw / (86.4 * tw * eps);
    const chi = LT(slenderness, 0.83) ? 1 : 0.83 / slenderness;
    vRd = Math.min(vPl, (chi * fy * hw * tw) / Math.sqrt(3) / 1000);
  }
  const mc = ((plastic ? row.wpl_y_cm3 : row.wel_y_cm3) * fy) / 1000;
  return { row, fy, hw, sectionClass, plastic, vPl, vRd, mc };
}
export type Strength = ReturnType<typeof strengthOf>;

function momentWithShear({ row, fy, hw, plastic, vPl, mc }: Strength, shear: number): number {
  if (!GT(shear, 0.5 * vPl)) return mc;
  const rho = Math.min(1, ((2 * shear) / vPl - 1) ** 2);
  const modulus = plastic
    ? row.wpl_y_cm3 * 1000 - (rho * (hw * row.tw_mm) ** 2) / (4 * row.tw_mm)
    : (row.inertia_y_cm4 * 1e4 - (rho * row.tw_mm * hw ** 3) / 12) / (row.h_mm / 2);
  return Math.min(mc, (modulus * fy) / 1e6);
}

interface Bending {
  readonly moment: number;
  readonly resistance: number;
  readonly ratio: number;
}

/** Returns the check at a position, or the previous one if it is not better. */
function bendingAt(strength: Strength, moment: number, shear: number, before?: Bending): Bending {
  const resistance = momentWithShear(strength, shear);
  const ratio = moment / resistance;
  return before === undefined || GT(ratio, before.ratio) ? { moment, resistance, ratio } : before;
}

/** Returns moments, shear and reactions with self-weight, and the governing bending check. */
function actionsOf(strength: Strength, loads: Loads, weight: number) {
  const { config, l, a, b, p, mPoint } = loads;
  const w = loads.design(loads.g + weight, loads.q);
  const wg = loads.gammaLeast * (loads.g + weight);
  const wq = w - wg;
  if (config === "cant") {
    const hog = (w * l * l) / 2 + p * a;
    const left = w * l + p;
    const bending = bendingAt(strength, hog, left);
    return { w, sag: 0, hog, vEd: left, left, internal: null, right: null, mLoad: null, bending };
  }
  const half = (w * l) / 2;
  const relief = config === "cont" ? ((2 * wg + wq) * l) / 16 : 0;
  const left = half + (p * b) / l - relief - (config === "cont" ? mPoint / l : 0);
  const before = left - w * a;
  const vLoad = Math.max(Math.abs(before), Math.abs(before - p));
  const mLoad = left * a - (w * a * a) / 2;
  let sag = mLoad;
  let vSag = 0;
  if (LE(left / w, a)) {
    sag = (left * left) / (2 * w);
  } else if (LE(before, p)) {
    vSag = vLoad;
  } else {
    const x = Math.min(Math.max((left - p) / w, a), l);
    sag = left * x - (w * x * x) / 2 - p * (x - a);
  }
  let bending = bendingAt(strength, sag, vSag);
  if (p > 0) bending = bendingAt(strength, mLoad, vLoad, bending);
  if (config === "ss") {
    const right = half + (p * a) / l;
    return { w, sag, hog: 0, vEd: Math.max(left, right), left, internal: null, right, mLoad, bending };
  }
  const hog = (w * l * l) / 8 + mPoint;
  const vHog = half + (p * a + hog) / l;
  const internal = w * l + (p * a + 2 * hog) / l;
  bending = bendingAt(strength, hog, vHog, bending);
  const right = half - relief;
  return { w, sag, hog, vEd: Math.max(left, vHog), left, internal, right, mLoad, bending };
}

export type Actions = ReturnType<typeof actionsOf>;

/** Checks a section against every criterion. */
export function checkSection(
  row: SteelSection,
  loads: Loads,
  grade: Grade,
  restraint: Restraint,
  bearings: Bearings,
) {
  const strength = strengthOf(row, grade);
  const weight = (row.mass_kg_m * 9.81) / 1000;
  const actions = actionsOf(strength, loads, weight);
  const bending = actions.bending.ratio;
  const shear = actions.vEd / strength.vRd;
  const ltb: Buckling | null =
    restraint.basis === "checked" ? stability(strength, actions, loads, restraint, restraint.top) : null;
  const lateral = ltb?.ratio ?? null;
  const web = webBearings(strength, actions, loads, bearings);
  const ei = (E_MOD * row.inertia_y_cm4) / 1e5;
  const imposedMm = loads.variable / ei;
  const permanentMm = (1000 * ((loads.g + weight) * loads.both + loads.pg * loads.concentrated)) / ei;
  const totalMm = imposedMm + permanentMm;
  const imposed = imposedMm / loads.imposedLimit;
  const total = totalMm / loads.totalLimit;

  let governing = "bending";
  let worst = bending;
  const compete = (name: string, ratio: number) => {
    if (!GT(ratio, worst)) return;
    governing = name;
    worst = ratio;
  };
  compete("shear", shear);
  if (lateral !== null) compete("lateral_torsional_buckling", lateral);
  if (web.checked !== null) compete("bearing", web.checked);
  compete("deflection_imposed", imposed);
  compete("deflection_total", total);
  const slender = strength.sectionClass === 4;
  return {
    row,
    strength,
    weight,
    actions,
    bending,
    shear,
    ltb,
    lateral,
    web,
    ei,
    imposedMm,
    totalMm,
    imposed,
    total,
    worst,
    slender,
    governing: slender ? "section_class" : governing,
    passes: !slender && LE(worst, 1),
  };
}
export type Candidate = ReturnType<typeof checkSection>;

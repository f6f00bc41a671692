// Loads of the hand-written steel beam: permanent and variable parts, design values, and deflections per unit load.
import { round } from "../../src/engine/language/numbers.js";

export type Grade = "s275" | "s355";
export type Config = "ss" | "cant" | "cont";
export type Rating = "r30" | "r60" | "r90" | "r120";
type Category = keyof typeof PSI;

export interface SteelBeamInput {
  readonly material: "steel";
  readonly config: Config;
  readonly span_m: number;
  readonly udl_kn_m: number;
  readonly point_load_kn?: number;
  readonly load_position?: number;
  readonly grade?: Grade;
  readonly exposure?: string;
  readonly fire_rating?: Rating;
  readonly section?: string;
  readonly section_series?: string;
  readonly permanent_load_pct?: number;
  readonly beam_spacing_m?: number;
  readonly unrestrained_length_m?: number;
  readonly gk_kn_m?: number;
  readonly qk_kn_m?: number;
  readonly gk_point_kn?: number;
  readonly qk_point_kn?: number;
  readonly use_category?: Category;
  readonly load_combination?: "6_10" | "6_10ab";
  readonly load_height?: "shear_centre" | "top_flange";
  readonly moment_diagram?: "uniform" | "as_loaded" | "linear";
  readonly end_moment_ratio?: number;
  readonly support_bearing_mm?: number;
  readonly load_bearing_mm?: number;
  readonly service_class?: string;
  readonly load_duration?: string;
  readonly load_sharing?: boolean;
}

export const GAMMA_G = 1.35;
export const GAMMA_Q = 1.5;
const XI = 0.925;
const PSI = {
  domestic: [0.7, 0.5],
  office: [0.7, 0.5],
  assembly: [0.7, 0.7],
  shopping: [0.7, 0.7],
  storage: [1, 0.9],
  parking: [0.7, 0.7],
  roof: [0.7, 0.2],
} as const;

/** Splits a load into permanent and variable part. */
function split(
  total: number,
  gk: number | undefined,
  qk: number | undefined,
  share: number,
): [number, number] {
  const g = gk ?? (qk === undefined ? total * share : Math.max(0, total - qk));
  const q = qk ?? (gk === undefined ? total * (1 - share) : Math.max(0, total - gk));
  return [g, q];
}

/**
 * Computes what is equal for every section: characteristic and design loads, and deflection times EI per unit load.
 */
export function loadsOf(input: SteelBeamInput) {
  const { config, span_m: l, udl_kn_m: udl, point_load_kn: point = 0 } = input;
  const percent = input.permanent_load_pct ?? 50;
  const category = input.use_category ?? "office";
  const [psi0, psi1] = PSI[category];
  const two = input.load_combination === "6_10ab";
  const design = (permanent: number, variable: number) =>
    two
      ? Math.max(
          GAMMA_G * permanent + GAMMA_Q * psi0 * variable,
          XI * GAMMA_G * permanent + GAMMA_Q * variable,
        )
      : GAMMA_G * permanent + GAMMA_Q * variable;
  const [g, q] = split(udl, input.gk_kn_m, input.qk_kn_m, percent / 100);
  const [pg, pq] = split(point, input.gk_point_kn, input.qk_point_kn, percent / 100);
  const p = design(pg, pq);
  const [allG, allQ] = [g * l + pg, q * l + pq];
  const parts = [input.gk_kn_m, input.qk_kn_m, input.gk_point_kn, input.qk_point_kn];
  const permanentPct = parts.every((part) => part === undefined)
    ? percent
    : round((100 * allG) / (allG + allQ), 1);
  const a = (input.load_position ?? 0.5) * l;
  const b = l - a;
  const c = Math.min(a, b);
  const l4 = l ** 4;
  const onSpan = (c * (3 * l * l - 4 * c * c)) / 48;
  const both = config === "ss" ? (5 * l4) / 384 : config === "cant" ? l4 / 8 : l4 / 185;
  const one = config === "cont" ? 0.0092 * l4 : both;
  const concentrated =
    config === "ss"
      ? onSpan
      : config === "cant"
        ? (a * a * (3 * l - a)) / 6
        : onSpan - (a * b * (l + a)) / 64;
  const cantilever = config === "cant";
  return {
    config,
    l,
    udl,
    point,
    a,
    b,
    g,
    q,
    pg,
    pq,
    p,
    both,
    concentrated,
    category,
    psi0,
    psi1,
    two,
    design,
    permanentPct,
    gammaLeast: two ? XI * GAMMA_G : GAMMA_G,
    factor: design(allG, allQ) / (allG + allQ),
    variable: 1000 * (q * one + pq * concentrated),
    mPoint: (p * a * b * (l + a)) / (4 * l * l),
    imposedLimit: (l * 1000) / (cantilever ? 180 : 360),
    totalLimit: (l * 1000) / (cantilever ? 125 : 250),
  };
}
export type Loads = ReturnType<typeof loadsOf>;

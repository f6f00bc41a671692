// Lateral-torsional buckling of the hand-written steel beam, by moment diagram and height of the load.
import { compare } from "../../src/engine/language/numbers.js";
import type { Actions, Strength } from "./steel-beam-check.js";
import type { Loads, SteelBeamInput } from "./steel-beam-loads.js";

const { GE, GT, LE, LT } = compare;
export const E_MOD = 210000;
const G_MOD = 81000;

/** The restraints, and the moment diagram in use. */
export function restraintOf(input: SteelBeamInput) {
  const { config, span_m: span, unrestrained_length_m: given, moment_diagram: wanted = "uniform" } = input;
  const basis = given === undefined ? "restraint_assumed" : given === 0 ? "restrained" : "checked";
  const length = given ?? span;
  const top = input.load_height === "top_flange";
  const ratio = input.end_moment_ratio ?? 1;
  const line = config === "cont" || (config === "ss" && LT(length, span) && ratio >= 0);
  const asLoaded = wanted === "as_loaded" && config === "ss" && GE(length, span);
  const linear = wanted === "linear" && basis === "checked" && !top && line;
  return {
    basis,
    length,
    top,
    ratio,
    asLoaded,
    linear,
    wanted,
    used: asLoaded || linear ? wanted : "uniform",
  };
}
export type Restraint = ReturnType<typeof restraintOf>;

export function resistance({ row, mc }: Strength, length: number, c1: number, raised: number) {
  const iz = row.inertia_z_cm4 * 1e4;
  const l2 = (length * 1000) ** 2;
  const euler = (Math.PI ** 2 * E_MOD * iz) / l2;
  const root = Math.sqrt((row.iw_dm6 * 1e12) / iz + (G_MOD * row.it_cm4 * 1e4) / euler + raised * raised);
  const mCr = (c1 * euler * (root - raised)) / 1e6;
  const lambda = Math.sqrt(mc / mCr);
  const ratio = row.h_mm / row.b_mm;
  const alpha = LE(ratio, 2) ? 0.34 : LE(ratio, 3.1) ? 0.49 : 0.76;
  const phi = 0.5 * (1 + alpha * (lambda - 0.4) + 0.75 * lambda * lambda);
  const chi = LE(lambda, 0.4)
    ? 1
    : Math.min(1, 1 / lambda ** 2, 1 / (phi + Math.sqrt(phi * phi - 0.75 * lambda * lambda)));
  return { mCr, lambda, chi, mb: chi * mc };
}

/** C1 of a linear moment diagram, reduced for a distributed load. */
function lineFactor({ w, sag, hog }: Actions, udl: boolean, { length, ratio }: Restraint): number {
  const line = Math.min(2.6, 1.77 - 1.04 * ratio + 0.27 * ratio * ratio);
  if (!udl) return line;
  const largest = Math.max(sag, hog);
  const parabola = ((GT(hog, sag) ? -1 : 1) * w * length * length) / 8;
  const at = (t: number) => Math.abs(largest * (1 - t * (1 - ratio)) + 4 * parabola * t * (1 - t));
  const [first, middle, last] = [at(0.25), at(0.5), at(0.75)];
  const most = Math.max(largest, first, middle, last);
  const quarter = (12.5 * most) / (2.5 * most + 3 * first + 4 * middle + 3 * last);
  return Math.max(1, Math.min(line, quarter));
}

export function stability(
  strength: Strength,
  actions: Actions,
  loads: Loads,
  restraint: Restraint,
  top: boolean,
) {
  const { asLoaded, length } = restraint;
  const udl = loads.udl > 0;
  // Towards a single point load, C1 rises no faster than the moment.
  const ownPart = (actions.w * loads.l ** 2) / 8 / actions.sag;
  const loaded = udl ? 1.127 : Math.min(Math.max((1.127 * 0.05) / ownPart, 1.127), 1.348);
  const linear = restraint.linear && !top;
  const c1 = asLoaded ? loaded : linear ? lineFactor(actions, udl, restraint) : 1;
  const c2 = top && asLoaded ? (loads.point > 0 ? 0.63 : 0.454) : null;
  const effective = length * (!top || asLoaded ? 1 : loads.config === "cant" ? 2.5 : 1.2);
  const free = resistance(strength, effective, c1, ((c2 ?? 0) * strength.row.h_mm) / 2);
  return { ...free, c1, c2, effective, ratio: Math.max(actions.sag, actions.hog) / free.mb };
}
export type Buckling = ReturnType<typeof stability>;

// One rolled steel section as a column, written by hand: class, flexural buckling, axial force with bending.
import { GT, LE, LT } from "./common.js";

export interface ColumnSection {
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
  readonly radius_y_cm: number;
  readonly radius_z_cm: number;
  readonly wel_y_cm3: number;
  readonly wpl_y_cm3: number;
  readonly it_cm4: number;
  readonly iw_dm6: number;
  readonly aliases: readonly string[];
}

export type Curve = "a" | "b" | "c" | "d";
export interface SteelLoad {
  readonly grade: "S275" | "S355";
  readonly n: number;
  readonly lengthM: number;
  readonly eccentricity: number;
  readonly curve: Curve | undefined;
}

const ALPHA = { a: 0.21, b: 0.34, c: 0.49, d: 0.76 };
const E_MOD = 210000;
const G_MOD = 81000;
const THICKNESS = [16, 40, 63, 80, 100, 150, Number.POSITIVE_INFINITY];
const YIELD = { S275: [275, 265, 255, 245, 235, 225, 215], S355: [355, 345, 335, 325, 315, 295, 285] };

function yieldStrength(grade: SteelLoad["grade"], thickness: number): number {
  for (let i = 0; i < THICKNESS.length; i++)
    if (LE(thickness, THICKNESS[i] as number)) return YIELD[grade][i] as number;
  throw new Error(`no yield strength at ${thickness} mm`);
}

function classOf(ratio: number, first: number, second: number, third: number): number {
  return LE(ratio, first) ? 1 : LE(ratio, second) ? 2 : LE(ratio, third) ? 3 : 4;
}

function tableCurves(slimness: number, flange: number): { y: Curve; z: Curve } {
  if (LE(slimness, 1.2)) return LE(flange, 100) ? { y: "b", z: "c" } : { y: "d", z: "d" };
  return LE(flange, 40) ? { y: "a", z: "b" } : { y: "b", z: "c" };
}

/** Flexural buckling about one axis. */
function buckling(inertia: number, area: number, fy: number, length: number, curve: Curve) {
  const ncr = (Math.PI ** 2 * E_MOD * inertia * 1e4) / length ** 2 / 1000;
  const lambda = Math.sqrt((area * fy) / 1000 / ncr);
  const alpha = ALPHA[curve];
  const phi = 0.5 * (1 + alpha * (lambda - 0.2) + lambda * lambda);
  const chi = LE(lambda, 0.2) ? 1 : Math.min(1, 1 / (phi + Math.sqrt(phi * phi - lambda * lambda)));
  return { ncr, lambda, alpha, phi, chi, nb: (chi * area * fy) / 1000 };
}

function lateralBuckling(row: ColumnSection, lengthM: number, mc: number) {
  const iz = row.inertia_z_cm4 * 1e4;
  const l2 = (lengthM * 1000) ** 2;
  const euler = Math.PI ** 2 * E_MOD * iz;
  const mCr =
    ((euler / l2) * Math.sqrt((row.iw_dm6 * 1e12) / iz + (l2 * G_MOD * row.it_cm4 * 1e4) / euler)) / 1e6;
  const lambda = Math.sqrt(mc / mCr);
  const slimness = row.h_mm / row.b_mm;
  const alpha = LE(slimness, 2) ? 0.34 : LE(slimness, 3.1) ? 0.49 : 0.76;
  const phi = 0.5 * (1 + alpha * (lambda - 0.4) + 0.75 * lambda * lambda);
  const chi = LE(lambda, 0.4)
    ? 1
    : Math.min(1, 1 / lambda ** 2, 1 / (phi + Math.sqrt(phi * phi - 0.75 * lambda * lambda)));
  return { mCr, lambda, chi, mb: chi * mc };
}

interface Plates {
  readonly fy: number;
  readonly eps: number;
  readonly gross: number;
  readonly effective: number;
  readonly webDepth: number;
  readonly webRatio: number;
  readonly flangeClass: number;
  readonly curveY: Curve;
  readonly curveZ: Curve;
}

/** Axial force with a constant moment about the major axis, method 2. */
function combinedOf(row: ColumnSection, load: SteelLoad, plates: Plates, moment: number) {
  const { fy, eps, gross, webDepth, webRatio } = plates;
  const { n } = load;
  const alpha = Math.min(1, 0.5 * (1 + (n * 1000) / (fy * row.tw_mm * webDepth)));
  const psi = Math.min(1, (2 * n * 1000) / (gross * fy) - 1);
  const webClass = classOf(
    webRatio,
    (396 * eps) / (13 * alpha - 1),
    (456 * eps) / (13 * alpha - 1),
    (42 * eps) / (0.67 + 0.33 * psi),
  );
  const sectionClass = Math.max(plates.flangeClass, webClass);
  const plastic = sectionClass <= 2;
  const area = sectionClass === 4 ? plates.effective : gross;
  const length = load.lengthM * 1000;
  const y = buckling(row.inertia_y_cm4, area, fy, length, plates.curveY);
  const z = buckling(row.inertia_z_cm4, area, fy, length, plates.curveZ);
  const mc = ((plastic ? row.wpl_y_cm3 : row.wel_y_cm3) * fy) / 1000;
  const ltb = lateralBuckling(row, load.lengthM, mc);
  const ny = n / y.nb;
  const nz = n / z.nb;
  const kyy = plastic
    ? Math.min(1 + (y.lambda - 0.2) * ny, 1 + 0.8 * ny)
    : Math.min(1 + 0.6 * y.lambda * ny, 1 + 0.6 * ny);
  const k = ((plastic ? 0.1 : 0.05) / 0.75) * nz;
  const kzy =
    plastic && LT(z.lambda, 0.4)
      ? Math.min(0.6 + z.lambda, 1 - k * z.lambda)
      : Math.max(1 - k * z.lambda, 1 - k);
  return {
    sectionClass,
    mc,
    ltb,
    kyy,
    kzy,
    interaction61: ny + (kyy * moment) / ltb.mb,
    interaction62: nz + (kzy * moment) / ltb.mb,
    crossSection: n / ((area * fy) / 1000) + moment / mc,
  };
}

export function steelColumn(row: ColumnSection, load: SteelLoad) {
  const { n, lengthM, eccentricity, curve } = load;
  const { h_mm: h, b_mm: b, tw_mm: tw, tf_mm: tf, r_mm: r } = row;
  const fy = yieldStrength(load.grade, tf);
  const eps = Math.sqrt(235 / fy);
  const gross = row.area_cm2 * 100;
  const webDepth = h - 2 * tf - 2 * r;
  const webRatio = webDepth / tw;
  const flangeClass = classOf((b - tw - 2 * r) / 2 / tf / eps, 9, 10, 14);
  const sectionClass = Math.max(flangeClass, classOf(webRatio / eps, 33, 38, 42));
  const plate = webRatio / (56.8 * eps);
  const rho = LE(plate, 0.673) ? 1 : Math.min(1, (plate - 0.22) / plate ** 2);
  const effective = gross - (1 - rho) * webDepth * tw;
  const area = sectionClass === 4 ? effective : gross;

  const table = tableCurves(h / b, tf);
  const curveY = curve ?? table.y;
  const curveZ = curve ?? table.z;
  const length = lengthM * 1000;
  const y = buckling(row.inertia_y_cm4, area, fy, length, curveY);
  const z = buckling(row.inertia_z_cm4, area, fy, length, curveZ);
  const yGoverns = LT(y.nb, z.nb);
  const axis = yGoverns ? y : z;
  const axial = n / axis.nb;
  const moment = (n * eccentricity) / 1000;
  const plates = { fy, eps, gross, effective, webDepth, webRatio, flangeClass, curveY, curveZ };
  const combined = eccentricity > 0 ? combinedOf(row, load, plates, moment) : null;

  let governing = "flexural_buckling";
  let utilisation = axial;
  if (combined !== null) {
    if (GT(combined.interaction61, utilisation)) {
      governing = "interaction_6_61";
      utilisation = combined.interaction61;
    }
    if (GT(combined.interaction62, utilisation)) {
      governing = "interaction_6_62";
      utilisation = combined.interaction62;
    }
    if (GT(combined.crossSection, utilisation)) {
      governing = "cross_section";
      utilisation = combined.crossSection;
    }
  }
  return {
    row,
    fy,
    sectionClass,
    area,
    curveY,
    curveZ,
    curveTooGood: ALPHA[curveY] < ALPHA[table.y] || ALPHA[curveZ] < ALPHA[table.z],
    y,
    z,
    axisName: yGoverns ? "y" : "z",
    axis,
    slenderness: length / ((yGoverns ? row.radius_y_cm : row.radius_z_cm) * 10),
    axial,
    squash: (area * fy) / 1000,
    moment,
    combined,
    governing,
    utilisation,
  };
}
export type SteelColumn = ReturnType<typeof steelColumn>;

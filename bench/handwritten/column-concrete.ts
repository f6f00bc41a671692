// One rectangular concrete section as a column, written by hand: second order, N-M polygon, limits of reinforcement.
import { GT, LE, LT } from "./common.js";

export interface ConcreteLoad {
  readonly fck: number;
  readonly n: number;
  readonly lengthM: number;
  readonly eccentricity: number;
  readonly width: number;
  readonly depth: number;
  readonly reinforcementPct: number;
}

const FYD = 500 / 1.15;
const ES = 200000;
const EPS_CU = 0.0035;
const BAR_AXIS = 50;
const PHI_EF = 2;
const clampStress = (stress: number) => Math.max(-FYD, Math.min(FYD, stress));

interface Section {
  readonly fck: number;
  readonly fcd: number;
  readonly bars: number;
  readonly squash: number;
  readonly omega: number;
  readonly nRel: number;
  readonly n: number;
  readonly length: number;
}

/** A point of the N-M diagram by the depth of the neutral axis. */
function blockAt(x: number, h: number, b: number, { fcd, bars }: Section) {
  const d = h - BAR_AXIS;
  const s = Math.min(0.8 * x, h);
  const concrete = fcd * s * b;
  const near = (bars / 2) * clampStress(((EPS_CU * (x - BAR_AXIS)) / x) * ES);
  const far = (bars / 2) * clampStress(((EPS_CU * (x - d)) / x) * ES);
  return {
    n: (concrete + near + far) / 1000,
    m: (concrete * (h / 2 - s / 2) + near * (h / 2 - BAR_AXIS) + far * (h / 2 - d)) / 1e6,
  };
}

/** N where the polygon of the diagram crosses the line M = N e. */
function resistanceOf(h: number, b: number, e: number, section: Section): number {
  const { fcd, bars, squash } = section;
  const d = h - BAR_AXIS;
  const balanced = (d * EPS_CU) / (EPS_CU + FYD / ES);
  const axes = [1.25 * h, d, balanced, 0.7 * balanced, 0.45 * balanced, 0.25 * balanced, 0.12 * balanced];
  const pureBlock = ((bars / 2) * FYD) / (fcd * b);
  const lever = Math.max(d - BAR_AXIS, d - pureBlock / 2);
  let below = { n: squash, above: 0 - (squash * e) / 1000 };
  let first: typeof below | undefined;
  const take = (n: number, above: number) => {
    if (above <= 0) below = { n, above };
    else first ??= { n, above };
  };
  for (const x of axes) {
    const point = blockAt(x, h, b, section);
    take(point.n, point.m - (point.n * e) / 1000);
  }
  take(0, ((bars / 2) * FYD * lever) / 1e6);
  if (first === undefined) throw new Error("the load line does not leave the diagram");
  return below.n + (below.above / (below.above - first.above)) * (first.n - below.n);
}

function planeOf(name: "depth" | "width", h: number, b: number, given: number, section: Section) {
  const { fck, omega, nRel, n, length } = section;
  const slenderness = length / (h / Math.sqrt(12));
  const limit = (20 * 0.7 * Math.sqrt(1 + 2 * omega) * 0.7) / Math.sqrt(nRel);
  const slender = GT(slenderness, limit);
  const imperfection = length / 400;
  const minimum = Math.max(h / 30, 20);
  const kr = Math.max(0, Math.min(1, (1 + omega - nRel) / (1 + omega - 0.4)));
  const kphi = Math.max(1, 1 + (0.35 + fck / 200 - slenderness / 150) * PHI_EF);
  const curvature = (kr * kphi * (FYD / ES)) / (0.45 * (h - BAR_AXIS));
  const second = slender ? (curvature * length ** 2) / 10 : 0;
  const e = Math.max(given + imperfection + second, minimum);
  return {
    name,
    h,
    b,
    slenderness,
    limit,
    slender,
    imperfection,
    minimum,
    kr,
    kphi,
    second,
    e,
    moment: (n * e) / 1000,
    resistance: resistanceOf(h, b, e, section),
  };
}

export function concreteColumn(load: ConcreteLoad) {
  const { fck, n, width, depth } = load;
  const fcd = (0.85 * fck) / 1.5;
  const area = width * depth;
  const bars = (load.reinforcementPct / 100) * area;
  const length = load.lengthM * 1000;
  const squash = (fcd * area + FYD * bars) / 1000;
  const nRel = (n * 1000) / (area * fcd);
  const section = { fck, fcd, bars, squash, omega: (bars * FYD) / (area * fcd), nRel, n, length };
  const inDepth = planeOf("depth", depth, width, load.eccentricity, section);
  const inWidth = planeOf("width", width, depth, 0, section);
  const plane = LT(inWidth.resistance, inDepth.resistance) ? inWidth : inDepth;

  const ecm = 22 * ((fck + 8) / 10) ** 0.3 * 1000;
  const k1 = Math.sqrt(fck / 20);
  const k2 = Math.min(0.2, (nRel * plane.slenderness) / 170);
  const concreteEi = (((k1 * k2) / (1 + PHI_EF)) * (ecm / 1.2) * plane.b * plane.h ** 3) / 12;
  const steelEi = ES * bars * (plane.h / 2 - BAR_AXIS) ** 2;
  const ncr = (Math.PI ** 2 * (concreteEi + steelEi)) / length ** 2 / 1000;

  const least = Math.max((0.1 * n * 1000) / FYD, 0.002 * area);
  const most = 0.04 * area;
  const utilisation = n / plane.resistance;
  const withinLimits = LE(least, bars) && LE(bars, most);
  return {
    plane,
    bars,
    least,
    most,
    withinLimits,
    squash,
    ncr,
    lambda: Math.sqrt(squash / ncr),
    chi: plane.resistance / squash,
    axial: n / squash,
    utilisation,
    governing: LE(utilisation, 1) && !withinLimits ? "reinforcement_limits" : "axial_with_bending",
  };
}
export type ConcreteColumn = ReturnType<typeof concreteColumn>;

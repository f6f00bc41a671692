// A beam solved by adding up its loads and integrating the curvature, step by step: slow, and independent of formulas.
// ss: one span on two supports; cant: fixed at x = 0; cont: two equal spans on three supports.
export type Config = "ss" | "cant" | "cont";

/** Loads on a beam from x = 0: uniform on [0, l] and on [l, 2 l] (the second span), one point load, in kN and m. */
export interface Loads {
  readonly first: number;
  readonly second: number;
  readonly point: number;
  readonly at: number;
}

export interface Solution {
  readonly sagging: number;
  readonly hogging: number;
  readonly shear: number;
  readonly reactions: { readonly left: number; readonly internal: number; readonly right: number };
  /** Largest deflection of the first span, and that at its middle (at the tip of a cantilever), times EI. */
  readonly deflection: number;
  readonly middle: number;
}

/** Every place of a load is a node of this division. */
const STEPS = 4000;

/** Bending moment at the nodes of a beam on its outer supports, step by step; `prop` lifts it at the end of span 1. */
function momentOnTwoSupports(
  length: number,
  span: number,
  loads: Loads,
  prop: number,
): { readonly moment: readonly number[]; readonly left: number } {
  const step = length / STEPS;
  const node = (x: number) => Math.round(x / step);
  const uniform = (i: number) => (i < node(span) ? loads.first : loads.second);
  let turning = loads.point * (length - loads.at) - prop * (length - span); // about the right end
  for (let i = 0; i < STEPS; i++) turning += uniform(i) * step * (length - (i + 0.5) * step);
  const left = turning / length;
  const moment = [0];
  let shear = left;
  for (let i = 0; i < STEPS; i++) {
    if (i === node(loads.at)) shear -= loads.point;
    if (i === node(span)) shear += prop;
    moment.push((moment[i] as number) + shear * step - (uniform(i) * step ** 2) / 2);
    shear -= uniform(i) * step;
  }
  return { moment, left };
}

/** Deflection times EI at the nodes: the moment integrated twice, with no deflection at either end. */
function deflectionOnTwoSupports(length: number, moment: readonly number[]): number[] {
  const step = length / STEPS;
  const slope = [0];
  const raw = [0];
  for (let i = 0; i < STEPS; i++) {
    const [a, b] = [moment[i] as number, moment[i + 1] as number];
    raw.push((raw[i] as number) + (slope[i] as number) * step + ((2 * a + b) * step ** 2) / 6);
    slope.push((slope[i] as number) + ((a + b) * step) / 2);
  }
  const end = raw[STEPS] as number;
  return raw.map((value, i) => (end * i) / STEPS - value);
}

export function solve(config: Config, span: number, loads: Loads): Solution {
  if (config === "cant") return cantilever(span, loads);
  const length = config === "cont" ? 2 * span : span;
  // The force of the internal support is the one that brings the beam back to its level.
  let prop = 0;
  if (config === "cont") {
    const node = STEPS / 2;
    const sunk = deflectionOnTwoSupports(length, momentOnTwoSupports(length, span, loads, 0).moment)[
      node
    ] as number;
    const none: Loads = { first: 0, second: 0, point: 0, at: 0 };
    const lifted = deflectionOnTwoSupports(length, momentOnTwoSupports(length, span, none, 1).moment)[
      node
    ] as number;
    prop = -sunk / lifted;
  }
  const { moment, left } = momentOnTwoSupports(length, span, loads, prop);
  const deflection = deflectionOnTwoSupports(length, moment);
  const nodes = config === "cont" ? STEPS / 2 : STEPS;
  const total = loads.first * span + (config === "cont" ? loads.second * span : 0) + loads.point;
  const right = total - left - prop;
  const beforeProp = loads.first * span + loads.point - left;
  return {
    sagging: Math.max(...moment.slice(0, nodes + 1)),
    hogging: config === "cont" ? -(moment[nodes] as number) : 0,
    shear: Math.max(left, config === "cont" ? beforeProp : right),
    reactions: { left, internal: prop, right },
    deflection: Math.max(...deflection.slice(0, nodes + 1)),
    middle: deflection[nodes / 2] as number,
  };
}

/** From the tip to the fixed end, then back along the slope. */
function cantilever(span: number, loads: Loads): Solution {
  const step = span / STEPS;
  const moment = Array.from({ length: STEPS + 1 }, (_, i) => {
    const beyond = span - i * step;
    return (loads.first * beyond ** 2) / 2 + loads.point * Math.max(0, loads.at - i * step);
  });
  let slope = 0;
  let deflection = 0;
  for (let i = 0; i < STEPS; i++) {
    const [a, b] = [moment[i] as number, moment[i + 1] as number];
    deflection += slope * step + ((2 * a + b) * step ** 2) / 6;
    slope += ((a + b) * step) / 2;
  }
  const shear = loads.first * span + loads.point;
  const reactions = { left: shear, internal: 0, right: 0 };
  return { sagging: 0, hogging: moment[0] as number, shear, reactions, deflection, middle: deflection };
}

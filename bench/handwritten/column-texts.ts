// Sentences of the column checker written by hand: what is odd, what was assumed, what to do next.
import type { ConcreteColumn } from "./column-concrete.js";
import type { SteelColumn } from "./column-steel.js";
import { Flags, fixed, GT, LE, LT, round, significant } from "./common.js";
import type { ColumnInput } from "./eurocode-column-checker.js";

export const STEEL = {
  standard:
    "BS EN 1993-1-1:2005+A1:2014 cl. 6.3.1 (with cl. 6.3.3 and Annex B when eccentric), BS EN 10025-2, UK National Annex",
  basis: [
    "One buckling length about both axes; it must include the effect of sway.",
    "Eccentricity bends about the major axis, with a constant moment over the height.",
    "Minor-axis moment, shear, fire and base plate are not checked.",
  ],
};
export const CONCRETE = {
  standard: "BS EN 1992-1-1:2004+A1:2014 cl. 5.8.8, 6.1 and 9.5.2, UK National Annex",
  basis: [
    "One buckling length in both planes; it must include the effect of sway.",
    "Half of the reinforcement at each of two faces, bar axis 50 mm from the face, effective creep ratio 2.0.",
    "Eccentricity acts in the plane of depth_mm; biaxial bending, shear and fire are not checked.",
  ],
};

interface Facts {
  readonly input: ColumnInput;
  readonly steel: SteelColumn | null;
  readonly concrete: ConcreteColumn | null;
  readonly width: number;
  readonly depth: number;
  readonly eccentric: boolean;
  readonly passes: boolean;
  readonly wrongBars: boolean;
  readonly lightest: string | null;
  readonly utilisation: number;
  readonly slenderness: number;
  readonly moment: number;
  readonly verySlender: boolean;
}

const R60_WIDTH = 250;
const tooThin = ({ concrete, width, depth }: Facts) =>
  concrete !== null && LT(Math.min(width, depth), R60_WIDTH);

export function flagsOf(facts: Facts): Flags {
  const { input, steel, wrongBars, width, depth } = facts;
  const flags = new Flags();
  const ignored = (code: string, name: string, kind: string) =>
    flags.raise(code, `${name} was ignored: it applies to ${kind} only.`);
  if (steel === null) {
    if (input.section !== undefined) ignored("section_ignored", "section", "steel");
    if (input.buckling_curve !== undefined) ignored("buckling_curve_ignored", "buckling_curve", "steel");
  } else {
    if (input.width_mm !== undefined) ignored("width_ignored", "width_mm", "concrete");
    if (input.depth_mm !== undefined) ignored("depth_ignored", "depth_mm", "concrete");
    if (input.reinforcement_pct !== undefined)
      ignored("reinforcement_ignored", "reinforcement_pct", "concrete");
    if (steel.curveTooGood)
      flags.raise(
        "buckling_curve_better_than_table",
        `Buckling curve ${input.buckling_curve} is more favourable than EN 1993-1-1 Table 6.2 allows for this section.`,
      );
    if (input.section === undefined && !facts.passes)
      flags.raise("no_section_passes", "No universal column passes; the heaviest is reported.");
  }
  if (facts.verySlender)
    flags.raise("very_slender", `A slenderness Lcr/i of ${fixed(facts.slenderness, 0)} is very high.`);
  if (steel?.sectionClass === 4)
    flags.raise("class_4_section", "The web is Class 4 in compression; the effective area is used.");
  if (steel === null && GT(Math.max(width, depth), 4 * Math.min(width, depth)))
    flags.raise("wall_proportions", "One side is more than four times the other: design it as a wall.");
  if (wrongBars)
    flags.raise(
      "reinforcement_outside_limits",
      "The reinforcement is outside the limits of EN 1992-1-1 9.5.2.",
    );
  if (tooThin(facts))
    flags.raise(
      "below_r60_size",
      "The smaller side is below 250 mm, the least width for R60 in EN 1992-1-2 Table 5.2a at full load.",
    );
  return flags;
}

export function assumptionsOf(input: ColumnInput, isSteel: boolean): string[] {
  const assumed: string[] = [];
  if (isSteel && input.section === undefined) assumed.push("Universal columns (uc) searched.");
  if (input.eccentricity_mm === undefined) assumed.push("Load taken as concentric.");
  if (isSteel) return assumed;
  if (input.width_mm === undefined) assumed.push("Width of 300 mm assumed.");
  if (input.depth_mm === undefined) assumed.push("Depth of 300 mm assumed.");
  if (input.reinforcement_pct === undefined) assumed.push("Reinforcement of 1 percent assumed.");
  return assumed;
}

/** What a steel column that fails needs. */
function steelRemedies({ input, passes, eccentric, moment, lightest }: Facts): string[] {
  const advice: string[] = [];
  const load = significant(input.axial_load_kn);
  if (input.section !== undefined && !passes) {
    advice.push(
      eccentric
        ? `Nb,Rd above ${load} kN is needed at this buckling length, because a moment of ${fixed(moment, 1)} kNm acts with the load.`
        : `Nb,Rd of at least ${load} kN is needed at this buckling length.`,
    );
    if (lightest !== null) advice.push(`${lightest} is the lightest universal column that passes.`);
  }
  if (lightest === null && !passes)
    advice.push(
      "No universal column passes: use a built-up or box column, composite encasement, or shorten the buckling length.",
    );
  return advice;
}

function concreteRemedy({ plane, utilisation, bars, most }: ConcreteColumn): string {
  const side = Math.ceil(round((plane.h * Math.sqrt(utilisation)) / 50, 6)) * 50;
  const enlarge = `Bending in the plane of the ${plane.name} governs: enlarge both sides in proportion, the ${plane.name} to about ${side} mm`;
  return LT(bars, most) ? `${enlarge}, or raise the reinforcement (up to 4 percent).` : `${enlarge}.`;
}

export function adviceOf(facts: Facts): string[] {
  const { steel, concrete, utilisation, eccentric, wrongBars } = facts;
  const advice = steel !== null ? steelRemedies(facts) : [];
  if (concrete !== null && GT(utilisation, 1)) advice.push(concreteRemedy(concrete));
  if (GT(utilisation, 0.9) && LE(utilisation, 1))
    advice.push(
      `At a utilisation of ${fixed(utilisation, 2)} little reserve is left for later load changes.`,
    );
  if (facts.verySlender)
    advice.push("Add a restraint to shorten the buckling length, or take a larger section.");
  if (steel?.sectionClass === 4)
    advice.push("A UC, or an HE section with a stockier web, is more economical as a column.");
  if (steel?.curveTooGood === true)
    advice.push(
      "Use the curve of EN 1993-1-1 Table 6.2 unless the section is of a kind that the table does not cover.",
    );
  if (steel !== null && !eccentric)
    advice.push(
      `Beam reactions on simple connections act at least 100 mm from the column face; consider eccentricity_mm ${fixed(steel.row.h_mm / 2 + 100, 0)}.`,
    );
  if (eccentric)
    advice.push(
      "The moment is taken as constant over the height; with a pinned base (psi = 0) the utilisation can be lower.",
    );
  if (concrete?.plane.slender === true)
    advice.push(
      "The second-order moment is included with a creep ratio of 2.0; less creep or double curvature may release capacity.",
    );
  if (concrete !== null && wrongBars) {
    const [least, most] = [fixed(concrete.least, 0), fixed(concrete.most, 0)];
    advice.push(
      GT(concrete.least, concrete.most)
        ? `The load asks for at least ${least} mm2 of reinforcement, the section may hold at most ${most} mm2: enlarge the section.`
        : `Provide between ${least} and ${most} mm2 of reinforcement, at least four bars of 12 mm.`,
    );
  }
  if (steel !== null)
    advice.push("A column of a fire-resisting frame needs protection, sized by its critical temperature.");
  if (tooThin(facts))
    advice.push(
      "For R60 at load level 0.7 a concrete column exposed on more than one side needs 250 mm with 46 mm axis distance, or 350 mm with 40 mm.",
    );
  advice.push(
    "Derive the buckling length from the frame, braced or sway.",
    "BSI withdraws these first-generation Eurocodes on 30 March 2028: agree the edition for a later design.",
  );
  return advice;
}

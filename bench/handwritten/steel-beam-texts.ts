// The sentences of the hand-written steel beam: flags with their warnings, assumptions and recommendations.
import { compare, fixed, significant } from "../../src/engine/run/numbers.js";
import type { Fire, Lateral } from "./steel-beam.js";
import type { Candidate, SteelBeamInput } from "./steel-beam-check.js";

const { GT, LT } = compare;

export const DISCLAIMER =
  "Indicative result from a simplified method and the inputs given; a qualified engineer must validate it before any technical, legal or investment decision.";
export const STANDARD =
  "BS EN 1993-1-1:2005+A1:2014 cl. 6.2 and 6.3.2, BS EN 1993-1-5, BS EN 1993-1-2 eq. 4.22, BS EN 1990 expr. 6.10, with UK National Annexes";
export const DESIGN_BASIS: readonly string[] = [
  "Self-weight is added to the load given; ULS factors are those of EN 1990 expression 6.10.",
  "Web bearing and buckling at supports and point loads, torsion, holes and connections are not checked.",
];

const restraintMatters = (lateral: Lateral) => lateral.basis === "restraint_assumed" && GT(lateral.ratio, 1);
const hoggingFlangeFree = (input: SteelBeamInput, lateral: Lateral) =>
  input.config !== "ss" && lateral.basis === "restraint_assumed";
const vibrates = (frequency: number | null): frequency is number => frequency !== null && LT(frequency, 4);

export function flagsOf(
  input: SteelBeamInput,
  beam: Candidate,
  lateral: Lateral,
  fire: Fire,
  frequency: number | null,
): { flags: string[]; warnings: string[] } {
  const flags: string[] = [];
  const warnings: string[] = [];
  const flag = (code: string, warning: string) => {
    flags.push(code);
    warnings.push(warning);
  };
  const point = input.point_load_kn ?? 0;
  if (input.exposure !== undefined)
    flag("exposure_ignored", "exposure applies to concrete only and was ignored.");
  if (input.section_series !== undefined && input.section !== undefined)
    flag(
      "section_series_ignored",
      "section_series was ignored: it only steers the automatic choice of a steel section.",
    );
  if (input.beam_spacing_m !== undefined)
    flag("beam_spacing_ignored", "beam_spacing_m was ignored: it applies to composite beams only.");
  if (input.load_position !== undefined && point === 0)
    flag("load_position_ignored", "load_position was ignored: there is no point load.");
  if (input.config === "cant" && point > 0 && input.load_position === undefined)
    flag(
      "cantilever_point_load_at_mid_length",
      "The point load on the cantilever was taken at mid-length; a tip load needs load_position 1.",
    );
  if (!beam.passes && input.section === undefined)
    flag("no_section_passes", "No section of the list passes; the last of the list is reported.");
  if (restraintMatters(lateral))
    flag(
      "lateral_restraint_assumed",
      `Full lateral restraint is assumed; restrained at the supports only, the beam would be at ${fixed(lateral.ratio, 2)} times its lateral-torsional buckling resistance.`,
    );
  if (hoggingFlangeFree(input, lateral))
    flag(
      "hogging_flange_restraint_assumed",
      "The bottom flange is in compression next to the support and is assumed to be restrained there.",
    );
  if (vibrates(frequency))
    flag("low_natural_frequency", `The natural frequency of ${fixed(frequency, 1)} Hz is below 4 Hz.`);
  if (GT(fire.degree, 1))
    flag(
      "fire_load_exceeds_resistance",
      "The beam cannot carry the fire load even when cold, so it has no critical temperature.",
    );
  return { flags, warnings };
}

export function assumptionsOf(input: SteelBeamInput): string[] {
  const assumed: string[] = [];
  if (input.grade === undefined) assumed.push("Grade s355 assumed.");
  if (input.fire_rating === undefined) assumed.push("Fire resistance r60 assumed.");
  if (input.permanent_load_pct === undefined) assumed.push("50 percent of the load taken as permanent.");
  if ((input.point_load_kn ?? 0) > 0 && input.load_position === undefined)
    assumed.push("Point load taken at 0.5 of the span.");
  if (input.section === undefined && input.section_series === undefined)
    assumed.push("Universal beams (ub) searched.");
  if (input.unrestrained_length_m === undefined)
    assumed.push("Compression flange taken as fully restrained.");
  return assumed;
}

/** What a section that fails needs. */
function remedies(input: SteelBeamInput, beam: Candidate, deflection: number): string[] {
  const { row, governing } = beam;
  const worst = fixed(beam.worst, 2);
  if (input.section === undefined)
    return [
      `No section of the list is enough (${governing} governs, largest utilisation ${worst}): shorten the span, or use a deeper series, a plate girder or a truss.`,
    ];
  const advice = [
    beam.slender
      ? `${row.name} fails the condition ${governing}; run without section to have one selected.`
      : `${row.name} fails: ${governing} is at ${worst} times its limit; run without section to have one selected.`,
  ];
  if (GT(beam.bending, 1)) {
    const needed = (beam.actions.bending.moment * 1000) / beam.strength.fy;
    advice.push(`Bending needs a plastic modulus wpl_y of about ${fixed(needed, 0)} cm3.`);
  }
  if (GT(deflection, 1)) {
    const needed = fixed(row.inertia_y_cm4 * deflection, 0);
    advice.push(`Deflection needs a second moment of area inertia_y of about ${needed} cm4.`);
  }
  if (beam.lateral !== null && GT(beam.lateral, 1))
    advice.push(
      `Bring the lateral restraints closer together than ${significant(input.unrestrained_length_m ?? 0)} m, or take a section with wider flanges.`,
    );
  return advice;
}

export function adviceOf(
  input: SteelBeamInput,
  beam: Candidate,
  lateral: Lateral,
  fire: Fire,
  frequency: number | null,
  deflection: number,
): string[] {
  const advice = beam.passes ? [] : remedies(input, beam, deflection);
  if (restraintMatters(lateral))
    advice.push(
      "Confirm that the slab or decking holds the compression flange, or give unrestrained_length_m.",
    );
  if (hoggingFlangeFree(input, lateral))
    advice.push(
      "Restrain the bottom flange near the support, or check it to EN 1993-1-1 6.3.2 with the length between restraints.",
    );
  if (beam.governing === "deflection_total" && GT(beam.worst, 0.8) && LT(beam.bending, 0.7))
    advice.push(
      "Total deflection governs: pre-camber for the permanent deflection may allow a lighter section.",
    );
  if (input.section !== undefined && LT(beam.worst, 0.5))
    advice.push("A lighter section may do; run without section to have it selected.");
  if (vibrates(frequency)) advice.push("Check floor vibration to SCI P354.");
  if (fire.protection !== null) {
    const { board, spray, intumescent, temperature } = fire.protection;
    advice.push(
      `Fire protection for ${fire.rating}, indicative: board ${board.low} to ${board.high} mm, spray ${spray.low} to ${spray.high} mm, or intumescent coating ${intumescent.low} to ${intumescent.high} mm dry; ask for the manufacturer's loading table at ${fixed(temperature, 0)} degrees C and a section factor of ${fixed(fire.profile, 0)} per m.`,
    );
    if (LT(fire.degree, 0.3))
      advice.push("A product specified at the real critical temperature, not 550 degrees C, saves coating.");
  }
  advice.push(
    "Use the reactions, which are design values, for the connections.",
    "BSI withdraws these first-generation Eurocodes on 30 March 2028: agree the edition for a later design.",
    `Check the permanent share of ${significant(input.permanent_load_pct ?? 50)} percent: it sets the load factor and the deflections.`,
  );
  return advice;
}

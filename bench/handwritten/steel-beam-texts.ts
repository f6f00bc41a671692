// Texts of the hand-written steel beam: flags with warnings, assumptions and recommendations.
import { compare, fixed, significant } from "../../src/engine/language/numbers.js";
import type { Fire, Lateral } from "./steel-beam.js";
import type { ShortBearings, WebBearing } from "./steel-beam-bearing.js";
import type { Candidate } from "./steel-beam-check.js";
import type { Loads, SteelBeamInput } from "./steel-beam-loads.js";

const { GT, LE, LT } = compare;

export const DISCLAIMER =
  "Indicative result from a simplified method and the inputs given; a qualified engineer must validate it before any technical, legal or investment decision.";
export const standard = (two: boolean) =>
  `BS EN 1993-1-1:2005+A1:2014 cl. 6.2 and 6.3.2, BS EN 1993-1-5, BS EN 1993-1-2 eq. 4.22, BS EN 1990 expr. ${two ? "6.10a and 6.10b" : "6.10"}, with UK National Annexes`;
export const designBasis = ({ two, config }: Loads): readonly string[] => [
  `Self-weight is added to the load given; ULS factors are those of EN 1990 ${two ? "expressions 6.10a and 6.10b" : "expression 6.10"}.`,
  config === "cant"
    ? "Torsion, holes and connections are not checked; web bearing is checked under a point load, without stiffeners; the fixed end is not."
    : "Torsion, holes and connections are not checked; web bearing is, at the supports and under a point load, without stiffeners and with the beam ending at the edge of its bearing.",
];

const restraintMatters = (lateral: Lateral) => lateral.basis === "restraint_assumed" && GT(lateral.ratio, 1);
const hoggingFlangeFree = (input: SteelBeamInput, lateral: Lateral) =>
  input.config !== "ss" && lateral.basis === "restraint_assumed";
const onTopMatters = ({ onTop }: Lateral): boolean => onTop !== null && GT(onTop, 1);
const otherMatters = ({ otherRatio }: Lateral): boolean => otherRatio !== null && GT(otherRatio, 1);

/** Whether some load above 0 has no split of its own. */
function percentUsed(input: SteelBeamInput): boolean {
  const { gk_kn_m, qk_kn_m, gk_point_kn, qk_point_kn, point_load_kn = 0 } = input;
  return (
    (input.udl_kn_m > 0 && gk_kn_m === undefined && qk_kn_m === undefined) ||
    (point_load_kn > 0 && gk_point_kn === undefined && qk_point_kn === undefined)
  );
}

/** Conditions of a pass that depends on assumptions. */
export function conditionsOf(input: SteelBeamInput, lateral: Lateral, short: ShortBearings): string[] {
  const conditions: string[] = [];
  if (restraintMatters(lateral) && input.config !== "cant")
    conditions.push(
      "The compression flange is held along its length by a slab, decking or closely spaced restraints.",
    );
  if (hoggingFlangeFree(input, lateral))
    conditions.push(
      input.config === "cont"
        ? "The bottom flange is restrained at the support and over the length in compression next to it."
        : "The bottom flange, in compression over the whole cantilever, is held sideways along its length or at close points: a slab on the top flange alone does not hold it.",
    );
  if (onTopMatters(lateral))
    conditions.push("The load does not destabilise the beam: it acts at the shear centre or below.");
  if (otherMatters(lateral))
    conditions.push("The other lengths between restraints pass with the C1 of their own moment diagrams.");
  if (short.support !== null)
    conditions.push(
      "At the supports the web is connected or stiffened, or the stiff bearing is shown to be long enough (EN 1993-1-5 section 6).",
    );
  if (short.load !== null)
    conditions.push(
      "Under the point load the web is connected or stiffened, or the stiff bearing is shown to be long enough (EN 1993-1-5 section 6).",
    );
  return conditions;
}

const vibrates = (frequency: number | null): frequency is number => frequency !== null && LT(frequency, 4);

const tooShort = (where: string, { ratio, force, resistance }: WebBearing) =>
  `A bearing of 100 mm ${where} is assumed: there the web would be at ${fixed(ratio, 2)} times its resistance, ${fixed(force, 1)} kN against ${fixed(resistance, 1)} kN.`;

export function flagsOf(
  input: SteelBeamInput,
  beam: Candidate,
  lateral: Lateral,
  short: ShortBearings,
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
  if (input.permanent_load_pct !== undefined && !percentUsed(input))
    flag(
      "permanent_load_pct_ignored",
      "permanent_load_pct was ignored: the permanent and variable parts of the load were given.",
    );
  const held = lateral.basis === "restrained";
  if (input.load_height !== undefined && held)
    flag(
      "load_height_ignored",
      "load_height was ignored: it applies to bare steel beams that can buckle sideways.",
    );
  if (input.moment_diagram !== undefined && (held || lateral.used !== lateral.wanted))
    flag(
      "moment_diagram_ignored",
      "moment_diagram was ignored: C1 = 1.0 is used, or there is no lateral-torsional buckling check.",
    );
  if (input.end_moment_ratio !== undefined && !lateral.linear)
    flag(
      "end_moment_ratio_ignored",
      "end_moment_ratio was ignored: it applies to a linear moment diagram only.",
    );
  if (input.support_bearing_mm !== undefined && input.config === "cant")
    flag(
      "support_bearing_ignored",
      "support_bearing_mm was ignored: bearings of concrete beams and fixed ends are not checked.",
    );
  if (input.load_bearing_mm !== undefined && point === 0)
    flag(
      "load_bearing_ignored",
      "load_bearing_mm was ignored: it applies to a point load on steel, composite or timber.",
    );
  for (const name of ["service_class", "load_duration", "load_sharing"] as const)
    if (input[name] !== undefined) flag(`${name}_ignored`, `${name} was ignored: it applies to timber only.`);
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
      `Full lateral restraint is assumed; ${input.config === "cant" ? "held at its fixed end only, the cantilever" : "restrained at the supports only, the beam"} would be at ${fixed(lateral.ratio, 2)} times its lateral-torsional buckling resistance.`,
    );
  if (hoggingFlangeFree(input, lateral))
    flag(
      "hogging_flange_restraint_assumed",
      input.config === "cont"
        ? "The bottom flange is in compression next to the support and is assumed to be restrained there."
        : "The bottom flange of the cantilever is in compression over its whole length and is assumed to be restrained.",
    );
  if (onTopMatters(lateral))
    flag(
      "load_height_assumed",
      `The load is taken at the shear centre; on the top flange and free to move sideways, it would bring the beam to ${fixed(lateral.onTop ?? 0, 2)} times its lateral-torsional buckling resistance.`,
    );
  if (otherMatters(lateral))
    flag(
      "other_lengths_to_confirm",
      `The moment diagram given is that of one length between restraints: the other moment of ${fixed(lateral.other, 1)} kNm, taken as uniform, is at ${fixed(lateral.otherRatio ?? 0, 2)} times the lateral-torsional buckling resistance.`,
    );
  if (short.support !== null) flag("support_bearing_assumed", tooShort("at the supports", short.support));
  if (short.load !== null) flag("load_bearing_assumed", tooShort("under the point load", short.load));
  if (vibrates(frequency))
    flag("low_natural_frequency", `The natural frequency of ${fixed(frequency, 1)} Hz is below 4 Hz.`);
  if (GT(fire.degree, 1))
    flag(
      "fire_load_exceeds_resistance",
      "The beam cannot carry the fire load even when cold, so it has no critical temperature.",
    );
  return { flags, warnings };
}

export function assumptionsOf(input: SteelBeamInput, lateral: Lateral): string[] {
  const assumed: string[] = [];
  if (input.grade === undefined) assumed.push("Grade s355 assumed.");
  if (input.fire_rating === undefined) assumed.push("Fire resistance r60 assumed.");
  if (input.permanent_load_pct === undefined && percentUsed(input))
    assumed.push("50 percent of the load taken as permanent.");
  if (input.use_category === undefined) assumed.push("Use category office assumed (psi_0 0.7, psi_1 0.5).");
  if ((input.point_load_kn ?? 0) > 0 && input.load_position === undefined)
    assumed.push("Point load taken at 0.5 of the span.");
  if (input.section === undefined && input.section_series === undefined)
    assumed.push("Universal beams (ub) searched.");
  if (input.unrestrained_length_m === undefined)
    assumed.push("Compression flange taken as fully restrained.");
  if (lateral.basis !== "restrained" && input.load_height === undefined)
    assumed.push("Load taken to act at the shear centre (not destabilising).");
  if (lateral.basis === "checked" && input.moment_diagram === undefined)
    assumed.push("Uniform moment (C1 = 1.0) taken for lateral-torsional buckling.");
  if (lateral.linear && input.end_moment_ratio === undefined) assumed.push("End moment ratio of 1 assumed.");
  if (input.config !== "cant" && input.support_bearing_mm === undefined)
    assumed.push("Stiff bearing of 100 mm at the supports assumed.");
  if ((input.point_load_kn ?? 0) > 0 && input.load_bearing_mm === undefined)
    assumed.push("Stiff bearing of 100 mm under the point load assumed.");
  return assumed;
}

/** Beyond ten times a limit the number is meaningless. */
const far = ({ worst }: Candidate) => GT(worst, 10);
const threeFigures = (value: number) => significant(Number(value.toPrecision(3)));

/** Advice for a section that fails. */
function remedies(input: SteelBeamInput, beam: Candidate, deflection: number): string[] {
  const { row, governing, bending, lateral, web } = beam;
  const [named, beyond] = [input.section !== undefined, far(beam)];
  const times = beyond ? "more than 10 times its limit" : `${fixed(beam.worst, 3)} times its limit`;
  const selected = "run without section to have one selected.";
  const advice: string[] = [];
  if (named && beam.slender) advice.push(`${row.name} fails the condition ${governing}; ${selected}`);
  else if (named)
    advice.push(
      `${row.name} ${beyond ? "is far too small" : "fails"}: ${governing} is at ${times}; ${selected}`,
    );
  else
    advice.push(
      `No section of the list is enough (${governing} governs, at ${times}): shorten the span, or use a deeper series, a plate girder or a truss.`,
    );
  if (input.load_combination === undefined && GT(bending, 1) && LE(bending, 1.07))
    advice.push("Expressions 6.10a and 6.10b may be enough: run with load_combination 6_10ab.");
  if (named && !beyond && GT(bending, 1)) {
    const needed = (beam.actions.bending.moment * 1000) / beam.strength.fy;
    advice.push(`Bending needs a plastic modulus wpl_y of about ${threeFigures(needed)} cm3.`);
  }
  if (named && !beyond && GT(deflection, 1)) {
    const needed = threeFigures(row.inertia_y_cm4 * deflection);
    advice.push(`Deflection needs a second moment of area inertia_y of about ${needed} cm4.`);
  }
  const buckles = lateral !== null && GT(lateral, 1);
  if (named && buckles)
    advice.push(
      `Bring the lateral restraints closer together than ${significant(input.unrestrained_length_m ?? 0)} m, or take a section with wider flanges.`,
    );
  if (buckles && input.moment_diagram === undefined)
    advice.push("C1 was taken as 1.0: give moment_diagram where the diagram is known.");
  if (web.checked !== null && GT(web.checked, 1))
    advice.push(
      "Fit web stiffeners, lengthen the bearing (up to the depth of the web), or take the force through a connection: with a stiffener or connection the bearing length to give is 0.",
    );
  return advice;
}

export function adviceOf(
  input: SteelBeamInput,
  beam: Candidate,
  lateral: Lateral,
  short: ShortBearings,
  fire: Fire,
  frequency: number | null,
  deflection: number,
  permanentPct: number,
): string[] {
  const advice = beam.passes ? [] : remedies(input, beam, deflection);
  if (restraintMatters(lateral))
    advice.push(
      input.config === "cant"
        ? "Confirm that the bottom flange is held, or give unrestrained_length_m; a slab on the top flange does not hold it."
        : "Confirm that the slab or decking holds the compression flange, or give unrestrained_length_m.",
    );
  if (hoggingFlangeFree(input, lateral))
    advice.push(
      "Restrain the bottom flange near the support, or check it to EN 1993-1-1 6.3.2 with the length between restraints.",
    );
  if (onTopMatters(lateral))
    advice.push(
      "Give load_height: top_flange for a load that stands on the beam and can move sideways with it.",
    );
  if (otherMatters(lateral))
    advice.push("Check the other lengths with their own moment diagrams, or run each length by itself.");
  if (short.support !== null)
    advice.push(
      "Give support_bearing_mm, the length of the bearing at the supports: 0 for a connection or stiffener.",
    );
  if (short.load !== null)
    advice.push(
      "Give load_bearing_mm, the length of the bearing under the point load: 0 for a connection or stiffener.",
    );
  if (beam.governing === "deflection_total" && GT(beam.worst, 0.8) && LT(beam.bending, 0.7))
    advice.push(
      "Total deflection governs: pre-camber for the permanent deflection may allow a lighter section.",
    );
  if (input.section !== undefined && LT(beam.worst, 0.5))
    advice.push("A lighter section may do; run without section to have it selected.");
  if (vibrates(frequency)) advice.push("Check floor vibration to SCI P354.");
  if (fire.protection !== null) {
    const { board, spray, temperature } = fire.protection;
    advice.push(
      `Fire protection for ${fire.rating}, indicative: board ${board.low} to ${board.high} mm or spray ${spray.low} to ${spray.high} mm; for an intumescent coating read the maker's table at ${fixed(temperature, 0)} degrees C and a section factor of ${fixed(fire.profile, 0)} per m.`,
    );
    if (LT(fire.degree, 0.3))
      advice.push("A product specified at the real critical temperature, not 550 degrees C, saves coating.");
  }
  advice.push(
    "Use the reactions, which are design values, for the connections or bearings.",
    "BSI withdraws these first-generation Eurocodes on 30 March 2028: agree the edition for a later design.",
    `Check the permanent share of ${significant(permanentPct)} percent: it sets the load factor and the deflections.`,
  );
  return advice;
}

// The minimum energy efficiency standard as a programmer would write it by hand. Tested to give the same results.
import type { InputProblem } from "../../src/engine/validate.js";
import { DISCLAIMER, Flags, LE, rounded } from "./common.js";
import { type Answer, date, number, oneOf, problemsOf, required, yesOrNo } from "./input.js";
import { costTest, exemptionsFor, PENALTIES, type Property, standardOn } from "./mees-rules.js";
import { ADVICE, ASSUMED, PLANS, SCOPE_NOTES, STANDARD, WARNINGS } from "./mees-texts.js";

interface MeesInput {
  readonly property_type: Property;
  readonly current_epc_band: keyof typeof MARGIN;
  readonly as_of_date?: string;
  readonly exemption_registered?: boolean;
  readonly rateable_value_gbp?: number;
  readonly floor_area_m2?: number;
}

const KNOWN = new Set([
  "property_type",
  "current_epc_band",
  "as_of_date",
  "exemption_registered",
  "rateable_value_gbp",
  "floor_area_m2",
]);
const PROPERTIES = ["domestic", "non_domestic"];
/** Bands above or below E. */
const MARGIN = { A: 4, B: 3, C: 2, D: 1, E: 0, F: -1, G: -2 };
const BANDS = Object.keys(MARGIN);
const EDITION = "2026-11-01";
const LARGE_M2 = 1000;

function check(input: Readonly<Record<string, unknown>>, problems: InputProblem[]): void {
  required(input, problems, "property_type");
  required(input, problems, "current_epc_band");
  oneOf(input, problems, "property_type", PROPERTIES);
  oneOf(input, problems, "current_epc_band", BANDS);
  date(input, problems, "as_of_date");
  yesOrNo(input, problems, "exemption_registered");
  number(input, problems, "rateable_value_gbp", 0, 1e9);
  number(input, problems, "floor_area_m2", 0, 1e6, { above: true });
}

/** A share of the rateable value between a floor and a ceiling; the ceiling where there is no share. */
function penaltyOf(
  value: number | undefined,
  rate: number | null,
  floor: number | null,
  ceiling: number,
): number {
  if (value === undefined || rate === null || floor === null) return ceiling;
  return Math.min(Math.max((rate / 100) * value, floor), ceiling);
}

export function meesChecker(raw: unknown): Answer {
  const problems = problemsOf(raw, KNOWN, check);
  if (problems.length > 0) return { ok: false, problems };
  const input = raw as MeesInput;
  const { property_type: property, current_epc_band: band, rateable_value_gbp: rateable } = input;
  const { as_of_date: day = EDITION, exemption_registered: registered = false } = input;
  if (day < "2000-01-01" || day > "2040-12-31") {
    const message = `as_of_date (${day}) must lie between 2000-01-01 and 2040-12-31.`;
    return { ok: false, problems: [{ pointer: "/as_of_date", message }] };
  }
  const domestic = property === "domestic";
  const law = standardOn(property, day);
  const test = costTest(property, day);
  const fine = PENALTIES[property];
  const margin = MARGIN[band];
  const missing = Math.max(0, -margin);
  const inForce = law.appliesTo !== "none";
  const subStandard = margin < 0;
  const compliant = !inForce || !subStandard;
  const reliedOn = registered && !compliant;
  const canGrant = compliant || reliedOn;
  const canContinue = canGrant || law.appliesTo !== "all_tenancies";
  const canLet = canGrant && canContinue;
  const verdict = !inForce
    ? "no_standard_in_force"
    : !subStandard
      ? "compliant"
      : reliedOn
        ? "exempt"
        : "non_compliant";
  const failing = verdict === "non_compliant";

  const shortMax = penaltyOf(rateable, fine.shortRate, fine.shortFloor, fine.shortCeiling);
  const longMax = penaltyOf(rateable, fine.longRate, fine.longFloor, fine.longCeiling);
  const maximum = fine.total ?? longMax;
  const low = canLet ? 0 : !domestic && rateable === undefined ? fine.shortFloor : shortMax;

  const area = input.floor_area_m2;
  const kind = domestic
    ? "homes"
    : area !== undefined && LE(area, LARGE_M2)
      ? "small_buildings"
      : "large_buildings";
  const plan = PLANS[kind];
  const meets = margin >= MARGIN[plan.band];
  const beyond = day > EDITION;

  const flags = new Flags();
  if (beyond) flags.raise("as_of_beyond_edition", WARNINGS.beyond);
  if (registered && compliant) flags.raise("exemption_not_needed", WARNINGS.exemptionNotNeeded);
  if (domestic && rateable !== undefined) flags.raise("rateable_value_ignored", WARNINGS.rateableIgnored);
  if (domestic && area !== undefined) flags.raise("floor_area_ignored", WARNINGS.areaIgnored);

  const assumptions: string[] = [];
  if (input.as_of_date === undefined) assumptions.push(ASSUMED.date);
  if (input.exemption_registered === undefined && inForce && subStandard)
    assumptions.push(ASSUMED.noExemption);
  if (!domestic && rateable === undefined) assumptions.push(ASSUMED.ceilings);
  if (!domestic && area === undefined) assumptions.push(ASSUMED.large);

  const advice: string[] = [];
  if (failing && law.appliesTo === "all_tenancies")
    advice.push(
      `Do not grant, renew or continue the letting: band ${band} is ${missing} band(s) below the minimum E. Improve the property or register a valid exemption first.`,
    );
  if (failing && law.id === "MEES-DOM-1")
    advice.push(
      `A new, renewed or extended tenancy may not be granted at band ${band}; existing tenancies are caught from 1 April 2020.`,
    );
  if (failing && law.id === "MEES-ND-1")
    advice.push(
      `A new, renewed or extended lease may not be granted at band ${band}; existing leases are caught from 1 April 2023.`,
    );
  if (failing && test.kind === "fixed_cap") advice.push(ADVICE.cap);
  if (failing && test.kind === "no_cost_to_landlord") advice.push(ADVICE.noCost);
  if (failing && !domestic) advice.push(ADVICE.payback);
  if (domestic && subStandard) advice.push(ADVICE.homeMeasures);
  if (!domestic && subStandard) advice.push(ADVICE.buildingMeasures);
  if (verdict === "exempt") advice.push(ADVICE.expiry);
  if (verdict === "compliant" && margin === 0) advice.push(ADVICE.draft);
  if (!inForce) advice.push(ADVICE.noStandard);
  if (kind === "homes" && !meets) advice.push(ADVICE.planHomes);
  if (kind === "large_buildings" && !meets)
    advice.push(area === undefined ? ADVICE.giveArea : ADVICE.planLarge);
  advice.push(ADVICE.validity);

  return {
    ok: true,
    result: {
      verdict,
      compliant,
      can_let: canLet,
      can_grant_new_tenancy: canGrant,
      can_continue_existing_tenancy: canContinue,
      exemption_relied_on: reliedOn,
      property_type: property,
      current_epc_band: band,
      as_of_date: day,
      as_of_beyond_edition: beyond,
      minimum_standard_in_force: inForce,
      minimum_epc_band: inForce ? "E" : null,
      applies_to: law.appliesTo,
      rule_applied: law.id,
      band_margin: margin,
      bands_to_improve: missing,
      cost_cap_gbp: test.cap,
      cost_cap_includes_vat: test.includesVat,
      cost_cap_applies: !compliant && test.kind === "fixed_cap",
      cost_test: test.kind,
      payback_test_years: test.paybackYears,
      penalties: {
        breach_under_3_months_max_gbp: rounded(shortMax, 2),
        breach_3_months_or_more_max_gbp: rounded(longMax, 2),
        false_information_max_gbp: fine.falseInformation,
        compliance_notice_failure_max_gbp: fine.noticeFailure,
        maximum_total_per_property_gbp: fine.total,
        under_3_months_rate_pct: fine.shortRate,
        three_months_or_more_rate_pct: fine.longRate,
        publication_penalty: true,
        publication_min_months: 12,
        compliance_notice_lookback_months: 12,
        penalty_notice_lookback_months: 18,
      },
      maximum_penalty_gbp: rounded(maximum, 2),
      maximum_penalty_basis: fine.basis,
      penalty_exposure_gbp: { low: rounded(low, 2), high: canLet ? 0 : rounded(maximum, 2) },
      enforcement_authority: fine.authority,
      available_exemptions: compliant ? [] : exemptionsFor(property, day),
      advisory: {
        status: plan.status,
        in_force: false,
        proposed_minimum_band: plan.band,
        proposed_from: plan.from,
        proposed_metric: plan.metric,
        proposed_cost_cap_gbp: plan.cap,
        proposed_max_penalty_gbp: plan.maxPenalty,
        published: plan.published,
        legislation_needed: plan.legislationNeeded,
        transitional: plan.transitional,
        meets_proposed_standard: meets,
        position_as_at: EDITION,
        note: plan.note,
      },
      scope_notes: SCOPE_NOTES,
      flags: flags.codes,
      warnings: flags.sentences,
      assumptions,
      recommendations: advice,
      standard_reference: STANDARD,
      disclaimer: `${DISCLAIMER} Indicative legal screening, not legal advice.`,
    },
  };
}

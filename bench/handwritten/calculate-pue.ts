// The PUE tool as a programmer would write it by hand, to measure the compiled plan against. Tested to give the same results.
import type { InputProblem } from "../../src/engine/run/validate.js";
import { DISCLAIMER, fixed, GE, GT, round } from "./common.js";
import { type Answer, number, problemsOf, required } from "./input.js";

interface PueInput {
  readonly it_load_kw: number;
  readonly cooling_kw: number;
  readonly ups_losses_kw: number;
  readonly lighting_kw: number;
  readonly electricity_tariff_gbp_per_kwh?: number;
}

const LOADS = ["it_load_kw", "cooling_kw", "ups_losses_kw", "lighting_kw"];
const KNOWN = new Set([...LOADS, "electricity_tariff_gbp_per_kwh"]);
const ABOVE = { above: true };
const STANDARD =
  "ISO/IEC 30134-2 and EN 50600-4-2 (Power Usage Effectiveness); tariff: DESNZ Quarterly Energy Prices, UK large industrial consumers, H1 2025";

function check(input: Readonly<Record<string, unknown>>, problems: InputProblem[]): void {
  for (const name of LOADS) required(input, problems, name);
  number(input, problems, "it_load_kw", 0, 1e6, ABOVE);
  number(input, problems, "cooling_kw", 0, 1e6);
  number(input, problems, "ups_losses_kw", 0, 1e6);
  number(input, problems, "lighting_kw", 0, 1e6);
  number(input, problems, "electricity_tariff_gbp_per_kwh", 0, 5, ABOVE);
}

export function calculatePue(raw: unknown): Answer {
  const problems = problemsOf(raw, KNOWN, check);
  if (problems.length > 0) return { ok: false, problems };
  const input = raw as PueInput;
  // The only division by an input that may be as small as one likes.
  if (!Number.isFinite((input.cooling_kw + input.ups_losses_kw + input.lighting_kw) / input.it_load_kw)) {
    const message = `it_load_kw (${input.it_load_kw}) is too small to compute with.`;
    return { ok: false, problems: [{ pointer: "/it_load_kw", message }] };
  }
  return { ok: true, result: pue(input) };
}

function pue(input: PueInput): Record<string, unknown> {
  const { it_load_kw: it, cooling_kw: cooling, ups_losses_kw: ups, lighting_kw: lighting } = input;
  const tariff = input.electricity_tariff_gbp_per_kwh ?? 0.2533;
  const total = it + cooling + ups + lighting;
  const score = round(total / it, 3);
  const overhead = total - it;
  const energy = total * 8760;
  const overheadEnergy = overhead * 8760;
  const [coolingRatio, upsRatio, lightingRatio] = [cooling / it, ups / it, lighting / it];
  const rating =
    score <= 1.2
      ? "Excellent"
      : score <= 1.5
        ? "Good"
        : score <= 1.8
          ? "Average"
          : score <= 2.5
            ? "Poor"
            : "Very Poor";
  const zero = score === 1;
  const low = score > 1 && score < 1.03;
  const unmetered = cooling === 0 && !zero;
  const doubtful = zero || low || unmetered;

  const flags: string[] = [];
  const warnings: string[] = [];
  const flag = (code: string, warning: string) => {
    flags.push(code);
    warnings.push(warning);
  };
  if (zero)
    flag(
      "zero_overhead",
      "PUE is 1.000 because no overhead was entered; a working site always has cooling and power losses, so the rating is unproven.",
    );
  if (low)
    flag(
      "pue_implausibly_low",
      "PUE is below almost every published annual value; check that all cooling and power losses are metered.",
    );
  if (score > 3)
    flag(
      "pue_implausibly_high",
      "PUE is above 3; check the units and that the IT meter covers the whole IT load.",
    );
  if (unmetered)
    flag(
      "cooling_not_metered",
      "Cooling power is zero, so it is probably not metered and PUE is understated.",
    );
  if (GT(upsRatio, 0.15))
    flag(
      "ups_losses_high",
      "UPS and distribution losses exceed 15 % of IT load; check the meters or an oversized UPS.",
    );
  if (GT(lightingRatio, 0.05))
    flag(
      "lighting_high",
      "Lighting exceeds 5 % of IT load; check that other building loads are not included.",
    );

  const advice: string[] = [];
  if (score <= 1.2 && !doubtful) {
    advice.push(
      `PUE of ${score} is at best-practice level. Protect it with 12 months of sub-metered energy data and turn attention to IT utilisation, water use (WUE) and heat reuse (ERF).`,
    );
  }
  if (GT(coolingRatio, 0.45)) {
    advice.push(
      `Cooling draws ${round(coolingRatio, 3)} kW per kW of IT, the largest saving on site. Fit aisle containment and blanking panels, raise supply air towards 24-27 C (ASHRAE recommended envelope 18-27 C), then add free cooling.`,
    );
  } else if (GT(coolingRatio, 0.2)) {
    advice.push(
      `Cooling draws ${round(coolingRatio, 3)} kW per kW of IT. Raising chilled-water temperature saves roughly 2 to 3 % of chiller energy per kelvin; check fan speeds and free-cooling changeover set-points before buying plant.`,
    );
  }
  if (GT(upsRatio, 0.08)) {
    advice.push(
      `UPS and distribution losses are ${fixed(100 * upsRatio, 1)} % of IT load. Consolidate lightly loaded modules, enable a high-efficiency mode where the risk case allows, and aim for 5 % or less.`,
    );
  }
  if (GT(lightingRatio, 0.02)) {
    advice.push(
      `Lighting is ${fixed(100 * lightingRatio, 1)} % of IT load. LED fittings with presence detection normally bring it below 1 %.`,
    );
  }
  if (score > 1.36) {
    const excess = total - 1.36 * it;
    advice.push(
      `Reaching the EU reported average of 1.36 would cut the load by ${fixed(excess, 1)} kW, about GBP ${fixed(excess * 8760 * tariff, 0)} a year.`,
    );
  }
  if (score > 1.5)
    advice.push(
      "The value is above the 1.5 that German law sets for existing data centres from 1 July 2027; plan a staged retrofit if the site is in Germany.",
    );
  if (GE(it, 500))
    advice.push(
      "At 500 kW of installed IT power and above, an EU site must report yearly to the European database on data centres; run eed_datacentre_pack.",
    );
  if (doubtful)
    advice.push(
      "Check the meters: a working site always has cooling and power-chain losses, so PUE is greater than 1 by definition.",
    );
  advice.push(
    "This is a power snapshot. Report PUE on 12 months of energy, stating the measurement category (UPS output, PDU output or IT input), as ISO/IEC 30134-2 and EN 50600-4-2 require.",
  );

  const given = input.electricity_tariff_gbp_per_kwh !== undefined;
  return {
    pue_score: score,
    overhead_ratio: round(score - 1, 3),
    efficiency_rating: rating,
    total_facility_load_kw: round(total, 2),
    annual_cost_estimate_gbp: round(energy * tariff, 2),
    dcie_pct: round((100 * it) / total, 1),
    overhead_load_kw: round(overhead, 2),
    pue_contribution: {
      cooling: round(coolingRatio, 3),
      ups_losses: round(upsRatio, 3),
      lighting: round(lightingRatio, 3),
    },
    load_share_pct: {
      it: round((100 * it) / total, 1),
      cooling: round((100 * cooling) / total, 1),
      ups_losses: round((100 * ups) / total, 1),
      lighting: round((100 * lighting) / total, 1),
    },
    annual_energy_kwh: round(energy, 0),
    annual_overhead_energy_kwh: round(overheadEnergy, 0),
    annual_overhead_cost_gbp: round(overheadEnergy * tariff, 2),
    tariff_gbp_per_kwh: round(tariff, 4),
    tariff_basis: given ? "user_supplied" : "desnz_qep_large_industrial_h1_2025",
    potential_annual_saving_gbp: round(Math.max(0, total - 1.2 * it) * 8760 * tariff, 2),
    compared_with_industry_average: score < 1.54 ? "better" : score > 1.54 ? "worse" : "equal",
    benchmarks: { industry_average_pue: 1.54, eu_reported_average_pue: 1.36, best_practice_pue: 1.2 },
    measurement_basis: "power_snapshot",
    flags,
    warnings,
    assumptions: given
      ? []
      : [
          "Electricity tariff not given: 0.2533 GBP/kWh assumed (UK large industrial consumers, January to June 2025, with Climate Change Levy, without VAT).",
        ],
    recommendations: advice,
    standard_reference: STANDARD,
    disclaimer: DISCLAIMER,
  };
}

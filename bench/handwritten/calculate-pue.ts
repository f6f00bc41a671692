// A hand-written PUE tool as reference for the compiled one. Tests check that results are equal.
import type { InputProblem } from "../../src/engine/run/validate.js";
import { adviceOf, assumptionsOf, flagsOf } from "./calculate-pue-texts.js";
import { DISCLAIMER, GE, GT, round } from "./common.js";
import { type Answer, number, problemsOf, required, word } from "./input.js";

export interface PueInput {
  readonly it_load_kw: number;
  readonly cooling_kw: number;
  readonly ups_losses_kw: number;
  readonly lighting_kw: number;
  readonly electricity_tariff_gbp_per_kwh?: number;
  readonly annual_total_energy_kwh?: number;
  readonly annual_it_energy_kwh?: number;
  readonly measurement_category?: string;
  readonly country?: string;
}

export interface Overhead {
  readonly system: string;
  readonly words: string;
  readonly load: number;
  readonly target: number;
}

/** Values behind rating, flags and advice. */
export interface Findings {
  readonly total: number;
  /** The PUE of the power reading. */
  readonly score: number;
  readonly annual: number | null;
  readonly rated: number;
  /** The unrounded rated ratio, and its class on the EU label. */
  readonly ratio: number;
  readonly label: string;
  readonly energy: number;
  readonly itEnergy: number;
  readonly tariff: number;
  readonly zero: boolean;
  readonly low: boolean;
  readonly unmetered: boolean;
  readonly scant: boolean;
  readonly doubtful: boolean;
  readonly largest: Overhead | undefined;
}

const LOADS = ["it_load_kw", "cooling_kw", "ups_losses_kw", "lighting_kw"];
const YEAR = ["annual_total_energy_kwh", "annual_it_energy_kwh"] as const;
const TARIFF = "electricity_tariff_gbp_per_kwh";
const KNOWN = new Set([...LOADS, ...YEAR, TARIFF, "measurement_category", "country"]);
const CATEGORIES = new Set(["category_1", "category_2", "category_3"]);
const EU = new Set(
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split(" "),
);
const COUNTRIES = new Set([...EU, "GB", "AE", "OTHER"]);
const ABOVE = { above: true };
const STANDARD =
  "ISO/IEC 30134-2 and EN 50600-4-2 (Power Usage Effectiveness); tariff: DESNZ Quarterly Energy Prices, UK large industrial consumers, H1 2025; label classes: Commission Delegated Regulation C(2026) 3472 (adopted, not in force)";
const WORDS: Readonly<Record<string, string>> = {
  A: "Excellent",
  B: "Good",
  C: "Good",
  D: "Good",
  E: "Average",
  F: "Poor",
  G: "Very Poor",
};
const CLASSES: readonly (readonly [number, string])[] = [
  [1.15, "A"],
  [1.25, "B"],
  [1.35, "C"],
  [1.5, "D"],
  [1.7, "E"],
  [1.9, "F"],
];

function check(input: Readonly<Record<string, unknown>>, problems: InputProblem[]): void {
  for (const name of LOADS) required(input, problems, name);
  number(input, problems, "it_load_kw", 0, 1e6, ABOVE);
  for (const name of LOADS.slice(1)) number(input, problems, name, 0, 1e6);
  number(input, problems, TARIFF, 0, 5, ABOVE);
  for (const name of YEAR) number(input, problems, name, 0, 1e11, ABOVE);
  word(input, problems, "measurement_category", CATEGORIES);
  word(input, problems, "country", COUNTRIES);
}

export function calculatePue(raw: unknown): Answer {
  const problems = problemsOf(raw, KNOWN, check);
  if (problems.length > 0) return { ok: false, problems };
  const input = raw as PueInput;
  const [total, it] = [input.annual_total_energy_kwh, input.annual_it_energy_kwh];
  const blame = (name: string, message: string): Answer => ({
    ok: false,
    problems: [{ pointer: `/${name}`, message }],
  });
  if (total !== undefined && it === undefined) return blame(YEAR[1], needsBoth(YEAR[1]));
  if (it !== undefined && total === undefined) return blame(YEAR[0], needsBoth(YEAR[0]));
  if (it !== undefined && total !== undefined) {
    if (it > total)
      return blame(
        YEAR[1],
        `annual_it_energy_kwh (${it}) cannot exceed annual_total_energy_kwh (${total}): PUE is at least 1.`,
      );
    if (!Number.isFinite(total / it))
      return blame(YEAR[1], `${YEAR[1]} (${it}) is too small to compute with.`);
  }
  if (!Number.isFinite((input.cooling_kw + input.ups_losses_kw + input.lighting_kw) / input.it_load_kw))
    return blame("it_load_kw", `it_load_kw (${input.it_load_kw}) is too small to compute with.`);
  return { ok: true, result: pue(input) };
}

function needsBoth(missing: string): string {
  return `A PUE of the year needs both energies; ${missing} is missing.`;
}

function pue(input: PueInput): Record<string, unknown> {
  const { it_load_kw: it, cooling_kw: cooling, ups_losses_kw: ups, lighting_kw: lighting } = input;
  const found = findings(input);
  const { total, score, rated, energy, tariff, annual, doubtful } = found;
  const year = annual !== null;
  const overhead = cooling + ups + lighting;
  const overheadEnergy = year ? energy - found.itEnergy : overhead * 8760;
  const inEu = input.country === undefined || EU.has(input.country);
  const unproven = doubtful && found.label !== "G";
  const { flags, warnings } = flagsOf(input, found);
  return {
    pue_score: rated,
    reading_pue: score,
    overhead_ratio: round(rated - 1, 3),
    efficiency_rating: unproven ? "Unproven" : ratingWord(found),
    rating_basis: unproven ? "None: the readings cannot be complete." : basisOf(found),
    total_facility_load_kw: round(total, 2),
    annual_cost_estimate_gbp: round(energy * tariff, 2),
    dcie_pct: round(100 / found.ratio, 1),
    overhead_load_kw: round(overhead, 2),
    pue_contribution: {
      cooling: round(cooling / it, 3),
      ups_losses: round(ups / it, 3),
      lighting: round(lighting / it, 3),
    },
    load_share_pct: {
      it: round((100 * it) / total, 1),
      cooling: round((100 * cooling) / total, 1),
      ups_losses: round((100 * ups) / total, 1),
      lighting: round((100 * lighting) / total, 1),
    },
    annual_pue: annual,
    annual_energy_kwh: round(energy, 0),
    annual_overhead_energy_kwh: round(overheadEnergy, 0),
    annual_overhead_cost_gbp: round(overheadEnergy * tariff, 2),
    tariff_gbp_per_kwh: round(tariff, 4),
    tariff_basis:
      input.electricity_tariff_gbp_per_kwh === undefined
        ? "desnz_qep_large_industrial_h1_2025"
        : "user_supplied",
    potential_annual_saving_gbp: doubtful
      ? null
      : round(Math.max(0, energy - 1.2 * found.itEnergy) * tariff, 2),
    compared_with_industry_average: compared(rated, 1.52, doubtful),
    compared_with_eu_average: compared(rated, 1.36, doubtful),
    benchmarks: { industry_average_pue: 1.52, eu_reported_average_pue: 1.36, best_practice_pue: 1.2 },
    largest_saving_system: found.largest?.system ?? null,
    eu_label_preview:
      year && inEu
        ? {
            pue_class: doubtful ? null : found.label,
            basis: "annual_energy",
            status: "adopted_not_in_force",
            official: false,
          }
        : null,
    measurement_basis: year ? "annual_energy" : "power_snapshot",
    measurement_category: input.measurement_category ?? null,
    country: input.country ?? null,
    flags,
    warnings,
    assumptions: assumptionsOf(input, year),
    recommendations: adviceOf(input, found, inEu),
    standard_reference: STANDARD,
    disclaimer: DISCLAIMER,
  };
}

function labelClass(ratio: number): string {
  return CLASSES.find(([limit]) => !GT(ratio, limit))?.[1] ?? "G";
}

function ratingWord({ label, ratio }: Findings): string {
  return label === "D" && GT(ratio, 1.4) ? "Average" : (WORDS[label] ?? "");
}

function compared(
  rated: number,
  average: number,
  doubtful: boolean,
): "better" | "equal" | "worse" | "unproven" {
  if (rated > average) return "worse";
  if (doubtful) return "unproven";
  return rated < average ? "better" : "equal";
}

const THAN = { better: "better than", equal: "equal to", worse: "worse than", unproven: "" };

function basisOf({ label, annual, rated, doubtful }: Findings): string {
  const at = CLASSES.findIndex(([, name]) => name === label);
  const [above, upTo] = [CLASSES.at(at - 1)?.[0], CLASSES.at(at)?.[0]];
  const range =
    label === "A" ? `up to ${upTo}` : label === "G" ? "above 1.9" : `above ${above}, up to ${upTo}`;
  const split = label === "D" ? "; Good up to 1.4, Average above" : "";
  const [survey, eu] = [THAN[compared(rated, 1.52, doubtful)], THAN[compared(rated, 1.36, doubtful)]];
  return `Classes of the adopted EU label, applied to ${annual === null ? "a power reading" : "the annual PUE"}: ${label} (PUE ${range}${split}); ${survey} the worldwide survey average of 1.52 and ${eu} the EU reported average of 1.36.`;
}

function findings(input: PueInput): Findings {
  const { it_load_kw: it, cooling_kw: cooling, ups_losses_kw: ups, lighting_kw: lighting } = input;
  const total = it + cooling + ups + lighting;
  const score = round(total / it, 3);
  const yearTotal = input.annual_total_energy_kwh;
  const yearIt = input.annual_it_energy_kwh;
  const annual = yearTotal === undefined || yearIt === undefined ? null : round(yearTotal / yearIt, 3);
  const ratio = yearTotal === undefined || yearIt === undefined ? total / it : yearTotal / yearIt;
  const zero = score === 1;
  const low = score > 1 && score < 1.03;
  const unmetered = cooling === 0 && !zero;
  const scant = cooling > 0 && !GE(cooling / it, 0.02);
  const incomplete = zero || low || unmetered || scant;
  const doubtful = annual === null ? incomplete : annual < 1.03;
  return {
    total,
    score,
    annual,
    rated: annual ?? score,
    ratio,
    label: labelClass(ratio),
    energy: yearTotal ?? total * 8760,
    itEnergy: yearIt ?? it * 8760,
    tariff: input.electricity_tariff_gbp_per_kwh ?? 0.2533,
    zero,
    low,
    unmetered,
    scant,
    doubtful,
    largest: doubtful || incomplete ? undefined : largestSaving(input),
  };
}

/** Returns the overhead farthest above good practice; the first on a tie. */
function largestSaving({
  it_load_kw: it,
  cooling_kw,
  ups_losses_kw,
  lighting_kw,
}: PueInput): Overhead | undefined {
  const overheads: readonly Overhead[] = [
    { system: "cooling", words: "cooling", load: cooling_kw, target: 0.14 },
    { system: "ups_losses", words: "UPS and distribution", load: ups_losses_kw, target: 0.05 },
    { system: "lighting", words: "lighting", load: lighting_kw, target: 0.01 },
  ];
  let largest: Overhead | undefined;
  let most = 0;
  for (const overhead of overheads) {
    const excess = round(overhead.load / it - overhead.target, 6);
    if (GT(excess, most)) [largest, most] = [overhead, excess];
  }
  return largest;
}

// Texts of the hand-written PUE tool: flags, assumptions and advice.
import type { Findings, PueInput } from "./calculate-pue.js";
import { fixed, GE, GT, round } from "./common.js";

export function flagsOf(input: PueInput, found: Findings): { flags: string[]; warnings: string[] } {
  const { score, annual } = found;
  const it = input.it_load_kw;
  const flags: string[] = [];
  const warnings: string[] = [];
  const flag = (code: string, warning: string) => {
    flags.push(code);
    warnings.push(warning);
  };
  const hours = (input.annual_it_energy_kwh ?? Number.NaN) / it;
  if (GT(88, hours) || GT(hours, 876_000))
    flag(
      "annual_energy_unit",
      `The IT energy of the year is the IT load times ${fixed(hours, 1)} hours. Check the units: energies are in kWh, not in MWh or GWh, and loads in kW.`,
    );
  if (found.zero)
    flag(
      "zero_overhead",
      "PUE is 1.000 because no overhead was entered; a working site always has cooling and power losses, so the rating is unproven.",
    );
  if (found.low)
    flag(
      "pue_implausibly_low",
      "PUE is below almost every published annual value; check that all cooling and power losses are metered.",
    );
  if (score > 3)
    flag(
      "pue_implausibly_high",
      "PUE is above 3; check the units and that the IT meter covers the whole IT load.",
    );
  if (found.unmetered)
    flag(
      "cooling_not_metered",
      "Cooling power is zero, so it is probably not metered and PUE is understated.",
    );
  if (found.scant)
    flag(
      "cooling_implausibly_low",
      "Cooling power is below 2 % of IT load, less than pumps and fans alone usually draw; check that all cooling is metered.",
    );
  if (GT(input.ups_losses_kw / it, 0.15))
    flag(
      "ups_losses_high",
      "UPS and distribution losses exceed 15 % of IT load; check the meters or an oversized UPS.",
    );
  if (GT(input.lighting_kw / it, 0.05))
    flag(
      "lighting_high",
      "Lighting exceeds 5 % of IT load; check that other building loads are not included.",
    );
  if (annual !== null && (annual < 1.03 || annual > 3))
    flag(
      "annual_pue_implausible",
      "Annual PUE is outside 1.03 to 3, the range of working sites; check the meters and the boundary.",
    );
  if (annual !== null && GT(round(100 * Math.abs(annual - score), 3), 5 * annual))
    flag(
      "annual_differs_from_snapshot",
      `The power reading gives ${score}, more than 5 % away from the annual PUE of ${annual}: it is not typical of the year, for example of the season, or a meter is wrong. The annual PUE counts.`,
    );
  return { flags, warnings };
}

export function assumptionsOf(input: PueInput, year: boolean): string[] {
  const assumptions: string[] = [];
  if (input.electricity_tariff_gbp_per_kwh === undefined) {
    const foreign = input.country !== undefined && input.country !== "GB";
    assumptions.push(
      `Electricity tariff not given: 0.2533 GBP/kWh assumed (UK large industrial consumers, January to June 2025, with Climate Change Levy, without VAT).${foreign ? " This is a UK price: give the site's own." : ""}`,
    );
  }
  if (input.country === undefined)
    assumptions.push("Country not given: EU and German rules are named as they would apply there.");
  if (!year) assumptions.push("Annual energies not given: the power reading is taken to hold all year.");
  return assumptions;
}

export function adviceOf(input: PueInput, found: Findings, inEu: boolean): string[] {
  const { rated, doubtful, total, largest } = found;
  const it = input.it_load_kw;
  const [cooling, ups, lighting] = [input.cooling_kw / it, input.ups_losses_kw / it, input.lighting_kw / it];
  const advice: string[] = [];
  if (rated <= 1.2 && !doubtful) {
    advice.push(
      `PUE of ${rated} is within 1.20, the limit of new German sites${input.country === "DE" ? "" : " (no law here)"}${found.label === "A" ? " and in class A of the adopted EU label." : ", but above the 1.15 of class A of the adopted EU label."} Protect it with 12 months of sub-metered energy data and turn attention to IT utilisation, water use (WUE) and heat reuse (ERF).`,
    );
  }
  if (largest !== undefined) {
    advice.push(
      `The largest saving is in ${largest.words}: ${fixed(largest.load, 1)} kW against about ${fixed(largest.target * it, 1)} kW at good practice.`,
    );
  }
  if (GT(cooling, 0.45)) {
    advice.push(
      `Cooling draws ${round(cooling, 3)} kW per kW of IT. Fit aisle containment and blanking panels, raise supply air towards 24-27 C (ASHRAE recommended envelope 18-27 C), then add free cooling.`,
    );
  } else if (GT(cooling, 0.2)) {
    advice.push(
      `Cooling draws ${round(cooling, 3)} kW per kW of IT. Raising chilled-water temperature saves roughly 2 to 3 % of chiller energy per kelvin; check fan speeds and free-cooling changeover set-points before buying plant.`,
    );
  }
  if (GT(ups, 0.08)) {
    advice.push(
      `UPS and distribution losses are ${fixed(100 * ups, 1)} % of IT load. Consolidate lightly loaded modules, enable a high-efficiency mode where the risk case allows, and aim for 5 % or less.`,
    );
  }
  if (GT(lighting, 0.02)) {
    advice.push(
      `Lighting is ${fixed(100 * lighting, 1)} % of IT load. LED fittings with presence detection normally bring it below 1 %.`,
    );
  }
  if (rated > 1.36 && !doubtful) {
    const excess = found.energy - 1.36 * found.itEnergy;
    const money = threeDigits(excess * found.tariff);
    if (threeDigits(excess) > 0)
      advice.push(
        `Reaching the EU reported average of 1.36 would save about ${energy(excess)}${money > 0 ? `, or GBP ${money},` : ""} a year.`,
      );
  }
  advice.push(...germanLaw(input.country, rated, total));
  if (GE(it, 500) && inEu && input.country !== "DE")
    advice.push(
      "At 500 kW of installed IT power and above, an EU site must report yearly to the European database on data centres; run eed_datacentre_pack.",
    );
  if (doubtful)
    advice.push(
      "Check the meters: a working site always has cooling and power-chain losses, so PUE is greater than 1 by definition.",
    );
  advice.push(howToReport(input.measurement_category, found.annual !== null));
  return advice;
}

/** In MWh from 10000 kWh upwards. */
function energy(kwh: number): string {
  return GE(kwh, 10_000) ? `${threeDigits(kwh / 1000)} MWh` : `${threeDigits(kwh)} kWh`;
}

function threeDigits(amount: number): number {
  const step = amount < 1000 ? 1 : 10 ** (Math.floor(Math.log(amount) / Math.log(10)) - 2);
  return round(amount / step, 0) * step;
}

function germanLaw(country: string | undefined, rated: number, total: number): string[] {
  const report =
    "A German site of 300 kW of non-redundant connected load or more must publish and report its figures by 31 March each year (EnEfG s. 13(1)); run eed_datacentre_pack.";
  const limits = germanLimits(country, rated, total);
  return country === "DE" && GE(total, 300) ? [...limits, report] : limits;
}

function germanLimits(country: string | undefined, rated: number, total: number): string[] {
  if (country !== undefined && country !== "DE") return [];
  if (!GE(total, 300)) {
    return country === undefined
      ? []
      : [
          `The PUE limits of German law (EnEfG s. 11) apply from 300 kW of non-redundant connected load; the metered ${round(total, 2)} kW is below that, so check the connected load.`,
        ];
  }
  if (rated > 1.5) {
    const where = country === undefined ? "If the site is in Germany," : "In Germany";
    return [
      `${where} the Energy Efficiency Act (EnEfG s. 11, non-redundant connected load of 300 kW or more) limits the annual PUE of sites in operation before 1 July 2026 to 1.5 from 1 July 2027 and to 1.3 from 1 July 2030; a government bill (Bundestag paper 21/8027) would make that 1.6 and 1.4 but was not law at 1 November 2026. Plan a staged retrofit.`,
    ];
  }
  return rated > 1.3 && country !== undefined
    ? [
        "In Germany the value is within the 1.5 that EnEfG s. 11 sets from 1 July 2027 for sites in operation before 1 July 2026, but above the 1.3 that follows on 1 July 2030 (1.4 in the government bill of 2026); later sites have to reach 1.2 within two years of starting.",
      ]
    : [];
}

function howToReport(category: string | undefined, year: boolean): string {
  if (!year)
    return "This is a power snapshot. Report PUE on 12 months of energy, stating the measurement category (UPS output, PDU output or IT input), as ISO/IEC 30134-2 and EN 50600-4-2 require.";
  if (category === undefined)
    return "State the measurement category with the annual PUE (category 1 UPS output, 2 PDU output, 3 IT input), as ISO/IEC 30134-2 and EN 50600-4-2 require.";
  if (category === "category_1")
    return "Report it as PUE of category 1 (IT energy at the UPS output), the point that EU reporting prescribes.";
  const point =
    category === "category_2" ? "2 (IT energy at the PDU output)" : "3 (IT energy at the IT input)";
  return `Report it as PUE of category ${point}; EU reporting prescribes the UPS output (category 1) where there is a UPS, so the two are not comparable.`;
}

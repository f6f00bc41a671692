// Units in names: `_kw`, `_w_m2`, `_gbp_per_kwh`, `cost_per_m2_gbp`.

/** Units that a name may end with, in lower case. */
const WORDS =
  "kW kWh MWh GWh MW GW W Wh kVA GBP EUR AED USD SAR mm cm m km N kN MPa kPa Hz kg tCO2e kgCO2e K day person".split(
    " ",
  );
const MONEY = byName(["GBP", "EUR", "AED", "USD", "SAR"]);
/** Endings of names, with their units. */
export const SUFFIXES: Readonly<Record<string, string>> = {
  ...byName(WORDS),
  ...{ pct: "%", knm: "kN m", knm2: "kN m^2", nmm2: "N mm^2" },
  ...{ mm2: "mm^2", mm3: "mm^3", mm4: "mm^4", mm6: "mm^6", m2: "m^2", m3: "m^3" },
  ...{ cm2: "cm^2", cm3: "cm^3", cm4: "cm^4", dm6: "dm^6" },
  ...{ days: "day", weeks: "week", months: "month", years: "year", persons: "person" },
};
/** Units allowed only in denominators, because alone they are ordinary words. */
const DENOMINATORS: Readonly<Record<string, string>> = {
  ...SUFFIXES,
  ...byName(["year", "month", "week", "h", "s", "l"]),
  m2k: "m^2 K",
};
const NUMERATORS = new Set("kw kwh mwh kva gbp eur aed usd sar kg tco2e kgco2e m2 m3 kn".split(" "));

function byName(units: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(units.map((unit) => [unit.toLowerCase(), unit]));
}

/** Returns the unit in a name's suffix; undefined if there is none. */
export function unitOfName(name: string): string | undefined {
  const tokens = name.split("_");
  const per = tokens.lastIndexOf("per");
  if (per >= 0 && per < tokens.length - 1) {
    const after = tokens.slice(per + 1);
    // cost_per_m2_gbp means GBP/m2: the currency is last.
    const money = after.length > 1 ? MONEY[after[after.length - 1] ?? ""] : undefined;
    const under = (money === undefined ? after : after.slice(0, -1)).map((token) => DENOMINATORS[token]);
    if (under.every((unit) => unit !== undefined)) {
      const over = money ?? SUFFIXES[tokens[per - 1] ?? ""] ?? "1";
      return `${over}/${under.join("/")}`;
    }
  }
  if (tokens.length < 2) return undefined;
  const last = tokens[tokens.length - 1] ?? "";
  const before = tokens[tokens.length - 2] ?? "";
  const stem = tokens[tokens.length - 3] ?? "";
  const under = DENOMINATORS[last];
  if (under !== undefined && isNumerator(before, last, stem))
    return `${before === "l" ? "l" : SUFFIXES[before]}/${under}`;
  if (last === "c") return /(^|_)(t|temp|temperature)(_|$)/.test(name) ? "degC" : undefined;
  return SUFFIXES[last];
}

/** Numerators of quotients. A single letter counts only after a complete word, because `i_w_mm6` is a symbol. */
function isNumerator(token: string, under: string, stem: string): boolean {
  if (stem === "") return false;
  if (token === "m") return under === "s" && stem.length > 1;
  if (token === "w" || token === "l") return stem.length > 1;
  return NUMERATORS.has(token);
}

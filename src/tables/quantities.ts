// Units as people write them in headings and cells: m², sq ft, kWh/m²a, £k. They are read by the engine's own units.
import {
  multiply,
  ONE,
  parseUnit,
  power,
  sameDimensions,
  type Unit,
  unitWords,
} from "../engine/language/units.js";

/** Spellings of units, in small letters, and factors of units that the engine does not have. */
const SPELLINGS: Readonly<Record<string, string | readonly [factor: number, unit: string]>> = {
  ...{ sqm: "m2", qm: "m2", "m^2": "m2", "m^3": "m3", cbm: "m3", cum: "m3", sf: "sqft", ft2: "sqft" },
  ...{ hectare: "ha", hectares: "ha", acre: [4046.86, "m2"], acres: [4046.86, "m2"] },
  ...{ metre: "m", metres: "m", meter: "m", meters: "m", lm: "m", mtr: "m", mtrs: "m" },
  ...{
    ft: [0.3048, "m"],
    feet: [0.3048, "m"],
    in: [0.0254, "m"],
    inch: [0.0254, "m"],
    inches: [0.0254, "m"],
  },
  ...{ litre: "l", litres: "l", liter: "l", liters: "l", ltr: "l" },
  ...{
    tonne: "t",
    tonnes: "t",
    tonnen: "t",
    to: "t",
    kgs: "kg",
    lb: [0.453592, "kg"],
    lbs: [0.453592, "kg"],
  },
  ...{
    a: "year",
    yr: "year",
    yrs: "year",
    y: "year",
    annum: "year",
    jahr: "year",
    jahre: "year",
    jaar: "year",
  },
  ...{ an: "year", ans: "year", mo: "month", mth: "month", monat: "month", mois: "month", maand: "month" },
  ...{ wk: "week", wks: "week", woche: "week", wochen: "week", semaine: "week", semaines: "week" },
  ...{ d: "day", hr: "h", hrs: "h", std: "h", mins: "min", sec: "s" },
  ...{ btu: [1055.06, "J"], kcal: [4184, "J"], therm: [105_505_585, "J"], therms: [105_505_585, "J"] },
  ...{ hp: [745.7, "W"], knm: "kN m", kts: "kt", pers: "person", people: "person", occupants: "person" },
  ...{ "£": "GBP", "€": "EUR", $: "USD", gbp: "GBP", eur: "EUR", usd: "USD", euro: "EUR", euros: "EUR" },
  ...{
    "£k": [1000, "GBP"],
    "k£": [1000, "GBP"],
    "€k": [1000, "EUR"],
    "k€": [1000, "EUR"],
    "t€": [1000, "EUR"],
  },
  ...{
    teur: [1000, "EUR"],
    keur: [1000, "EUR"],
    kgbp: [1000, "GBP"],
    "£m": [1e6, "GBP"],
    "€m": [1e6, "EUR"],
  },
  ...{ pounds: "GBP", dirham: "AED", dirhams: "AED", dhs: "AED", pct: "%", percent: "%", prozent: "%" },
  ...{ "°c": "degC", celsius: "degC", kgco2: "kgCO2e", tco2: "tCO2e", kgco2eq: "kgCO2e", tco2eq: "tCO2e" },
};
const CANONICAL: ReadonlyMap<string, string> = new Map(
  unitWords()
    .toReversed()
    .map((word) => [word.toLowerCase(), word]),
);
const LONGEST = 24;

/** Returns the unit of a text, or undefined. */
export function unitIn(text: string): Unit | undefined {
  if (text.length > LONGEST || !/[\p{L}%£€$]/u.test(text)) return undefined;
  const plain = text
    .trim()
    .replaceAll("²", "2")
    .replaceAll("³", "3")
    .replace(/\bsq(?:uare|\.)?\s*(?:m\b\.?|met(?:re|er)s?)/gi, "m2")
    .replace(/\bsq(?:uare|\.)?\s*(?:ft\b\.?|feet|foot)/gi, "sqft")
    .replace(/\s*\b(?:p\.\s?a\.?|pa|p\.?\/a)$/, "/year")
    .replace(/\s+(?:per|pro|par)\s+/gi, "/")
    .replace(/CO2\s*-?\s*(?:eq|e)?\b\.?/gi, "CO2e")
    .replace(/\b(k?g|t)\s+CO2e/g, "$1CO2e")
    .replace(/[()]/g, " ")
    .replace(/[·*]/g, " ");
  const [over = "", ...under] = plain.split("/");
  if (over.trim() === "") return undefined;
  const above = product(over);
  return under.reduce<Unit | undefined>((unit, part) => {
    const below = product(part);
    return unit === undefined || below === undefined ? undefined : multiply(unit, below, -1);
  }, above);
}

function product(text: string): Unit | undefined {
  const factors = text.trim().split(/[\s.]+/);
  let unit: Unit | undefined = ONE;
  for (const factor of factors) {
    const own: Unit | undefined = simple(factor) ?? glued(factor);
    if (own === undefined || unit === undefined) return undefined;
    unit = multiply(unit, own);
  }
  return unit;
}

/** The unit of a field. Apparent power is another quantity here, because the power factor between them is unknown. */
export function unitOfField(unit: string | undefined): Unit | undefined {
  return unit?.includes("VA") === true ? unitIn(unit) : parseUnit(unit ?? "1");
}

function simple(word: string): Unit | undefined {
  const unit = realUnit(word);
  if (unit === undefined || !/^[kMG]?VA$/i.test(word)) return unit;
  return { ...unit, dimensions: { ...unit.dimensions, apparent: 1 } };
}

function realUnit(word: string): Unit | undefined {
  const small = word.toLowerCase();
  const exact = /^[A-Z]$/.test(word) ? parseUnit(word) : undefined;
  const spelling = Object.hasOwn(SPELLINGS, small) ? SPELLINGS[small] : undefined;
  if (exact !== undefined) return exact;
  if (typeof spelling === "object") {
    const base = parseUnit(spelling[1]);
    return base === undefined ? undefined : { ...base, scale: base.scale * spelling[0] };
  }
  const power3 = /^(.*?[a-z])([23])$/.exec(small);
  const found = parseUnit(spelling ?? word) ?? parseUnit(CANONICAL.get(small) ?? "");
  if (found !== undefined || power3 === null) return found;
  const base = simple(power3[1] ?? "");
  return base === undefined ? undefined : power(base, Number(power3[2]));
}

/** `m2a` is a square metre times a year, `m2K` times a kelvin. */
function glued(word: string): Unit | undefined {
  const match = /^(m2)(a|y|yr|K|year)$/.exec(word);
  if (match === null) return undefined;
  const [, area = "", other = ""] = match;
  const [first, second] = [simple(area), simple(other)];
  return first === undefined || second === undefined ? undefined : multiply(first, second);
}

/** How many of one unit another is: undefined if they measure different things. */
export function factorBetween(from: Unit, to: Unit): number | undefined {
  if (!sameDimensions(from, to)) return undefined;
  const factor = from.scale / to.scale;
  // 1e-9 of rounding is no conversion.
  return Math.abs(factor - 1) < 1e-9 ? 1 : Number(factor.toPrecision(12));
}

export interface Heading {
  /** The words that name the quantity. */
  readonly name: string;
  /** The unit as it is written. */
  readonly unit?: string;
}

const BRACKETS = /^(.*?)\s*[([{]([^()[\]{}]*(?:\([^()]*\))?[^()[\]{}]*)[)\]}]\s*(.*)$/s;

/** Returns possible meanings of a heading, the likeliest first: the whole text, with a unit, without brackets. */
export function readingsOfHeading(text: string): Heading[] {
  const heading = text
    .replace(/\s+/g, " ")
    .replace(/[*:?]+\s*$/, "")
    .trim();
  const found: Heading[] = [{ name: heading }];
  const bracket = BRACKETS.exec(heading);
  if (bracket !== null) {
    const [, before = "", inside = "", after = ""] = bracket;
    const rest = `${before} ${after}`.trim();
    if (unitIn(inside) !== undefined) return [{ name: rest, unit: inside.trim() }, { name: heading }];
    found.push({ name: `${before} ${inside} ${after}`.trim() }, { name: rest });
    for (const each of trailing(rest)) found.push(each);
    return found;
  }
  return [...found, ...trailing(heading)];
}

function trailing(heading: string): Heading[] {
  const split = /^(.*?)\s*(?:,|;|:|\s[-–]\s|\s(?:in|en)\s)\s*([^,;:]+)$/i.exec(heading);
  if (split !== null && unitIn(split[2] ?? "") !== undefined)
    return [{ name: split[1] ?? "", unit: (split[2] ?? "").trim() }];
  const words = heading.split(/[\s_]+/);
  const found: Heading[] = [];
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const unit = words.slice(-count).join(" ");
    if (unitIn(unit) !== undefined) found.push({ name: words.slice(0, -count).join(" "), unit });
  }
  return found;
}

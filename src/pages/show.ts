// Formats values and units: grouped digits, raised powers.

const NARROW_SPACE = "\u202F";
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Rounds computed numbers to six significant digits; whole numbers and money stay exact. */
export function rounded(value: number, digits = 6): number {
  if (Number.isInteger(value)) return value;
  const money = Math.abs(value) >= 1e5 && Math.abs(value) < 1e12;
  return money ? Math.round(value * 100) / 100 : Number(value.toPrecision(digits));
}

/** Returns every digit, with a power of ten for very large or small numbers. */
export function digitsOf(value: number): { digits: string; power?: number } {
  const size = Math.abs(value);
  if (value === 0 || !Number.isFinite(value) || (size >= 1e-4 && size < 1e15))
    return { digits: String(value) };
  const [digits = "", power = "0"] = value.toExponential().split("e");
  return { digits, power: Number(power) };
}

/** Groups thousands as ISO 80000-1 does; four digits stay together. */
export function grouped(digits: string, space: string = NARROW_SPACE): string {
  const [whole = "", rest] = digits.split(".");
  const apart = whole.replace(/^-/, "").length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, space) : whole;
  return rest === undefined ? apart : `${apart}.${rest}`;
}

const MINUS = "\u2212";

/** Formats a computed number. */
export function numberText(value: number): string {
  return exactNumber(rounded(value));
}

/** Formats every digit, for numbers of definitions, inputs and rounded results. */
export function exactNumber(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  const { digits, power } = digitsOf(value);
  const text = grouped(digits).replace(/^-/, MINUS);
  return power === undefined ? text : `${text} × 10${raised(String(power))}`;
}

export function raised(digits: string): string {
  return digits.replace(/[-\d]/g, (digit) => (digit === "-" ? "⁻" : (RAISED[Number(digit)] ?? digit)));
}

/** Units with a plural: one day, two days. */
const COUNTED = /^(day|week|month|year|person)s?$/;

/** Everything after a slash divides: W/m^2/K and W/m^2 K are both W/(m²·K). */
export function unitText(unit: string | undefined, value?: unknown): string {
  if (unit === undefined || unit === "1") return "";
  const word = COUNTED.exec(unit)?.[1];
  if (word !== undefined) return Math.abs(Number(value ?? 2)) === 1 ? word : `${word}s`;
  const [over = "", ...under] = unit.split("/");
  // The numerator can be plural; units after a slash are singular.
  const above = COUNTED.test(over) ? unitText(over, value) : over;
  const below = under.flatMap((part) => part.trim().split(/[\s*]+/)).map((each) => unitText(each, 1));
  const whole = below.length > 1 ? `${above}/(${below.join(" ")})` : [above, ...below].join("/");
  return whole
    .replace(/\^(-?\d+)/g, (_, digits: string) => raised(digits))
    .replace(/([A-Za-z])([234])\b/g, (_, word: string, digit: string) => `${word}${raised(digit)}`)
    .replace(/CO2e/g, "CO₂e")
    .replace(/degC/g, "°C")
    .replace(/ /g, "·");
}

/** Currencies with a sign before the amount; others use their code. */
const CURRENCIES: Readonly<Record<string, string>> = {
  GBP: "£",
  EUR: "€",
  USD: "$",
  AED: `AED${NARROW_SPACE}`,
};

/** Splits a quantity into amount and unit: £12 000, €3112/m², 12 kW. The unit may be empty. */
export function quantityPieces(
  value: number,
  unit: string | undefined,
  number?: ShowNumber,
): readonly [amount: string, unit: string] {
  const [, currency = "", per = ""] = /^([A-Z]{3})(\/.*)?$/.exec(unit ?? "") ?? [];
  const sign = CURRENCIES[currency];
  // A price level with the unit 1/EUR reads as "1.05/EUR".
  if (sign === undefined) return [(number ?? exactNumber)(value), unitText(unit, value).replace(/^1\//, "/")];
  // Omits pence for thousands, unless a format is given.
  const size = Math.abs(value);
  const amount = number?.(size) ?? exactNumber(size >= WHOLE_MONEY ? Math.round(size) : size);
  return [`${value < 0 ? MINUS : ""}${sign}${amount}`, unitText(per)];
}

const WHOLE_MONEY = 10_000;

/** Formats a quantity as one text. */
export function quantityText(value: number, unit: string | undefined, number?: ShowNumber): string {
  const [amount, rest] = quantityPieces(value, unit, number);
  return `${amount}${gapBefore(rest)}${rest}`;
}

/** Returns the space between number and unit: €3112/m², 12 kW. */
export function gapBefore(unit: string): string {
  return unit === "" || unit.startsWith("/") ? "" : NARROW_SPACE;
}

/** Formats a number for a sentence: three digits; whole numbers in full up to ten thousand. */
export function spokenNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= WHOLE_MONEY) return exactNumber(Number(value.toPrecision(3)));
  return exactNumber(size >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

export type ShowNumber = (value: number) => string;

/** Formats a value without its unit; null means unknown or not applicable. */
export function valueText(value: unknown, number: ShowNumber = numberText): string {
  if (value === null || value === undefined) return "n/a";
  if (typeof value === "number") return number(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((item) => valueText(item, number)).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, field]) => `${name} ${valueText(field, number)}`)
      .join(", ");
  return String(value);
}

/** Formats a value of a definition with every digit. */
export function exactText(value: unknown): string {
  return valueText(value, exactNumber);
}

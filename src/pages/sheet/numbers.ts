// Numbers inside formulas and steps of a sheet: short, with their unit. Results are shown elsewhere with every digit.
import { digitsOf, exactNumber, grouped, unitText } from "../show.js";
import { escapeTex } from "../tex-names.js";

/** Whole numbers in full, others to five figures that count; large ones, such as money, to two decimals. */
export function shortValue(value: number): number {
  if (Number.isInteger(value)) return value;
  const size = Math.abs(value);
  return size >= 1e5 && size < 1e12 ? Math.round(value * 100) / 100 : Number(value.toPrecision(5));
}

export function shortNumber(value: number): string {
  return exactNumber(shortValue(value));
}

/** A value as TeX, upright, its unit after a thin space. */
export function quantityTex(value: number | string, unit: string | undefined): string {
  if (typeof value === "string") return `\\text{${escapeTex(value)}}`;
  const { digits, power } = digitsOf(shortValue(value));
  const number = `${grouped(digits, "\\,")}${power === undefined ? "" : `\\cdot 10^{${power}}`}`;
  const sign = unitTex(unit, value);
  return `${value < 0 ? `(${number})` : number}${sign === "" ? "" : `\\,${sign}`}`;
}

/** A unit as TeX: kN m^2 with its power raised. */
function unitTex(unit: string | undefined, value: number): string {
  const words = unitText(unit, value);
  if (words === "" || unit === undefined) return "";
  if (/^[a-z]{3,}$/.test(words)) return `\\text{${words}}`;
  const parts = unit.split(/\^(-?\d+)/).map((part, at) => (at % 2 === 1 ? `^{${part}}` : plainUnit(part)));
  return `\\mathrm{${parts.join("")}}`;
}

function plainUnit(part: string): string {
  return escapeTex(part).replace(/degC/g, "{}^{\\circ}C").replace(/CO2e/g, "CO_{2}e").replace(/ /g, "\\,");
}

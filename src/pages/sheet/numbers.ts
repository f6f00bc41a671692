// Short numbers with units in formulas and steps. Results elsewhere show every digit.
import { exactNumber, rounded, unitText } from "../show.js";
import { escapeTex, numberTex, wordsTex } from "../tex-names.js";

/** Five significant digits. */
export function shortValue(value: number): number {
  return rounded(value, 5);
}

export function shortNumber(value: number): string {
  return exactNumber(shortValue(value));
}

/** Four significant digits; more if they would hide a deviation from a round number, such as 0.99996. */
export function lineNumber(value: number): string {
  const few = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4));
  const isHidden = few !== value && few === Number(value.toPrecision(2));
  return exactNumber(isHidden ? rounded(value) : few);
}

/** Returns a value as TeX, with its unit after a thin space. */
export function quantityTex(value: number | string, unit: string | undefined): string {
  if (typeof value === "string") return wordsTex(value);
  const number = numberTex(shortValue(value));
  const sign = unitTex(unit, value);
  return `${value < 0 ? `(${number})` : number}${sign === "" ? "" : `\\,${sign}`}`;
}

/** Returns a unit as TeX with raised powers. */
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

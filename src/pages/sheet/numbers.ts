// Numbers inside formulas and steps of a sheet: short, with their unit. Results are shown elsewhere with every digit.
import { exactNumber, rounded, unitText } from "../show.js";
import { escapeTex, numberTex, wordsTex } from "../tex-names.js";

/** Five digits that count: enough to follow a calculation by. */
export function shortValue(value: number): number {
  return rounded(value, 5);
}

export function shortNumber(value: number): string {
  return exactNumber(shortValue(value));
}

/** Four figures of a number in a line of reasons; more where these would hide that it is not a round one: 0.99996. */
export function lineNumber(value: number): string {
  const few = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4));
  const isHidden = few !== value && few === Number(value.toPrecision(2));
  return exactNumber(isHidden ? rounded(value) : few);
}

/** A value as TeX, upright, its unit after a thin space. */
export function quantityTex(value: number | string, unit: string | undefined): string {
  if (typeof value === "string") return wordsTex(value);
  const number = numberTex(shortValue(value));
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

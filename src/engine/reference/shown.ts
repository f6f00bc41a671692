// Values as texts show them: rounded, with commas, lists joined.
import type { ReferenceValue } from "./frame.js";
import { roundDecimal } from "./meaning.js";
import { plain } from "./scale-word.js";

export function shown(
  value: ReferenceValue,
  decimals: number | undefined,
  round: number | undefined,
): string {
  if (value === null) return "n/a";
  if (typeof value === "number") {
    if (decimals !== undefined) return roundDecimal(value, decimals).toFixed(decimals);
    if (round !== undefined) return String(roundDecimal(value, round));
    return String(Number.isInteger(value) ? value : Number(value.toPrecision(12)));
  }
  if (Array.isArray(value)) return value.map((item) => shown(item, undefined, undefined)).join(", ");
  return String(plain(value));
}

export function withCommas(digits: string): string {
  const [whole = "", rest] = digits.split(".");
  const sign = whole.startsWith("-") ? "-" : "";
  const groups: string[] = [];
  for (let at = whole.length; at > sign.length; at -= 3)
    groups.unshift(whole.slice(Math.max(at - 3, sign.length), at));
  return `${sign}${groups.join(",")}${rest === undefined ? "" : `.${rest}`}`;
}

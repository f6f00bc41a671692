// Numbers and lists as sentences of a result show them.
import { type Datum, plain } from "./frame.js";
import { roundDecimal } from "./functions.js";

export interface Shown {
  readonly decimals?: number | undefined;
  readonly grouped?: boolean | undefined;
  readonly round?: number | undefined;
}

export function shown(value: Datum, { decimals, grouped, round }: Shown = {}): string {
  if (value === null) return "n/a";
  if (typeof value === "number") {
    if (decimals !== undefined) {
      const digits = roundDecimal(value, decimals).toFixed(decimals);
      return grouped === true ? withCommas(digits) : digits;
    }
    if (round !== undefined) return String(roundDecimal(value, round));
    return String(Number.isInteger(value) ? value : Number(value.toPrecision(12)));
  }
  if (Array.isArray(value)) return value.map((item) => shown(item)).join(", ");
  return String(plain(value));
}

function withCommas(digits: string): string {
  const [whole = "", rest] = digits.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

// Formats changed results with titles and words of the tool's schemas.
import { exactText, numberText, unitText } from "../../pages/show.js";
import { fieldAt, type JsonSchema, worded } from "../../wording/field-words.js";

/** Titles from the outermost in. */
export function titleAt(schema: JsonSchema, path: string): string {
  return fieldAt(schema, path).titles.join(", ");
}

export function wordAt(schema: JsonSchema, path: string, value: unknown): string {
  if (value === undefined || value === null) return "not given";
  return exactText(worded(value, fieldAt(schema, path).schema));
}

export function unitAt(schema: JsonSchema, path: string): string {
  return unitText(fieldAt(schema, path).unit);
}

/** Formats a number; a list by its length. */
export function amount(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} entries`;
  return typeof value === "number"
    ? exactText(value)
    : value === null || value === undefined
      ? "none"
      : String(value);
}

export function changeWords(before: unknown, after: unknown): string {
  if (typeof before !== "number" || typeof after !== "number") return "";
  const step = after - before;
  const sign = step > 0 ? "+" : "";
  const share =
    before === 0 ? "" : `, ${sign}${numberText(Number(((100 * step) / Math.abs(before)).toPrecision(3)))} %`;
  return `${sign}${numberText(Number(step.toPrecision(4)))}${share}`;
}

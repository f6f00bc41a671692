// Checks limits of inputs at any depth: safe patterns, complete and consistent bounds, and defaults within them.

import { LIMITS } from "../language/bounds.js";
import type { Report } from "../language/findings.js";
import { patternFault } from "../language/patterns.js";
import { isDateText } from "../language/types.js";
import { entriesIn } from "./fields.js";
import { kindOf, refusesBlank } from "./input-schema.js";
import { isYamlMap, locationOf, type Yaml, type YamlMap } from "./yaml.js";

/** `name` is the name of the input in messages. */
export function checkLimits(name: string, input: Yaml | undefined, report: Report): void {
  if (!isYamlMap(input)) return;
  const fault = typeof input.pattern === "string" ? patternFault(input.pattern, longest(input)) : undefined;
  if (fault !== undefined) report.error("input", locationOf(input, "pattern"), fault.message, fault.hint);
  else if (typeof input.pattern === "string" && refusesBlank(input) && takesBlank(input.pattern))
    report.error(
      "input",
      locationOf(input, "pattern"),
      "The pattern takes a text of spaces alone, or of nothing.",
      "correct it, or write blank: true and describe the meaning of a blank",
    );
  checkDays(input, report);
  checkOrder(input, report);
  checkBounded(name, input, report);
  checkLimits(`an item of ${name}`, input.items, report);
  for (const [field, inner] of entriesIn(input, "fields")) checkLimits(`${field} of ${name}`, inner, report);
}

function takesBlank(pattern: string): boolean {
  const fits = new RegExp(pattern, "u");
  return ["", " ", "   "].some((blank) => fits.test(blank));
}

/** A longer text is refused before its pattern is tested. */
function longest({ at_most }: YamlMap): number {
  return typeof at_most === "number" ? at_most : LIMITS.unboundedText;
}

const LOWER = ["at_least", "above"];
const UPPER = ["at_most", "below"];

/** Numbers need both bounds, so that mistakes of callers are caught and results stay bounded. */
function checkBounded(name: string, input: YamlMap, report: Report): void {
  if (!["number", "integer"].includes(kindOf(input)) || "choices" in input) return;
  const open = (bounds: readonly string[], way: string) => {
    if (bounds.some((key) => key in input)) return;
    const message = `${name.replace(/^an item/, "An item")} can be any number, however ${way}.`;
    report.error("input", locationOf(input), message, `state ${bounds.join(" or ")}`);
  };
  open(LOWER, "small");
  open(UPPER, "large");
}

/** The structure checks the format of dates; this checks the calendar. */
function checkDays(input: YamlMap, report: Report): void {
  for (const key of ["at_least", "at_most"]) {
    const bound = input[key];
    if (typeof bound === "string" && !isDateText(bound))
      report.error("input", locationOf(input, key), `No calendar has the day ${bound}.`);
  }
}

function checkOrder(input: YamlMap, report: Report): void {
  for (const [lower, upper] of LOWER.flatMap((key) => UPPER.map((other) => [key, other] as const))) {
    const [low, high] = [input[lower], input[upper]];
    const areDays = typeof low === "string" && typeof high === "string";
    if (!areDays && (typeof low !== "number" || typeof high !== "number")) continue;
    // An exclusive bound equal to the other bound leaves no values.
    const bothAllowed = lower === "at_least" && upper === "at_most";
    if (low < high || (low === high && bothAllowed)) continue;
    const meets = low === high ? "meets" : areDays ? "is after" : "is above";
    const message = `${lower} (${low}) ${meets} ${upper} (${high}): no input would be accepted.`;
    report.error("input", locationOf(input, lower), message, "one of the two was meant otherwise");
  }
}

/** Returns why a value cannot be a default; undefined if it can. */
export function refusedAssumption(
  property: Readonly<Record<string, unknown>>,
  value: unknown,
): string | undefined {
  if (Array.isArray(property.enum) && !property.enum.includes(value))
    return "is not one of the values allowed";
  switch (property.type) {
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "number":
    case "integer":
      return typeof value === "number" ? refusedNumber(property, value) : "must be a number";
    case "string":
      if (property.format === "date") return refusedDay(property, String(value));
      return typeof property.maxLength === "number" && String(value).length > property.maxLength
        ? `must have at most ${property.maxLength} characters`
        : undefined;
    default:
      return undefined;
  }
}

function refusedDay(
  { formatMinimum, formatMaximum }: Readonly<Record<string, unknown>>,
  day: string,
): string | undefined {
  if (!isDateText(day)) return "must be a date such as 2026-11-01";
  if (typeof formatMinimum === "string" && day < formatMinimum) return `must be ${formatMinimum} or later`;
  if (typeof formatMaximum === "string" && day > formatMaximum) return `must be ${formatMaximum} or earlier`;
  return undefined;
}

function refusedNumber(property: Readonly<Record<string, unknown>>, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = property;
  if (property.type === "integer" && !Number.isInteger(value)) return "must be a whole number";
  if (typeof minimum === "number" && value < minimum) return `must be at least ${minimum}`;
  if (typeof maximum === "number" && value > maximum) return `must be at most ${maximum}`;
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum)
    return `must be above ${exclusiveMinimum}`;
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum)
    return `must be below ${exclusiveMaximum}`;
  return undefined;
}

// Limits that an input's schema states, wherever they stand in it: regular expressions that can be tried, bounds between which
// there is something, and what is taken in the caller's place within these.

import { LIMITS } from "../language/bounds.js";
import type { Report } from "../language/findings.js";
import { locationOf } from "../language/locations.js";
import { patternFault } from "../language/patterns.js";
import { isDateText } from "../language/types.js";
import { refusesBlank } from "./input-schema.js";
import { isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

export function checkLimits(schema: Yaml | undefined, report: Report): void {
  if (!isYamlMap(schema)) return;
  const fault =
    typeof schema.pattern === "string" ? patternFault(schema.pattern, longest(schema)) : undefined;
  if (fault !== undefined) report.error("input", locationOf(schema, "pattern"), fault.message, fault.hint);
  else if (typeof schema.pattern === "string" && refusesBlank(schema) && takesBlank(schema.pattern))
    report.error(
      "input",
      locationOf(schema, "pattern"),
      "The pattern takes a text of spaces alone, or of nothing.",
      "mend it, or write blank: true and say what it means",
    );
  checkOrder(schema, report);
  for (const inner of [schema.items, schema.additionalProperties, schema.propertyNames])
    checkLimits(inner, report);
  for (const inner of Array.isArray(schema.anyOf) ? schema.anyOf : []) checkLimits(inner, report);
  if (isYamlMap(schema.properties))
    for (const inner of Object.values(schema.properties)) checkLimits(inner, report);
}

function takesBlank(pattern: string): boolean {
  const fits = new RegExp(pattern, "u");
  return ["", " ", "   "].some((blank) => fits.test(blank));
}

/** A longer text is refused before its pattern is looked at. */
function longest({ maxLength }: YamlMap): number {
  return typeof maxLength === "number" ? maxLength : LIMITS.unboundedText;
}

/** Lower bounds with the upper ones that they must not pass; between an exclusive one and its like nothing is left. */
const BOUNDS: readonly (readonly [lower: string, upper: string])[] = [
  ["minimum", "maximum"],
  ["exclusiveMinimum", "maximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
];

function checkOrder(schema: YamlMap, report: Report): void {
  for (const [lower, upper] of BOUNDS) {
    const [low, high] = [schema[lower], schema[upper]];
    if (typeof low !== "number" || typeof high !== "number") continue;
    const exclusive = `${lower}${upper}`.includes("exclusive");
    if (low < high || (low === high && !exclusive)) continue;
    const meets = low === high ? "meets" : "is above";
    const message = `${lower} (${low}) ${meets} ${upper} (${high}): no input would be accepted.`;
    report.error("input", locationOf(schema, lower), message, "one of the two was meant otherwise");
  }
}

/** Why a value cannot stand for an input that is not sent; undefined where it can. */
export function refusedDefault(
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
      if (property.format === "date" && !isDateText(String(value)))
        return "must be a date such as 2026-11-01";
      return typeof property.maxLength === "number" && String(value).length > property.maxLength
        ? `must have at most ${property.maxLength} characters`
        : undefined;
    default:
      return undefined;
  }
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

// Regular expressions that inputs must match, wherever they stand in the schema.

import { LIMITS } from "../language/bounds.js";
import type { Report } from "../language/findings.js";
import { locationOf } from "../language/locations.js";
import { patternFault } from "../language/patterns.js";
import { isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

export function checkPatterns(schema: Yaml | undefined, report: Report): void {
  if (!isYamlMap(schema)) return;
  const fault =
    typeof schema.pattern === "string" ? patternFault(schema.pattern, longest(schema)) : undefined;
  if (fault !== undefined) report.error("input", locationOf(schema, "pattern"), fault.message, fault.hint);
  for (const inner of [schema.items, schema.additionalProperties, schema.propertyNames])
    checkPatterns(inner, report);
  for (const inner of Array.isArray(schema.anyOf) ? schema.anyOf : []) checkPatterns(inner, report);
  if (isYamlMap(schema.properties))
    for (const inner of Object.values(schema.properties)) checkPatterns(inner, report);
}

/** A longer text is refused before its pattern is looked at. */
function longest({ maxLength }: YamlMap): number {
  return typeof maxLength === "number" ? maxLength : LIMITS.unboundedText;
}

// Which texts of a caller must be looked at before a result is written as JSON: none where the definition's own texts can
// stand as they are and the schema lets no others in.
import { holdsPlainTexts, isPlain } from "../run/plain-texts.js";

type Schema = Readonly<Record<string, unknown>>;

/**
 * Inputs that may bring in any text: what a caller sends there is looked at when it comes. Undefined where the definition's
 * own texts must be looked at.
 */
export function freeTexts(texts: readonly string[], inputs: Schema): readonly string[] | undefined {
  if (!texts.every(isPlain)) return undefined;
  return takesPlainTextsOnly(inputs) ? [] : freeInputs(inputs);
}

/** Inputs that may bring in any text; undefined where the names themselves are free. */
function freeInputs({ type, properties = {}, additionalProperties, ...more }: Schema): string[] | undefined {
  if (type !== "object" || additionalProperties !== false) return undefined;
  if (Object.keys(more).some((keyword) => !KNOWN.has(keyword))) return undefined;
  const named = Object.entries(properties as Readonly<Record<string, unknown>>);
  if (!named.every(([name]) => isPlain(name))) return undefined;
  return named.flatMap(([name, inner]) => (isSchema(inner) && takesPlainTextsOnly(inner) ? [] : [name]));
}

/** Keywords of a schema that say nothing about which texts it takes, or are looked at below. */
const KNOWN = new Set(
  (
    "type enum format properties required additionalProperties propertyNames items description title default " +
    "examples minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems " +
    "minProperties maxProperties minLength maxLength pattern unit scale label"
  ).split(" "),
);

/** Whether every text that the schema lets through is one of those that it lists, or a date. */
function takesPlainTextsOnly(schema: Schema): boolean {
  if (Object.keys(schema).some((keyword) => !KNOWN.has(keyword))) return false;
  const types = [schema.type].flat();
  if (Array.isArray(schema.enum)) return schema.enum.every(holdsPlainTexts);
  return types.every((type) => {
    switch (type) {
      case "number":
      case "integer":
      case "boolean":
      case "null":
        return true;
      case "string":
        return schema.format === "date";
      case "array":
        return isSchema(schema.items) && takesPlainTextsOnly(schema.items);
      case "object":
        return takesPlainMembersOnly(schema);
      default:
        return false;
    }
  });
}

function takesPlainMembersOnly({ properties = {}, additionalProperties, propertyNames }: Schema): boolean {
  const named = Object.entries(properties as Readonly<Record<string, unknown>>);
  if (!named.every(([name, inner]) => isPlain(name) && isSchema(inner) && takesPlainTextsOnly(inner)))
    return false;
  if (additionalProperties === false) return true;
  return (
    isSchema(additionalProperties) &&
    takesPlainTextsOnly(additionalProperties) &&
    isSchema(propertyNames) &&
    Array.isArray(propertyNames.enum) &&
    propertyNames.enum.every(holdsPlainTexts)
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Whether all texts that a tool can give can stand in JSON as they are. That holds where its definition has no other
// texts and the caller brings none in: what is made of such texts, numbers and dates is such a text again.
import type { Program } from "../compile/program.js";

type Schema = Readonly<Record<string, unknown>>;

/** Characters that cannot stand in a JSON text as they are, and halves of characters, which could stand alone. */
export const UNSAFE = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/**
 * Inputs that may bring in any text: what a caller sends there is looked at when it comes. Undefined where the definition's
 * own texts must be looked at.
 */
export function freeTexts({ texts }: Pick<Program, "texts">, inputs: Schema): readonly string[] | undefined {
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

function isPlain(text: string): boolean {
  return !UNSAFE.test(text);
}

export function holdsPlainTexts(value: unknown): boolean {
  if (typeof value === "string") return isPlain(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isPlain(key) && holdsPlainTexts(inner));
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

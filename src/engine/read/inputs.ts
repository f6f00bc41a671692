// Reads inputs: their schema, and the types and units of their names.

import type { Report } from "../language/findings.js";
import type { FormHint, InputPlan } from "../language/inputs.js";
import { BUILT_IN } from "../language/locations.js";
import type { ToolDef } from "../language/model.js";
import { didYouMean } from "../language/nearest.js";
import {
  BOOLEAN,
  INTEGER,
  listOf,
  NOT_ON_SCALE,
  NUMBER,
  numberOf,
  orNull,
  plainShape,
  recordOf,
  type Scale,
  TEXT,
  type Type,
  textOf,
  UNKNOWN,
} from "../language/types.js";
import { unitOfName } from "../language/unit-names.js";
import { type Choices, foldedWord, Words } from "../language/words.js";
import { checkUnit } from "./fields.js";
import { checkLimits, refusedAssumption } from "./input-limits.js";
import { appliesIn } from "./input-notes.js";
import { InputSchemaReader, isRequired, type Schema, servedSchema } from "./input-schema.js";
import { wordsIn } from "./words.js";
import {
  entriesOf,
  isYamlMap,
  locationOf,
  locationOfKey,
  positionOf,
  recordPosition,
  type YamlMap,
} from "./yaml.js";

/** Tables, scales and titles that the section may use. */
interface Known extends Pick<ToolDef, "tables" | "scales"> {
  /** Titles of words in the tool and in the set. */
  readonly own: Choices;
  readonly common: Choices;
  /** Whether to derive titles from codes. */
  readonly derives: boolean;
}

export interface ReadInputs extends Pick<ToolDef, "inputs" | "inputSchema" | "inputTables" | "formHints"> {
  readonly words: Words;
}

export function readInputs(section: YamlMap, known: Known, report: Report): ReadInputs {
  for (const [name, input] of entriesOf(section)) checkLimits(name, input, report);
  const reader = new InputSchemaReader(known.tables, report);
  const schema = reader.object(section);
  const words = new Words(known.own, known.common, reader.choices, known.derives);
  reportSharedNames(section, reader.hints, report);
  reportParts(section, reader.hints, schema, report);
  return {
    inputs: inputPlans(section, known, schema, report),
    inputSchema: servedSchema(schema, words),
    inputTables: reader.used,
    formHints: Object.fromEntries(reader.hints),
    words,
  };
}

/** Reports alternative names shared by two inputs, because a table header could mean either. */
function reportSharedNames(section: YamlMap, hints: ReadonlyMap<string, FormHint>, report: Report): void {
  const owners = new Map<string, string>();
  for (const [name, input] of entriesOf(section))
    for (const other of hints.get(name)?.also ?? []) {
      const owner = owners.get(foldedWord(other));
      owners.set(foldedWord(other), name);
      if (owner === undefined || !isYamlMap(input)) continue;
      const message = `${other} is a word for two inputs: ${owner} and ${name}.`;
      report.error("word", locationOf(input, "also"), message, "leave it to one of them");
    }
}

/** Reports parts of a sum that are no numbers among the inputs. */
function reportParts(
  section: YamlMap,
  hints: ReadonlyMap<string, FormHint>,
  schema: Schema,
  report: Report,
): void {
  const properties = schema.properties as Record<string, Schema>;
  const numbers = Object.keys(properties).filter((name) => properties[name]?.type === "number");
  for (const [name, input] of entriesOf(section)) {
    const wrong = hints.get(name)?.sumOf?.find((part) => part === name || !numbers.includes(part));
    if (wrong === undefined || !isYamlMap(input)) continue;
    const message = `${wrong} is no number among the inputs, so ${name} cannot be a sum of it.`;
    report.error("name", locationOf(input, "sum_of"), message, didYouMean(wrong, numbers));
  }
}

/** Adds an evaluation date for dated values, unless the tool declares one. */
export function withDay(section: YamlMap, edition: string): YamlMap {
  if ("as_of_date" in section) return section;
  const as_of_date = {
    title: "As of",
    type: "date",
    assumed: edition,
    description: `The date of the numbers in force, as published up to the edition; by default ${edition}.`,
  };
  const both = Object.assign(Object.create(null) as YamlMap, section, { as_of_date });
  const position = positionOf(section);
  recordPosition(both, position.with({ keys: new Map([["as_of_date", position.start]]) }));
  return both;
}

function inputPlans(holder: YamlMap, def: Known, schema: Schema, report: Report): Map<string, InputPlan> {
  const plans = new Map<string, InputPlan>();
  for (const [name, property] of Object.entries(schema.properties as Record<string, Schema>)) {
    const fallback = property.assumed as InputPlan["fallback"];
    const raw = holder[name] ?? null;
    const required = isRequired(raw);
    const base = inputType(property, def.scales, `input:${name}`);
    const ofName = unitOfName(name) ?? (property.type === "integer" ? "1" : undefined);
    const unit = property.unit === undefined ? ofName : String(property.unit);
    const stated = () => (isYamlMap(raw) ? locationOf(raw, "unit") : locationOfKey(holder, name));
    checkUnit(unit, stated, report);
    if (typeof property.scale === "string" && isYamlMap(raw)) scaleMatches(raw, def.scales, report);
    if (fallback !== undefined && isYamlMap(raw)) checkAssumed(name, raw, property, report);
    const items = (property.items ?? {}) as Schema;
    plans.set(name, {
      name,
      unit,
      required,
      fallback,
      type: required || fallback !== undefined ? base : orNull(base),
      ...(typeof items.unit === "string" ? { itemUnit: items.unit } : {}),
      isAssumed: fallback !== undefined || (isYamlMap(raw) && "assumption" in raw),
      isCautious: isYamlMap(raw) && raw.cautious === true,
      ...appliesIn(raw),
      isLabel: property.label !== undefined,
      location: locationOfKey(holder, name),
      at: isYamlMap(raw) ? positionOf(raw) : BUILT_IN,
    });
  }
  return plans;
}

function scaleMatches(raw: YamlMap, scales: ReadonlyMap<string, Scale>, report: Report): void {
  const scale = scales.get(String(raw.scale));
  if (scale === undefined) {
    const near = didYouMean(String(raw.scale), scales.keys());
    report.error("symbol", locationOf(raw, "scale"), `There is no scale ${String(raw.scale)}.`, near);
    return;
  }
  const words = wordsIn(raw.choices);
  const strange = words.find((word) => !scale.words.includes(String(word)));
  if (strange === undefined) return;
  const message = `${String(strange)} is not a word of the scale ${scale.name}.`;
  const free = scale.words.filter((word) => !words.includes(word));
  const near = didYouMean(String(strange), free, NOT_ON_SCALE);
  report.error("word", locationOf(raw, "choices"), message, near);
}

function checkAssumed(name: string, raw: YamlMap, property: Schema, report: Report): void {
  const { assumed } = property;
  const fault = refusedAssumption(property, assumed);
  if (fault === undefined) return;
  const message = `${String(assumed)}, which is assumed for ${name}, ${fault}.`;
  report.error("input", locationOf(raw, "assumed"), message, "assume an allowed value");
}

function inputType(property: Schema, scales: ReadonlyMap<string, Scale>, id: string): Type {
  const words = Array.isArray(property.enum) ? property.enum : undefined;
  switch (property.type) {
    case "number":
    case "integer":
      if (words !== undefined) return numberOf(words as number[]);
      return property.type === "integer" ? INTEGER : NUMBER;
    case "boolean":
      return BOOLEAN;
    case "string": {
      const scale = typeof property.scale === "string" ? scales.get(property.scale) : undefined;
      if (scale !== undefined) return { kind: "scale", scale, nullable: false };
      if (words !== undefined) return textOf(words.map(String));
      return property.format === "date" ? { kind: "date", nullable: false } : TEXT;
    }
    case "array":
      return listOf(inputType((property.items ?? {}) as Schema, scales, `${id}[]`));
    case "object": {
      if (property.properties !== undefined) {
        const required = Array.isArray(property.required) ? property.required : [];
        const fields = new Map<string, Type>();
        for (const [name, inner] of Object.entries(property.properties as Record<string, Schema>)) {
          const type = inputType(inner, scales, `${id}.${name}`);
          fields.set(name, required.includes(name) ? type : orNull(type));
        }
        return recordOf(plainShape(id, fields));
      }
      const value = inputType((property.additionalProperties ?? {}) as Schema, scales, `${id}{}`);
      const keys = (property.propertyNames as { enum?: string[] } | undefined)?.enum;
      return { kind: "map", value, nullable: false, ...(keys === undefined ? {} : { keys: new Set(keys) }) };
    }
    default:
      return UNKNOWN;
  }
}

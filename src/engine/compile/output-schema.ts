// Infers the JSON Schema of a tool's result from its types.

import { COMMON_FIELDS, type CommonField, LISTS } from "../language/common-fields.js";
import { defined } from "../language/defined.js";
import type { ResultNode, ToolDef } from "../language/model.js";
import { type Type, wordsOf } from "../language/types.js";
import { unitOfName } from "../language/unit-names.js";
import { inWords, isEnum, type WordField, type Words } from "../language/words.js";
import type { ToolPlan, TypedEntry, TypedResult } from "../typing/plan.js";

type Json = Record<string, unknown>;

export function outputSchema(plan: ToolPlan, fields: Readonly<Record<string, string>>): Json {
  const about = (name: string): Json => ({ title: inWords(name), description: fields[name] ?? name });
  const texts = (name: string, more: Json = {}): Json => ({
    ...{ type: "array", items: { type: "string" }, ...more },
    ...about(name),
  });
  const text = (name: string): Json => ({ type: "string", ...about(name) });
  const properties: Json = {};
  for (const result of plan.results) properties[result.node.name] = resultSchema(result, plan.def);
  const common: Record<CommonField, Json> = {
    flags: texts("flags", { items: { type: "string", ...defined({ enum: flagCodes(plan) }) } }),
    warnings: texts("warnings"),
    assumptions: texts("assumptions"),
    recommendations: texts("recommendations", { minItems: 1 }),
    standard_reference: text("standard_reference"),
    disclaimer: text("disclaimer"),
  };
  for (const field of plan.def.commonFields) properties[field] = common[field];
  // A tool with all common fields also returns the caller's plan.
  if (plan.def.commonFields.length === COMMON_FIELDS.length) properties.tier = text("tier");
  return {
    type: "object",
    properties,
    required: Object.keys(properties).filter((name) => name !== "tier"),
    additionalProperties: false,
  };
}

/** Returns the codes of a tool's flags; undefined if it has none, since an enum may not be empty. */
function flagCodes({ root }: ToolPlan): string[] | undefined {
  const slot = root.slots.get(LISTS.flags);
  const codesOf = (entries: readonly TypedEntry[]): string[] =>
    entries.flatMap(({ entry, rules }) =>
      rules === undefined ? [String(entry.own.get("code"))] : codesOf(rules),
    );
  const codes = slot?.body?.kind === "collect" ? codesOf(slot.body.entries) : [];
  return codes.length === 0 ? undefined : [...new Set(codes)];
}

/** `around` is the unit in the name of the enclosing object. */
function resultSchema(result: TypedResult, def: ToolDef, around?: string): Json {
  const { node } = result;
  const { body } = node;
  const about = aboutOf(node);
  const mayMiss = result.when !== undefined;
  if (body.kind === "leaf") {
    const type = result.value?.type ?? result.type;
    const whole =
      body.type === "integer" || (body.round !== undefined && body.round <= 0) || isCount(type, node.name);
    const unit = body.unit ?? unitOfName(node.name) ?? around ?? "1";
    const leaf = { whole, mayMiss, unit, words: def.words, field: node };
    const or = result.fields[0]?.type;
    if (or !== undefined) return { ...eitherSchema(typeSchema(type, leaf), typeSchema(or, leaf)), ...about };
    return { ...typeSchema(type, leaf), ...about };
  }
  const nullable = mayMiss || result.value?.type.nullable === true;
  const inside = unitOfName(node.name) ?? around;
  if (body.kind === "object") return { ...objectSchema(result.fields, nullable, def, inside), ...about };
  const [only] = result.fields;
  const item: Json =
    body.value === undefined || only === undefined
      ? objectSchema(result.fields, false, def, inside)
      : resultSchema(only, def, inside);
  if (result.key === undefined)
    return { type: nullable ? ["array", "null"] : "array", items: item, ...about };
  return {
    type: nullable ? ["object", "null"] : "object",
    additionalProperties: item,
    ...keyTitles(result.key.type, node, def),
    ...about,
  };
}

/** Returns titles of the keys that a keyed object can have. */
function keyTitles(type: Type, node: ResultNode, def: ToolDef): Json {
  const set = wordsOf(type);
  return set === undefined || !isEnum(set) ? {} : defined({ choices: def.words.written(set, node) });
}

function aboutOf({ title, symbol, description }: ResultNode): Json {
  // Omits a description equal to the title.
  return defined({ title, symbol, description: description === title ? undefined : description });
}

function objectSchema(
  fields: readonly TypedResult[],
  nullable: boolean,
  def: ToolDef,
  around: string | undefined,
): Json {
  return {
    type: nullable ? ["object", "null"] : "object",
    properties: Object.fromEntries(
      fields.map((field) => [field.node.name, resultSchema(field, def, around)]),
    ),
    required: fields.map((field) => field.node.name),
    additionalProperties: false,
  };
}

/** A whole number without a unit is a count; with a unit it may have decimals in other versions. */
function isCount(type: Type, name: string): boolean {
  return type.kind === "number" && type.integer && unitOfName(name) === undefined;
}

interface Leaf {
  readonly whole: boolean;
  readonly mayMiss: boolean;
  readonly unit: string;
  readonly words: Words;
  readonly field: WordField;
}

function typeSchema(type: Type, leaf: Leaf): Json {
  const nullable = type.nullable || leaf.mayMiss;
  const typed = (name: string): Json => ({ type: nullable ? [name, "null"] : name });
  switch (type.kind) {
    case "number":
      return { ...typed(leaf.whole ? "integer" : "number"), unit: leaf.unit };
    case "boolean":
      return typed("boolean");
    case "date":
      return typed("string");
    case "text":
    case "scale":
      return { ...typed("string"), ...words(wordsOf(type), nullable, leaf) };
    case "list":
      return { ...typed("array"), items: typeSchema(type.item, { ...leaf, whole: false, mayMiss: false }) };
    case "null":
      return { type: "null" };
    default:
      return {};
  }
}

/** Combines the schemas of a value and of its replacement for null. Words are then not listed. */
function eitherSchema(shown: Json, or: Json): Json {
  const { enum: _words, choices: _titles, ...more } = { ...or, ...shown };
  const kinds = [shown.type, or.type].flat().filter((kind) => kind !== "null");
  const nullable = [or.type].flat().includes("null");
  return { ...more, type: [...new Set(kinds), ...(nullable ? ["null"] : [])] };
}

/** Closed sets of words become enums with titles; sentences do not. */
function words(set: ReadonlySet<string> | undefined, nullable: boolean, leaf: Leaf): Json {
  if (set === undefined || !isEnum(set)) return {};
  const choices = leaf.words.written(set, leaf.field);
  return { enum: nullable ? [...set, null] : [...set], ...defined({ choices }) };
}

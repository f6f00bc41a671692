// Builds JSON Schemas of inputs: for formulas, with words from tables; and for callers, with units and titles. Maps
// with fixed keys become objects.

import type { Report } from "../language/findings.js";
import type { FormHint } from "../language/inputs.js";
import type { Location } from "../language/locations.js";
import type { TableDef } from "../language/model.js";
import { NOT_BLANK } from "../language/patterns.js";
import { unitOfName } from "../language/unit-names.js";
import { type Choices, foldedWord, type Words } from "../language/words.js";
import { choicesFrom, readChoices, suggestionsFrom, wordsIn } from "./words.js";
import { entriesOf, isYamlMap, locationOf, type Yaml, type YamlMap } from "./yaml.js";

export type Schema = Readonly<Record<string, unknown>>;

/** The kind of an input, from `type` or its other keys. */
export type InputKind = "number" | "integer" | "boolean" | "text" | "date" | "list" | "map" | "object";

const WRITTEN: ReadonlySet<unknown> = new Set(["number", "integer", "boolean", "text", "date", "map"]);

export function kindOf(input: YamlMap): InputKind {
  if (WRITTEN.has(input.type)) return input.type as InputKind;
  if ("names" in input || "fields_from" in input) return "map";
  if ("items" in input) return "list";
  if ("fields" in input) return "object";
  const { choices } = input;
  const areNumbers = Array.isArray(choices) && choices.every((each) => typeof each === "number");
  return "choices_from" in input || (choices !== undefined && !areNumbers) ? "text" : "number";
}

/** Whether the caller must send it. */
export function isRequired(input: Yaml): boolean {
  return !isYamlMap(input) || !("optional" in input || "assumed" in input);
}

/** Whether blank texts are refused: not for choices, labels or inputs with `blank`. */
export function refusesBlank(input: YamlMap): boolean {
  const listed = ["choices", "choices_from", "label", "blank"];
  return kindOf(input) === "text" && !listed.some((key) => key in input);
}

const TYPES: Readonly<Record<InputKind, Schema>> = {
  number: { type: "number" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  text: { type: "string" },
  date: { type: "string", format: "date", maxLength: 10 },
  list: { type: "array" },
  map: { type: "object" },
  object: { type: "object", additionalProperties: false },
};

/** Bounds by kind: of numbers and dates, characters of texts, entries of lists and maps. */
const BOUNDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  number: {
    above: "exclusiveMinimum",
    at_least: "minimum",
    at_most: "maximum",
    below: "exclusiveMaximum",
  },
  date: { at_least: "formatMinimum", at_most: "formatMaximum" },
  text: { at_least: "minLength", at_most: "maxLength" },
  list: { at_least: "minItems", at_most: "maxItems" },
  map: { at_least: "minProperties", at_most: "maxProperties" },
};

function boundsOf(kind: InputKind): Readonly<Record<string, string>> {
  return BOUNDS[kind === "integer" ? "number" : kind] ?? {};
}

/** Keys without a counterpart in the schema. */
const UNSAID: ReadonlySet<string> = new Set(["type", "optional", "blank", "assumption", "cautious"]);

export class InputSchemaReader {
  /** Tables with words of inputs. */
  readonly used = new Set<object>();
  /** Titles of words, by input. */
  readonly choices = new Map<string, Choices>();
  /** Facts for forms, by input. */
  readonly hints = new Map<string, FormHint>();

  constructor(
    readonly tables: ReadonlyMap<string, TableDef>,
    readonly report: Report,
  ) {}

  /** Returns the schema of an object. */
  object(fields: YamlMap): Schema {
    const all = entriesOf(fields);
    const required = all.filter(([, field]) => isRequired(field)).map(([name]) => name);
    return {
      ...TYPES.object,
      required,
      properties: Object.fromEntries(all.map(([name, field]) => [name, this.read(field, name)])),
    };
  }

  private read(input: Yaml, name: string): Schema {
    const written = isYamlMap(input) ? input : {};
    const kind = kindOf(written);
    const head: Record<string, unknown> = {};
    const out: Record<string, unknown> = {};
    for (const [key, inner] of entriesOf(written)) {
      if (UNSAID.has(key)) continue;
      if (key === "title" || key === "symbol") head[key] = inner;
      else Object.assign(out, this.said(key, inner, written, kind, name));
    }
    if (refusesBlank(written)) out.pattern ??= NOT_BLANK;
    return { ...head, ...TYPES[kind], ...out };
  }

  private said(key: string, inner: Yaml, input: YamlMap, kind: InputKind, name: string): Schema {
    const bound = boundsOf(kind)[key];
    switch (key) {
      case "at_least":
        return { [bound ?? key]: input.or ?? inner };
      case "or":
        return { anyOf: [{ const: inner }, { minimum: input.at_least }] };
      case "choices":
        this.words(readChoices(inner), name);
        this.otherWords(readChoices(inner), wordsIn(inner), name, locationOf(input, key));
        return { enum: wordsIn(inner) };
      case "choices_from": {
        const choices = choicesFrom(input, key, this);
        this.otherWords(choices, [...choices.keys()], name, locationOf(input, key));
        return { enum: this.words(choices, name) };
      }
      case "fields_from":
        return { propertyNames: { enum: this.words(choicesFrom(input, key, this), name) } };
      case "names":
        return { propertyNames: { enum: inner } };
      case "items":
        return { [kind === "map" ? "additionalProperties" : "items"]: this.read(inner, name) };
      case "fields": {
        const { required, properties } = this.object(isYamlMap(inner) ? inner : {});
        return { required, properties };
      }
      case "applies":
        return isYamlMap(inner) ? { "x-applies": `Only for ${String(inner.to)}.` } : {};
      case "unique":
        return { uniqueItems: true };
      case "also":
        return this.hint(name, { also: [inner].flat().map(String) });
      case "group":
        return this.hint(name, { group: String(inner) });
      case "sum_of":
        return this.hint(name, { sumOf: [inner].flat().map(String) });
      case "suggest_from":
        return this.hint(name, { suggestions: suggestionsFrom(input, key, this) });
      default:
        return { [bound ?? key]: inner };
    }
  }

  private hint(name: string, hint: FormHint): Schema {
    this.hints.set(name, { ...this.hints.get(name), ...hint });
    return {};
  }

  /** Stores alternative words of choices, and reports ambiguous ones. */
  private otherWords(choices: Choices, codes: readonly Yaml[], input: string, location: Location): void {
    const owners = new Map(codes.map((code) => [foldedWord(String(code)), String(code)]));
    for (const [word, { title }] of choices)
      if (!owners.has(foldedWord(title))) owners.set(foldedWord(title), word);
    const words = Object.fromEntries(
      [...choices].flatMap(([word, { also }]) => (also === undefined ? [] : [[word, also]])),
    );
    for (const [word, also] of Object.entries(words))
      for (const other of also) {
        const owner = owners.get(foldedWord(other)) ?? word;
        owners.set(foldedWord(other), word);
        if (owner === word) continue;
        const message = `${other} is a word for two choices of ${input}: ${owner} and ${word}.`;
        this.report.error("word", location, message, "leave it to one of them");
      }
    if (Object.keys(words).length > 0) this.hint(input, { words });
  }

  private words(choices: Choices, input: string): string[] {
    this.choices.set(input, new Map([...(this.choices.get(input) ?? []), ...choices]));
    return [...choices.keys()];
  }
}

/** Returns the schema for callers; `input` is the name of the nearest enclosing property. */
export function servedSchema(schema: Schema, words: Words, input = ""): Schema {
  const out: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(schema)) {
    if (key === "properties") out[key] = fields(inner as Record<string, Schema>, words);
    else if (key === "anyOf") out[key] = (inner as Schema[]).map((each) => servedSchema(each, words, input));
    else if ((key === "items" || key === "additionalProperties") && typeof inner === "object")
      out[key] = servedSchema(inner as Schema, words, input);
    else out[key] = inner;
  }
  if (out.assumed !== undefined) out.default = out.assumed;
  if (out.type === "number" || out.type === "integer") out.unit ??= unitOfName(input) ?? "1";
  const listed = (schema.propertyNames as { enum?: string[] } | undefined)?.enum;
  if (listed !== undefined) {
    delete out.propertyNames;
    const each = out.additionalProperties as Schema;
    const field = (name: string) => [name, { ...each, ...words.choice(name, { name: input }) }];
    out.properties = Object.fromEntries(listed.map(field));
    out.additionalProperties = false;
  }
  const texts = Array.isArray(out.enum) ? out.enum.filter((word) => typeof word === "string") : [];
  const choices = words.written(texts, { name: input });
  return choices === undefined ? out : { ...out, choices };
}

function fields(properties: Readonly<Record<string, Schema>>, words: Words): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, servedSchema(field, words, name)]),
  );
}

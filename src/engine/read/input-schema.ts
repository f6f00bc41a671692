// The JSON Schema of the inputs: as formulas take it, what is taken from tables written out; and as callers see it, with
// units and words said and every map of listed names an object with these fields, which all readers of schemas know.

import type { Report } from "../language/findings.js";
import type { TableDef } from "../language/model.js";
import { NOT_BLANK } from "../language/patterns.js";
import { unitOfName } from "../language/unit-names.js";
import type { Choices, Words } from "../language/words.js";
import { choicesFrom, readChoices } from "./words.js";
import { entriesOf, isYamlMap, type Yaml, type YamlMap } from "./yaml.js";

export type Schema = Readonly<Record<string, unknown>>;

/** A text must hold something, unless its words are listed anyway, it is a label, or the definition says what a blank means. */
export function refusesBlank(property: YamlMap): boolean {
  const listed = ["enum", "choices", "choices_from", "const", "format", "label", "blank"];
  return property.type === "string" && !listed.some((key) => key in property);
}

export class InputSchemaReader {
  /** Tables whose rows are words of inputs. */
  readonly used = new Set<object>();
  /** Titles of words, by the input that takes them. */
  readonly choices = new Map<string, Choices>();

  constructor(
    private readonly tables: ReadonlyMap<string, TableDef>,
    private readonly report: Report,
  ) {}

  read(value: Yaml, input = ""): unknown {
    if (Array.isArray(value)) return value.map((item) => this.read(item, input));
    if (!isYamlMap(value)) return value;
    const out: Record<string, unknown> = {};
    for (const [key, inner] of entriesOf(value)) {
      if (key === "choices") out.enum = this.words(readChoices(inner), input);
      else if (key === "choices_from") out.enum = this.words(this.rows(value, key), input);
      else if (key === "fields_from") out.propertyNames = { enum: this.words(this.rows(value, key), input) };
      else if (key === "properties" && isYamlMap(inner))
        out.properties = Object.fromEntries(
          entriesOf(inner).map(([name, field]) => [name, this.read(field, name)]),
        );
      else if (key !== "blank") out[key] = this.read(inner, input);
    }
    if (refusesBlank(value)) out.pattern ??= NOT_BLANK;
    return out;
  }

  private rows(holder: YamlMap, key: string): Choices {
    return choicesFrom(holder, key, this.tables, this.used, this.report);
  }

  private words(choices: Choices, input: string): string[] {
    this.choices.set(input, new Map([...(this.choices.get(input) ?? []), ...choices]));
    return [...choices.keys()];
  }
}

/** The schema as callers see it; `input` is the name of the nearest property around. */
export function servedSchema(schema: Schema, words: Words, input = ""): Schema {
  const out: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(schema)) {
    if (key === "properties") out[key] = fields(inner as Record<string, Schema>, words);
    else if (key === "anyOf") out[key] = (inner as Schema[]).map((each) => servedSchema(each, words, input));
    else if ((key === "items" || key === "additionalProperties") && typeof inner === "object")
      out[key] = servedSchema(inner as Schema, words, input);
    else out[key] = inner;
  }
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

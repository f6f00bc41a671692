// Results as JSON text: a function made once from a tool's output schema, which knows every name and kind beforehand.
// It writes what JSON.stringify would write.

import type { Program } from "./compile/program.js";
import { UNSAFE } from "./plain-texts.js";

type Schema = Readonly<Record<string, unknown>>;
/** The text of a result; `tail` stands before its closing brace, for what the caller adds. */
export type Serialiser = (result: Readonly<Record<string, unknown>>, tail: string) => string;

function quoted(text: string): string {
  return UNSAFE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function asItIs(text: string): string {
  return `"${text}"`;
}

/** Most sentences of a result stand in its definition word for word: these are looked at once, not in every answer. */
function quotedKnowing(texts: Iterable<string>): typeof quoted {
  const known = new Map<string, string>();
  for (const text of texts) known.set(text, quoted(text));
  return known.size === 0 ? quoted : (text) => known.get(text) ?? quoted(text);
}

/**
 * Texts that a tool has before it is called: those in the code of its program, and those in its tables. One that is
 * missing here is written more slowly, and one too many is never met.
 */
export function* textsOf({ source, constants }: Program): Generator<string> {
  for (const [, text] of source.matchAll(/"([^"\\\n]*)"/g)) if (text !== undefined) yield text;
  for (const constant of constants.values()) yield* textsIn(constant);
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  const inner = value instanceof Map ? value.values() : Object.values(value);
  for (const each of inner) yield* textsIn(each);
}

/** Lists and maps, whose lengths are not known beforehand. */
function listed(items: readonly unknown[], item: (value: unknown) => string): string {
  let text = "[";
  for (let at = 0; at < items.length; at++) text += (at === 0 ? "" : ",") + item(items[at]);
  return `${text}]`;
}
function mapped(
  map: Readonly<Record<string, unknown>>,
  item: (value: unknown) => string,
  quote: typeof quoted,
): string {
  let text = "{";
  for (const name of Object.keys(map)) text += `${text === "{" ? "" : ","}${quote(name)}:${item(map[name])}`;
  return `${text}}`;
}

/**
 * `texts` are those that results are known to hold; others are written as well, more slowly. Where they are `plain`, no
 * text of a result needs to be looked at.
 */
export function compileSerialiser(schema: Schema, texts: Iterable<string> = [], plain = false): Serialiser {
  const writer = new Writer(plain);
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  // The caller's plan is not part of a result: it comes with the tail.
  const body = writer.fields(
    "result",
    fields.filter(([name]) => name !== "tier"),
  );
  const source = `"use strict"; ${writer.functions.join(" ")} return (result, tail) => ${body} + tail + "}";`;
  const make = new Function("quoted", "listed", "mapped", "other", source) as (
    ...given: unknown[]
  ) => Serialiser;
  return make(plain ? asItIs : quotedKnowing(texts), listed, mapped, JSON.stringify);
}

class Writer {
  readonly functions: string[] = [];

  constructor(private readonly plain: boolean) {}

  /** An opening brace and all fields, without the closing brace. */
  fields(from: string, fields: readonly (readonly [string, Schema])[]): string {
    if (fields.length === 0) return '"{"';
    return fields
      .map(([name, schema], at) => {
        const key = JSON.stringify(`${at === 0 ? "{" : ","}${JSON.stringify(name)}:`);
        return `${key} + ${this.value(`${from}[${JSON.stringify(name)}]`, schema)}`;
      })
      .join(" + ");
  }

  /** An expression for the text of a value. */
  private value(from: string, schema: Schema): string {
    const types = Array.isArray(schema.type) ? (schema.type as string[]) : [String(schema.type)];
    const [type = "", ...more] = types.filter((name) => name !== "null");
    const text = more.length > 0 ? `other(${from})` : this.typed(from, type, schema);
    return types.includes("null") ? `(${from} === null ? "null" : ${text})` : text;
  }

  private typed(from: string, type: string, schema: Schema): string {
    switch (type) {
      case "number":
      case "integer":
      case "boolean":
        // Results hold finite numbers only; joining them to text writes them as JSON does.
        return `${from}`;
      case "string":
        return this.plain ? `'"' + ${from} + '"'` : `quoted(${from})`;
      case "array":
        return `listed(${from}, ${this.item(schema.items as Schema)})`;
      case "object":
        if (schema.properties === undefined)
          return `mapped(${from}, ${this.item(schema.additionalProperties as Schema)}, quoted)`;
        return `${this.object(schema.properties as Record<string, Schema>)}(${from})`;
      default:
        return `other(${from})`;
    }
  }

  /** The name of a function that writes any value of a schema. */
  private item(schema: Schema): string {
    return this.named(`"" + ${this.value("value", schema)}`);
  }

  /** The name of a function that writes an object, which is there. */
  private object(properties: Readonly<Record<string, Schema>>): string {
    return this.named(`${this.fields("value", Object.entries(properties))} + "}"`);
  }

  private named(expression: string): string {
    const name = `write${this.functions.length}`;
    this.functions.push(`const ${name} = (value) => ${expression};`);
    return name;
  }
}

// From inputs as a JSON Schema to inputs as a list of their own.
import { isMap, isScalar, isSeq, parseDocument, type YAMLMap } from "yaml";
import { Edits, type KeyPair, mapOf, pairOf, pairsOf, range } from "./edits.js";

const RENAMED: Readonly<Record<string, string>> = {
  minimum: "at_least",
  maximum: "at_most",
  exclusiveMinimum: "above",
  exclusiveMaximum: "below",
  minLength: "at_least",
  maxLength: "at_most",
  minItems: "at_least",
  maxItems: "at_most",
  minProperties: "at_least",
  maxProperties: "at_most",
  enum: "choices",
  properties: "fields",
  uniqueItems: "unique",
  default: "assumed",
};

/** The text of a tool with its inputs as a list; as it was where they are one already. */
export function inputsAsList(text: string): string {
  const before = schemaIn(text);
  if (before === undefined) return text;
  const edits = new Edits(text);
  const required = wordsIn(before.schema, "required");
  for (const { key, value } of pairsOf(before.properties))
    if (isMap(value)) rewrite(value, edits, !required.includes(String(key.value)));
  return withoutShell(edits.apply());
}

interface Found {
  readonly schema: YAMLMap;
  readonly pair: KeyPair;
  readonly properties: YAMLMap;
}

function schemaIn(text: string): Found | undefined {
  const { contents } = parseDocument(text);
  const schema = isMap(contents) ? mapOf(contents, "inputs") : undefined;
  if (schema === undefined || schema.get("type") !== "object") return undefined;
  const pair = pairOf(schema, "properties");
  return pair !== undefined && isMap(pair.value) ? { schema, pair, properties: pair.value } : undefined;
}

function withoutShell(text: string): string {
  const found = schemaIn(text);
  if (found === undefined) return text;
  const { schema, pair, properties } = found;
  const edits = new Edits(text);
  const [from, to] = range(properties);
  const [start, end] = range(schema);
  if (schema.flow === true) {
    edits.replace(start, end, text.slice(from, to));
    return edits.apply();
  }
  for (const each of pairsOf(schema)) if (each !== pair) edits.remove(schema, each);
  const key = edits.lineStart(range(pair.key)[0]);
  if (properties.flow === true) {
    // The inputs stand in braces behind their key.
    edits.replace(edits.lineStart(start) - 1, edits.lineStart(start) - 1, ` ${text.slice(from, to)}`);
    edits.replace(key, edits.lineEnd(to), "");
    return edits.apply();
  }
  const outer = range(pair.key)[0] - key;
  const inner = from - edits.lineStart(from);
  const body = edits.lineEnd(range(pair.key)[1]);
  const less = new RegExp(`^ {${inner - outer}}`, "gm");
  edits.replace(key, to, text.slice(body, to).replace(less, ""));
  return edits.apply();
}

function wordsIn(map: YAMLMap, key: string): string[] {
  const value = pairOf(map, key)?.value;
  return isSeq(value) ? value.items.map((item) => String(isScalar(item) ? item.value : "")) : [];
}

function rewrite(input: YAMLMap, edits: Edits, optional: boolean): void {
  const type = String(input.get("type") ?? "");
  const isDate = input.get("format") === "date";
  const isMapInput = type === "object" && isMap(input.get("additionalProperties"));
  const required = wordsIn(input, "required");
  for (const pair of pairsOf(input)) {
    const name = String(pair.key.value);
    const renamed = RENAMED[name];
    if (name === "type") retype(input, pair, type, isDate, isMapInput, edits);
    else if (isDate && (name === "format" || name === "maxLength")) edits.remove(input, pair);
    else if (name === "required" || (name === "additionalProperties" && !isMap(pair.value)))
      edits.remove(input, pair);
    else if (name === "uniqueItems" && isScalar(pair.value) && pair.value.value === false)
      edits.remove(input, pair);
    else if (name === "anyOf") alternative(input, pair, edits);
    else if (name === "minimum" && input.has("anyOf")) edits.remove(input, pair);
    else if (name === "propertyNames" && isMap(pair.value)) {
      const words = pairOf(pair.value, "enum")?.value;
      edits.renameKey(pair, "names");
      if (words) edits.replaceValue(pair, edits.text.slice(...range(words)));
    } else if (name === "items" || name === "additionalProperties") {
      if (name !== "items") edits.renameKey(pair, "items");
      if (isMap(pair.value)) rewrite(pair.value, edits, false);
    } else if (renamed !== undefined) edits.renameKey(pair, renamed);
    if (name === "properties" && isMap(pair.value))
      for (const { key, value } of pairsOf(pair.value))
        if (isMap(value)) rewrite(value, edits, !required.includes(String(key.value)));
  }
  if (!optional || input.has("default") || input.has("assumed")) return;
  const description = pairOf(input, "description");
  if (description !== undefined) edits.insertBefore(input, description, "optional: true");
  else if (input.items.length > 1) edits.insertLast(input, "optional: true");
  else edits.fill(input, "{optional: true}");
}

function retype(
  input: YAMLMap,
  pair: KeyPair,
  type: string,
  isDate: boolean,
  isMapInput: boolean,
  edits: Edits,
): void {
  const says = ["enum", "choices", "choices_from"].some((key) => input.has(key));
  if (isDate) edits.replaceValue(pair, "date");
  else if (type === "string" && !says) edits.replaceValue(pair, "text");
  else if (isMapInput && !input.has("propertyNames") && !input.has("fields_from"))
    edits.replaceValue(pair, "map");
  else if (type !== "integer" && type !== "boolean") edits.remove(input, pair);
}

/** `anyOf: [{const: 0}, {minimum: 10}]` is 0, or at least 10. */
function alternative(input: YAMLMap, pair: KeyPair, edits: Edits): void {
  const branches = isSeq(pair.value) ? pair.value.items.filter(isMap) : [];
  const constant = branches.find((each) => each.has("const"))?.get("const");
  const least = branches.find((each) => each.has("minimum"))?.get("minimum");
  if (constant === undefined || least === undefined || branches.length !== 2) return;
  const most = pairOf(input, "maximum") ?? pair;
  edits.insertBefore(input, most, `at_least: ${String(least)}`);
  edits.renameKey(pair, "or");
  const [, keyEnd] = range(pair.key);
  edits.replace(keyEnd, edits.endOf(pair), `: ${String(constant)}`);
}

// Reads the result tree.

import { defined } from "../language/defined.js";
import type { ResultNode } from "../language/model.js";
import { mapIn, textsIn } from "./fields.js";
import type { WrittenReader } from "./formulas.js";
import type { Schema } from "./input-schema.js";
import { readChoices } from "./words.js";
import { entriesOf, isYamlMap, locationOfKey, positionOf, type YamlMap } from "./yaml.js";

/** A result that repeats an input takes its title and description by default. */
export function readResults(
  written: WrittenReader,
  map: YamlMap,
  inputs: Schema,
  /** The record that supplies fields without a formula. */
  fieldsOf?: string,
): ResultNode[] {
  return entriesOf(map).map(([name, raw]) => {
    const node = isYamlMap(raw) ? raw : {};
    const location = locationOfKey(map, name);
    const input = inputs[name] as { readonly title?: string; readonly description?: string } | undefined;
    const own = textsIn(node, "title", "description", "fixed_because");
    // The description may be omitted if there is a title.
    const description = own.description ?? String(node.title ?? input?.description ?? "");
    const message = `The result ${name} has neither a title nor a description.`;
    if (description === "") written.report.error("result", location, message, "add title:");
    const fixed = defined({ fixedBecause: own.fixed_because });
    const round = typeof node.round === "number" ? { round: node.round } : {};
    const of = typeof node.fields_of === "string" ? node.fields_of : undefined;
    if (of !== undefined) written.formula(node, "fields_of");
    const fields = readResults(written, mapIn(node, "fields"), {}, of);
    const value = node.value === undefined ? {} : { value: written.given(node, "value") };
    const or = node.or === undefined ? {} : { or: written.given(node, "or") };
    const head = {
      name,
      location,
      description,
      ...defined({ title: own.title ?? input?.title }),
      ...textsIn(node, "symbol"),
      ...("choices" in node ? { choices: readChoices(node.choices) } : {}),
      ...written.formulas(node, "when"),
    };
    if ("each" in node) {
      const [named] = isYamlMap(node.each) ? Object.keys(node.each) : [];
      const each =
        named === undefined ? written.formula(node, "each") : written.formula(mapIn(node, "each"), named);
      const list = { each, ...defined({ item: named }), ...written.formulas(node, "key") };
      return { ...head, body: { kind: "array", fields, ...list, ...round, ...value } };
    }
    if ("fields" in node) return { ...head, ...fixed, body: { kind: "object", fields, ...value } };
    const called = fieldsOf === undefined ? name : `${fieldsOf}.${name}`;
    const shown = { value: value.value ?? written.derived(called, positionOf(map), name), ...or };
    return {
      ...head,
      ...fixed,
      body: { kind: "leaf", ...shown, ...round, ...textsIn(node, "type", "unit") },
    };
  });
}

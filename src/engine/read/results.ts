// The result tree as it stands in YAML.

import { locationOfKey } from "../language/locations.js";
import type { ResultNode } from "../language/model.js";
import { mapIn, textsIn } from "./fields.js";
import type { WrittenReader } from "./formulas.js";
import type { Schema } from "./input-schema.js";
import { readChoices } from "./words.js";
import type { YamlMap } from "./yaml.js";
import { entriesOf, isYamlMap } from "./yaml.js";

/** A field that hands an input back is called and described as the input is, unless it says otherwise. */
export function readResults(written: WrittenReader, map: YamlMap, inputs: Schema): ResultNode[] {
  return entriesOf(map).map(([name, raw]) => {
    const node = isYamlMap(raw) ? raw : {};
    const location = locationOfKey(map, name);
    const input = inputs[name] as { readonly title?: string; readonly description?: string } | undefined;
    const called = typeof node.title === "string" ? node.title : input?.title;
    // What the title says need not be said twice.
    const description =
      typeof node.description === "string"
        ? node.description
        : String(node.title ?? input?.description ?? "");
    if (description === "")
      written.report.error("result", location, `The result ${name} has neither a title nor a description.`);
    const fixed = typeof node.fixed_because === "string" ? { fixedBecause: node.fixed_because } : {};
    const round = typeof node.round === "number" ? { round: node.round } : {};
    const fields = readResults(written, mapIn(node, "fields"), {});
    const value = node.value === undefined ? {} : { value: written.given(node, "value") };
    const or = node.or === undefined ? {} : { or: written.given(node, "or") };
    const head = {
      name,
      location,
      description,
      ...(called === undefined ? {} : { title: called }),
      ...textsIn(node, "symbol"),
      ...("choices" in node ? { choices: readChoices(node.choices) } : {}),
      ...written.formulas(node, "when"),
    };
    if ("each" in node) {
      const each = written.formula(node, "each");
      return {
        ...head,
        body: { kind: "array", each, fields, ...round, ...written.formulas(node, "key"), ...value },
      };
    }
    if ("fields" in node) return { ...head, ...fixed, body: { kind: "object", fields, ...value } };
    const own = value.value ?? { ...written.formula({ [name]: name }, name), holder: map, key: name };
    return {
      ...head,
      ...fixed,
      body: { kind: "leaf", value: own, ...or, ...round, ...textsIn(node, "type", "unit") },
    };
  });
}

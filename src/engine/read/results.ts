// The result tree as it stands in YAML.

import { locationOfKey } from "../language/locations.js";
import type { ResultNode } from "../language/model.js";
import type { Schema } from "./input-schema.js";
import { readChoices } from "./words.js";
import type { WrittenReader } from "./written.js";
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
    const when = "when" in node ? { when: written.formula(node, "when") } : {};
    const constant = typeof node.constant === "string" ? { constant: node.constant } : {};
    const round = typeof node.round === "number" ? { round: node.round } : {};
    const fields = isYamlMap(node.fields) ? readResults(written, node.fields, {}) : [];
    const value = node.value === undefined ? undefined : written.formula(node, "value");
    const title = called === undefined ? {} : { title: called };
    const symbol = typeof node.symbol === "string" ? { symbol: node.symbol } : {};
    const choices = "choices" in node ? { choices: readChoices(node.choices) } : {};
    const head = { name, location, description, ...title, ...symbol, ...choices, ...when };
    if ("each" in node) {
      const each = written.formula(node, "each");
      const key = "key" in node ? { key: written.formula(node, "key") } : {};
      return {
        ...head,
        body: { kind: "array", each, fields, ...round, ...key, ...(value === undefined ? {} : { value }) },
      };
    }
    if ("fields" in node)
      return {
        ...head,
        ...constant,
        body: { kind: "object", fields, ...(value === undefined ? {} : { value }) },
      };
    const type = typeof node.type === "string" ? { type: node.type } : {};
    const unit = typeof node.unit === "string" ? { unit: node.unit } : {};
    const own = value ?? { ...written.formula({ [name]: name }, name), holder: map, key: name };
    return { ...head, ...constant, body: { kind: "leaf", value: own, ...round, ...type, ...unit } };
  });
}

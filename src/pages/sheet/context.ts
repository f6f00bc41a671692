// What a calculation sheet may know beside the explanation: meanings of inputs and results, and the bibliography.

import { COMMON_FIELDS } from "../../engine/language/common-fields.js";
import type { Source } from "../../engine/language/files.js";
import type { Headline } from "../../engine/language/headline.js";
import type { ResultNode } from "../../engine/language/model.js";
import type { Words } from "../../engine/language/words.js";
import { choiceTitle } from "../../engine/language/words.js";
import type { Explanation } from "../../engine/reference/explanation.js";
import { isRecord } from "../../json/objects.js";
import type { Trees } from "./trees.js";

export interface SheetContext {
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly sources?: ReadonlyMap<string, Source>;
  readonly headline?: Headline;
  /** Titles of the words that the tool knows. */
  readonly words?: Words;
  /** The results as defined: they say which values they show, and under which titles. */
  readonly results?: readonly ResultNode[];
  /** The formulas that the steps name. */
  readonly trees?: Trees;
}

export function resultOf({ result }: Pick<Explanation, "result">): Readonly<Record<string, unknown>> {
  return isRecord(result) ? result : {};
}

/** The results of the tool itself, without those that all tools have. */
export function ownResults(explanation: Pick<Explanation, "result">): [name: string, value: unknown][] {
  const common = new Set<string>([...COMMON_FIELDS, "tier"]);
  return Object.entries(resultOf(explanation)).filter(
    ([name, value]) => !common.has(name) && !isNoReason(name, value),
  );
}

/** A list of reasons, as `unknown_because`, for what did not come to pass: there is nothing to read in it. */
export function isNoReason(name: string, value: unknown): boolean {
  return name.endsWith("_because") && Array.isArray(value) && value.length === 0;
}

/** The schema of a field inside an object's or a list's schema. */
export function schemaOf(schema: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(schema)) return undefined;
  if (isRecord(schema.items)) return schemaOf(schema.items, name);
  const own = isRecord(schema.properties) ? schema.properties[name] : undefined;
  if (isRecord(own)) return own;
  if (!isRecord(schema.additionalProperties)) return undefined;
  // The entry of an object by key is called as its key is.
  const title = worded(name, schema);
  return title === name ? schema.additionalProperties : { ...schema.additionalProperties, title };
}

export function meaningOf(schema: unknown): string {
  return isRecord(schema) && typeof schema.description === "string" ? schema.description : "";
}

/** A word as people say it, by the choices of its field; any other value as it is. */
export function worded(value: unknown, schema: unknown): unknown {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (!isRecord(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => worded(item, schema.items));
  const choice = typeof value === "string" && isRecord(schema.choices) ? schema.choices[value] : undefined;
  if (choice === undefined) return value;
  return choiceTitle(choice) ?? choice;
}

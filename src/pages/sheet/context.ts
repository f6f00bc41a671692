// What a calculation sheet may know beside the explanation: meanings of inputs and results, and the bibliography.

import type { Explanation } from "../../engine/explain/explanation.js";
import { COMMON_FIELDS } from "../../engine/language/common-fields.js";
import type { Source } from "../../engine/language/files.js";
import type { Headline } from "../../engine/language/headline.js";
import type { Words } from "../../engine/language/words.js";
import { isRecord } from "../../json/objects.js";
import { fieldWords } from "../../wording/field-words.js";
import type { ShownResult } from "../results.js";
import type { Trees } from "./trees.js";

export { schemaOf, worded } from "../../wording/field-words.js";

export interface SheetContext {
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly sources?: ReadonlyMap<string, Source>;
  readonly headline?: Headline;
  /** Titles of the words that the tool knows. */
  readonly words?: Words;
  /** The results as defined: they say which values they show, and under which titles. */
  readonly results?: readonly ShownResult[];
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

export function meaningOf(schema: unknown): string {
  return fieldWords(schema, "").description;
}

// Data for a calculation sheet besides the explanation: schemas, sources and titles.

import type { Explanation } from "../../engine/explain/explanation.js";
import { COMMON_FIELDS } from "../../engine/language/common-fields.js";
import type { DefinitionIdentity, Source } from "../../engine/language/files.js";
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
  /** Titles of the tool's words. */
  readonly words?: Words;
  /** The defined results, with titles and the values that they show. */
  readonly results?: readonly ShownResult[];
  /** Formulas of the steps. */
  readonly trees?: Trees;
}

/** The context of a whole page, which names the definition. */
export interface PageContext extends SheetContext {
  readonly identity: DefinitionIdentity;
}

export function resultOf({ result }: Pick<Explanation, "result">): Readonly<Record<string, unknown>> {
  return isRecord(result) ? result : {};
}

/** Returns the tool's results without those common to all tools. */
export function ownResults(explanation: Pick<Explanation, "result">): [name: string, value: unknown][] {
  const common = new Set<string>([...COMMON_FIELDS, "tier"]);
  return Object.entries(resultOf(explanation)).filter(
    ([name, value]) => !common.has(name) && !isNoReason(name, value),
  );
}

/** Whether this is an empty list of reasons, such as `unknown_because`. */
export function isNoReason(name: string, value: unknown): boolean {
  return name.endsWith("_because") && Array.isArray(value) && value.length === 0;
}

export function meaningOf(schema: unknown): string {
  return fieldWords(schema, "").description;
}

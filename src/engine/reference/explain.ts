// How a result came about, step by step: what was computed, from what, by which rule or row, on whose authority.
import { COMMON_FIELDS, LISTS } from "../language/common-fields.js";
import type { Source } from "../language/files.js";
import type { ToolDef } from "../language/model.js";
import { derivation, placeText } from "./derivation.js";
import { StepWriter } from "./explain-steps.js";
import { textOf } from "./explained-values.js";
import type { ExplainedResult, Explanation } from "./explanation.js";
import type { Walker } from "./walker.js";

/** What an explanation takes from the set that the tool belongs to. */
export interface Around {
  readonly sources: ReadonlyMap<string, Source>;
  /** Paths of the tool's files and their SHA-256. */
  readonly files: readonly (readonly [path: string, sha256: string])[];
}

/** All of an explanation but its figures, which are drawn from it. */
export function explain(walker: Walker, around: Around, result: unknown): Omit<Explanation, "figures"> {
  const { def, inputs } = walker;
  const explainer = new StepWriter(around.sources, def, walker.root);
  const given: Record<string, { value: unknown; unit?: string; from: "caller" | "default" }> = {};
  for (const input of inputs.values()) {
    const sent = walker.sent[input.name];
    if (sent === undefined && input.fallback === undefined) continue;
    given[input.name] = {
      value: sent ?? input.fallback,
      ...(input.unit === undefined ? {} : { unit: input.unit }),
      from: sent === undefined ? "default" : "caller",
    };
  }
  const steps = explainer.steps(walker.root, 0);
  const results = resultsOf(walker, explainer);
  return {
    tool: def.name,
    title: def.title,
    version: def.version,
    edition: def.edition,
    as_of: asOf(def, given),
    definition_files: Object.fromEntries(around.files),
    inputs: given,
    steps,
    calls: explainer.calls(),
    results,
    result,
  };
}

function asOf(def: ToolDef, given: Readonly<Record<string, { value: unknown }>>): string {
  return typeof given.as_of_date?.value === "string" ? given.as_of_date.value : def.edition;
}

/** The common fields are lists of the tool under other names. */
const LIST_OF = {
  flags: LISTS.flags,
  warnings: LISTS.flags,
  assumptions: LISTS.assumptions,
  recommendations: LISTS.recommendations,
  standard_reference: LISTS.standard,
} as const;

function resultsOf({ def, root, results }: Walker, { ids }: StepWriter): Record<string, ExplainedResult> {
  const told: Record<string, ExplainedResult> = {};
  for (const [path, { node, trace }] of results) {
    const { value } = node.body;
    // An object without a formula of its own is its fields.
    if (value === undefined && trace.origins.size === 0) continue;
    const inputs = [...trace.reads].filter(([, read]) => read === null || typeof read !== "object");
    const isName = value === undefined || value.it.expr.kind === "name" || value.it.expr.kind === "field";
    told[path] = {
      ...derivation(ids, node.location, [trace], value?.it),
      ...(isName ? {} : { expression: textOf(value.it), inputs: Object.fromEntries(inputs) }),
    };
  }
  for (const field of COMMON_FIELDS) {
    const known = field === "disclaimer" ? undefined : root.memo.get(LIST_OF[field]);
    const list = known && root.values.get(known.name);
    if (known === undefined || list === undefined || !def.commonFields.includes(field)) continue;
    told[field] = { at: placeText(list.location), also: [ids.of(known)] };
  }
  return told;
}

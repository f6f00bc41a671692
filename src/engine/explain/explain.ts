// Explains a result step by step: what was computed, from what, by which rule or row, and with which citations.
import type { InputRecord, ToolRecord } from "../interpret/record.js";
import { COMMON_FIELDS, LISTS } from "../language/common-fields.js";
import type { Source } from "../language/files.js";
import type { ToolDef } from "../language/model.js";
import { Evaluation } from "./computed.js";
import { derivation, placeText, textOf } from "./derivation.js";
import type { ExplainedResult, Explanation } from "./explanation.js";
import { pathOf } from "./formula-text.js";
import { explainedRows } from "./rows.js";
import { toJson } from "./shown-values.js";
import { StepWriter } from "./steps.js";

/** Data of the set that an explanation uses. */
export interface Around {
  readonly sources: ReadonlyMap<string, Source>;
  /** Paths and SHA-256 of the tool's files. */
  readonly files: readonly (readonly [path: string, sha256: string])[];
}

/** Returns the explanation of a recorded evaluation, without figures. */
export function explain(
  record: ToolRecord,
  around: Around,
  sent: Readonly<Record<string, unknown>>,
  result: unknown,
): Omit<Explanation, "figures"> {
  const { def, inputs: plans } = record.plan;
  const evaluation = new Evaluation(record);
  const writer = new StepWriter(around.sources, evaluation);
  const inputs: Record<string, Explanation["inputs"][string]> = {};
  for (const [name, { value, from }] of record.inputs) {
    const unit = plans.get(name)?.unit;
    if (from !== "missing")
      inputs[name] = { value: sent[name] ?? toJson(value), ...(unit === undefined ? {} : { unit }), from };
  }
  const steps = writer.steps(record.root, 0);
  const results = resultsOf(record, evaluation, writer);
  const calls = writer.calls();
  return {
    tool: def.name,
    title: def.title,
    version: def.version,
    edition: def.edition,
    as_of: asOf(def, record.inputs.get("as_of_date")),
    definition_files: Object.fromEntries(around.files),
    inputs,
    steps,
    calls,
    rows: explainedRows(record, around.sources, writer.ids.rows),
    results,
    result,
  };
}

function asOf(def: ToolDef, given: InputRecord | undefined): string {
  return typeof given?.value === "string" ? given.value : def.edition;
}

/** Internal lists behind the common fields. */
const LIST_OF = {
  flags: LISTS.flags,
  warnings: LISTS.flags,
  assumptions: LISTS.assumptions,
  recommendations: LISTS.recommendations,
  standard_reference: LISTS.standard,
} as const;

function resultsOf(
  record: ToolRecord,
  evaluation: Evaluation,
  { ids, traces }: StepWriter,
): Record<string, ExplainedResult> {
  const { plan, root } = record;
  const explained: Record<string, ExplainedResult> = {};
  for (const [path, result] of record.results) {
    const { node, value } = result.result;
    const { body } = node;
    const written = body.kind === "array" ? undefined : body.value;
    const trace = traces.result(result);
    // An object without a formula is represented by its fields.
    if (value === undefined && trace.origins.size === 0) continue;
    const inputs = [...trace.reads].filter(([, read]) => read === null || typeof read !== "object");
    const expr = value && plan.exprs.get(value.id);
    const isName = expr === undefined || pathOf(expr) !== undefined;
    const used = value && { typed: value, notes: result.notes };
    explained[path] = {
      ...derivation(plan, ids, node.location, [trace], used),
      ...(isName || written === undefined
        ? {}
        : { expression: textOf(written.it), inputs: Object.fromEntries(inputs) }),
    };
  }
  for (const field of COMMON_FIELDS) {
    const list = field === "disclaimer" ? undefined : evaluation.named(root, LIST_OF[field]);
    const def = list?.record?.slot.def;
    if (list === undefined || def === undefined || !plan.def.commonFields.includes(field)) continue;
    explained[field] = { at: placeText(def.location), also: [ids.of(list)] };
  }
  return explained;
}

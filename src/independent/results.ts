// The result of a tool, computed by mathjs and json-rules-engine.
import { LISTS } from "../engine/language/common-fields.js";
import type { ResultNode } from "../engine/language/model.js";
import type { Tool } from "../engine/tool.js";
import { type Datum, fieldOf, type NameFrame, NotFinite, toJson } from "./frame.js";
import { roundDecimal } from "./functions.js";
import { requirementValues } from "./requirement-values.js";
import { Walk } from "./walk.js";

/** A result, or the constraints that the input violates, or the fact that a number is not finite. */
export type IndependentOutcome =
  | { readonly kind: "result"; readonly result: Readonly<Record<string, unknown>> }
  | { readonly kind: "refused"; readonly violations: readonly BrokenConstraint[] }
  | { readonly kind: "not finite" };
export interface BrokenConstraint {
  readonly field: string;
  readonly message: string;
}

/** Computes a valid input without the engine's evaluators. */
export async function computeIndependently(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
): Promise<IndependentOutcome> {
  const { plan, context } = tool;
  const { def } = plan;
  const walk = new Walk(def, input, context.roundings, requirementValues(tool, input));
  try {
    const violations: BrokenConstraint[] = [];
    for (const { when, field, say } of def.constraints)
      if ((await walk.formula(when.it.text, walk.root)) === true)
        violations.push({ field, message: await walk.text(say.it, walk.root) });
    if (violations.length > 0) return { kind: "refused", violations };
    const result = await fieldsOf(walk, def.results, walk.root);
    const common = await commonFields(walk, context.disclaimer);
    for (const field of def.commonFields) result[field] = common[field];
    return { kind: "result", result };
  } catch (error) {
    if (!(error instanceof NotFinite)) throw error;
    return { kind: "not finite" };
  }
}

async function commonFields(walk: Walk, disclaimer: string) {
  const list = (name: string) => walk.settled(() => walk.root.own(name) ?? []) as Promise<Datum[]>;
  const flags = await list(LISTS.flags);
  return {
    flags: flags.map((flag) => fieldOf(flag, "code")),
    warnings: flags.map((flag) => fieldOf(flag, "warning")),
    assumptions: await list(LISTS.assumptions),
    recommendations: await list(LISTS.recommendations),
    standard_reference: await list(LISTS.standard),
    disclaimer: `${disclaimer} ${walk.def.disclaimer}`.trim(),
  };
}

async function fieldsOf(
  walk: Walk,
  nodes: readonly ResultNode[],
  frame: NameFrame,
): Promise<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for (const node of nodes) record[node.name] = await resultOf(walk, node, frame);
  return record;
}

async function resultOf(walk: Walk, { when, body }: ResultNode, frame: NameFrame): Promise<unknown> {
  if (when !== undefined && (await walk.formula(when.it.text, frame)) !== true) return null;
  if (body.kind === "leaf") {
    const value = leaf(await walk.formula(body.value.it.text, frame), body.round);
    if (value !== null || body.or === undefined) return value;
    return leaf(await walk.formula(body.or.it.text, frame), undefined);
  }
  if (body.kind === "object") {
    if (body.value === undefined) return fieldsOf(walk, body.fields, frame);
    const of = await walk.formula(body.value.it.text, frame);
    return of === null ? null : fieldsOf(walk, body.fields, frame.over(of));
  }
  const list = (await walk.formula(body.each.it.text, frame)) as Datum[] | null;
  if (list === null) return null;
  const items: [key: string, item: unknown][] = [];
  for (const item of list) {
    const inside = frame.over(item, body.item);
    const { key, value, fields, round } = body;
    const name = key === undefined ? "" : String(toJson(await walk.formula(key.it.text, inside)));
    items.push([
      name,
      value === undefined
        ? await fieldsOf(walk, fields, inside)
        : leaf(await walk.formula(value.it.text, inside), round),
    ]);
  }
  return body.key === undefined ? items.map(([, item]) => item) : Object.fromEntries(items);
}

function leaf(value: Datum, round: number | undefined): unknown {
  if (typeof value !== "number") return toJson(value);
  return (round === undefined ? value : roundDecimal(value, round)) + 0;
}

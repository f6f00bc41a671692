// The result tree in the reference evaluator.
import { type CommonField, LISTS, type ResultNode } from "../model.js";
import { type Frame, fieldOf } from "./frame.js";
import { noteRows } from "./lookup.js";
import { roundDecimal, toJson } from "./meaning.js";
import { newTrace } from "./trace.js";
import type { ReferenceValue, Walker } from "./walker.js";

type Value = ReferenceValue;

export interface ReferenceOutcome {
  readonly result?: Record<string, unknown>;
  readonly offences: readonly { readonly field: string; readonly message: string }[];
  readonly root: Frame;
}

/** Constraints first, then the result tree and the lists that every result has. */
export async function walkResults(walker: Walker, disclaimer: string): Promise<ReferenceOutcome> {
  const offences: { field: string; message: string }[] = [];
  for (const constraint of walker.def.constraints) {
    if ((await walker.formula(constraint.when, walker.root, newTrace())) === true) {
      offences.push({
        field: constraint.field,
        message: await walker.text(constraint.say.it, walker.root, newTrace()),
      });
    }
  }
  if (offences.length > 0) return { offences, root: walker.root };
  const result = await fields(walker, walker.def.results, walker.root);
  const common = await commonFields(walker, disclaimer);
  for (const field of walker.def.commonFields) result[field] = common[field];
  return { result, offences, root: walker.root };
}

async function commonFields(walker: Walker, disclaimer: string): Promise<Record<CommonField, unknown>> {
  const flags = (await walker.get(walker.root, LISTS.flags)) as Value[];
  return {
    flags: flags.map((flag) => fieldOf(flag, "code")),
    warnings: flags.map((flag) => fieldOf(flag, "warning")),
    assumptions: await walker.get(walker.root, LISTS.assumptions),
    recommendations: await walker.get(walker.root, LISTS.recommendations),
    standard_reference: await walker.get(walker.root, LISTS.standard),
    disclaimer: walker.def.disclaimer === "" ? disclaimer : `${disclaimer} ${walker.def.disclaimer}`,
  };
}

async function fields(
  walker: Walker,
  nodes: readonly ResultNode[],
  frame: Frame,
): Promise<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for (const node of nodes) record[node.name] = await resultOf(walker, node, frame);
  return record;
}

async function resultOf(walker: Walker, node: ResultNode, frame: Frame): Promise<unknown> {
  const { body } = node;
  if (node.when !== undefined && (await walker.formula(node.when, frame, newTrace())) !== true) return null;
  if (body.kind === "leaf") return leaf(await walker.formula(body.value, frame, newTrace()), body.round);
  if (body.kind === "object") {
    if (body.value === undefined) return fields(walker, body.fields, frame);
    const of = await walker.formula(body.value, frame, newTrace());
    return of === null ? null : fields(walker, body.fields, walker.over(frame, of));
  }
  const list = (await walker.formula(body.each, frame, newTrace())) as Value[] | null;
  if (list === null) return null;
  noteRows(walker, list, "listed");
  const out: unknown[] = [];
  const keys: string[] = [];
  for (const item of list) {
    const inside = walker.over(frame, item);
    if (body.key !== undefined) keys.push(String(toJson(await walker.formula(body.key, inside, newTrace()))));
    out.push(
      body.value === undefined
        ? await fields(walker, body.fields, inside)
        : leaf(await walker.formula(body.value, inside, newTrace()), body.round),
    );
  }
  return body.key === undefined ? out : Object.fromEntries(keys.map((key, at) => [key, out[at]]));
}

function leaf(value: Value, round: number | undefined): unknown {
  if (typeof value === "number") return (round === undefined ? value : roundDecimal(value, round)) + 0;
  return toJson(value);
}

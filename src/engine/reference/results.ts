// The result tree in the reference evaluator.

import { type CommonField, LISTS } from "../language/common-fields.js";
import type { ResultNode } from "../language/model.js";
import { fieldOf, forItem, newTrace, type ReferenceValue, type Walk, type WalkFrame } from "./frame.js";
import { useRows } from "./lookup.js";
import { NotFinite, roundDecimal, toJson } from "./meaning.js";

type Value = ReferenceValue;

export interface ReferenceOutcome {
  readonly result?: Record<string, unknown>;
  readonly violations: readonly { readonly field: string; readonly message: string }[];
}

/** Constraints first, then the result tree and the lists that every result has. */
export async function walkResults(walk: Walk, disclaimer: string): Promise<ReferenceOutcome> {
  const violations: { field: string; message: string }[] = [];
  for (const constraint of walk.def.constraints) {
    if ((await walk.formula(constraint.when, walk.root, newTrace())) === true) {
      violations.push({
        field: constraint.field,
        message: await walk.text(constraint.say.it, walk.root, newTrace()),
      });
    }
  }
  if (violations.length > 0) return { violations };
  const result = await fields(walk.def.results, walk.root, "");
  const common = await commonFields(walk, disclaimer);
  for (const field of walk.def.commonFields) result[field] = common[field];
  return { result, violations };
}

/** The numbers of each figure; null where it does not apply or a number of it is not finite. The result is told before. */
export async function walkFigures(walk: Walk): Promise<(Record<string, unknown> | null)[]> {
  const found: (Record<string, unknown> | null)[] = [];
  for (const [at, { tree }] of walk.def.figures.entries()) {
    try {
      found.push((await resultOf(tree, walk.root, `figures[${at}]`)) as Record<string, unknown> | null);
    } catch (error) {
      if (!(error instanceof NotFinite)) throw error;
      found.push(null);
    }
  }
  return found;
}

async function commonFields(walk: Walk, disclaimer: string): Promise<Record<CommonField, unknown>> {
  const flags = (await walk.get(walk.root, LISTS.flags)) as Value[];
  return {
    flags: flags.map((flag) => fieldOf(flag, "code")),
    warnings: flags.map((flag) => fieldOf(flag, "warning")),
    assumptions: await walk.get(walk.root, LISTS.assumptions),
    recommendations: await walk.get(walk.root, LISTS.recommendations),
    standard_reference: await walk.get(walk.root, LISTS.standard),
    disclaimer: walk.def.disclaimer === "" ? disclaimer : `${disclaimer} ${walk.def.disclaimer}`,
  };
}

/** `before` is what their paths in the result begin with. */
async function fields(
  nodes: readonly ResultNode[],
  frame: WalkFrame,
  before: string,
): Promise<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for (const node of nodes) record[node.name] = await resultOf(node, frame, before + node.name);
  return record;
}

async function resultOf(node: ResultNode, frame: WalkFrame, path: string): Promise<unknown> {
  const { body } = node;
  const { walk } = frame;
  const trace = newTrace();
  walk.results.set(path, { node, trace });
  if (node.when !== undefined && (await walk.formula(node.when, frame, trace)) !== true) return null;
  if (body.kind === "leaf") {
    const shown = leaf(await walk.formula(body.value, frame, trace), body.round);
    if (shown !== null || body.or === undefined) return shown;
    return leaf(await walk.formula(body.or, frame, trace), undefined);
  }
  if (body.kind === "object") {
    if (body.value === undefined) return fields(body.fields, frame, `${path}.`);
    const of = await walk.formula(body.value, frame, trace);
    return of === null ? null : fields(body.fields, frame.over(of, trace.origins), `${path}.`);
  }
  const list = (await walk.formula(body.each, frame, trace)) as Value[] | null;
  if (list === null) return null;
  useRows(walk, list, "listed");
  const out: unknown[] = [];
  const keys: string[] = [];
  const from = new Set(trace.origins);
  for (const [at, item] of list.entries()) {
    const inside = frame.over(item, from, body.item);
    const { key, value } = body;
    if (key !== undefined)
      keys.push(String(toJson(await forItem(trace, (own) => walk.formula(key, inside, own)))));
    out.push(
      value === undefined
        ? await fields(body.fields, inside, `${path}[${at}].`)
        : leaf(await forItem(trace, (own) => walk.formula(value, inside, own)), body.round),
    );
  }
  return body.key === undefined ? out : Object.fromEntries(keys.map((key, at) => [key, out[at]]));
}

function leaf(value: Value, round: number | undefined): unknown {
  if (typeof value === "number") return (round === undefined ? value : roundDecimal(value, round)) + 0;
  return toJson(value);
}

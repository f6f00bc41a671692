// Explains why items of a list were rejected before the first match, by the failed part of the condition.
import { Frame, type Value } from "../interpret/frames.js";
import { LIMITS } from "../language/bounds.js";
import { type Expr, partsOf } from "../language/formula.js";
import type { ComputedValue, Evaluation } from "./computed.js";
import { conditionOf, conjuncts, outcomeOf, pushed } from "./conditions.js";
import type { ExplainedRefusal } from "./explanation.js";
import { formulaText, pathOf } from "./formula-text.js";
import { toJson } from "./shown-values.js";
import type { Traces } from "./traces.js";

/** Returns nothing unless the condition is a recorded value of the items. */
export function refusedBy(
  { frame, record }: ComputedValue,
  evaluation: Evaluation,
  traces: Traces,
  pieces: ReadonlyMap<object, string>,
): readonly ExplainedRefusal[] {
  const body = record?.slot.body;
  if (record === undefined || body?.kind !== "pick" || body.by !== "first" || body.source.op !== "slot")
    return [];
  const key = evaluation.record.plan.exprs.get(body.key.id);
  if (key?.kind !== "name") return [];
  const home = evaluation.frameOf(body.source.slot.scope, frame);
  const items = home && evaluation.slot(home, body.source.slot)?.value;
  return (Array.isArray(items) ? items : [])
    .slice(0, LIMITS.explainedRefusals)
    .flatMap((item: Value) =>
      item instanceof Frame && item !== record.value
        ? (refusal(item, key.name, evaluation, traces, pieces) ?? [])
        : [],
    );
}

function refusal(
  item: Frame,
  key: string,
  evaluation: Evaluation,
  traces: Traces,
  pieces: ReadonlyMap<object, string>,
): ExplainedRefusal | undefined {
  const { plan } = evaluation.record;
  const holder = item.scope.slots.has(key) || item.inner === undefined ? item : item.inner;
  const test = evaluation.named(holder, key);
  const slot = test?.record?.slot;
  if (test?.record === undefined || slot?.def.kind !== "formula" || slot.body?.kind !== "value")
    return undefined;
  if (test.value !== false) return undefined;
  const { notes } = test.record;
  const failed = conjuncts(conditionOf(slot.body.value)).find((part) => outcomeOf(part, notes) === false);
  const written = failed && plan.exprs.get(failed.typed.id);
  if (failed === undefined || written === undefined) return undefined;
  const { reads } = traces.of(test);
  const inputs = pathsIn(written).flatMap((name) => {
    const value = toJson(reads.get(name));
    return reads.has(name) && (value === null || typeof value !== "object") ? [[name, value] as const] : [];
  });
  return {
    item: nameOf(item, evaluation),
    condition: formulaText(pushed(written, failed.expected)),
    of: pieces.get(slot.def) ?? key,
    part: partsOf(slot.def.formula.it.expr).indexOf(written),
    inputs: Object.fromEntries(inputs),
  };
}

/** Returns the names and paths that a formula reads, outside of filters. */
export function pathsIn(expr: Expr): readonly string[] {
  const path = pathOf(expr);
  if (path !== undefined) return [path];
  switch (expr.kind) {
    case "field":
    case "index":
      return pathsIn(expr.of);
    case "call":
    case "operator":
      return [...new Set(expr.args.flatMap(pathsIn))];
    case "list":
      return [...new Set(expr.items.flatMap(pathsIn))];
    default:
      return [];
  }
}

/** Returns an item's name, its first text, or its numbers. */
function nameOf({ item, scope }: Frame, evaluation: Evaluation): string {
  if (item === null || typeof item !== "object") return item === null ? scope.label : String(item);
  const of =
    item instanceof Frame
      ? evaluation.values(item).map(({ name, value }) => [name, value] as const)
      : Object.entries(item);
  const fields = of.filter(([, value]) => typeof value === "string" || typeof value === "number");
  const named =
    fields.find(([name]) => name === "name") ?? fields.find(([, value]) => typeof value === "string");
  return named === undefined ? fields.map(([, value]) => String(value)).join(" × ") : String(named[1]);
}

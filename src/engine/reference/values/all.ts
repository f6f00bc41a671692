// How the reference evaluator works out each kind of value. A new kind is a file beside this one and a line in here; one
// that needs a single line stands in the list itself.
import type { KindName, ValueDef, ValueOf } from "../../language/model.js";
import { byName, Frame, type ReferenceValue, type Trace } from "../frame.js";
import type { Walk } from "../walk.js";
import { evaluateCalculate } from "./calculate.js";
import { evaluateCollect } from "./collect.js";
import { evaluateDecide } from "./decide.js";
import { evaluateEach } from "./each.js";
import { evaluatePick } from "./pick.js";

type Evaluate<K extends KindName> = (
  walk: Walk,
  def: ValueOf<K>,
  frame: Frame,
  trace: Trace,
) => Promise<ReferenceValue>;

const KINDS: { readonly [K in KindName]: Evaluate<K> } = {
  formula: (walk, def, frame, trace) => walk.formula(def.formula, frame, trace),
  constant: async (_, def) => def.constant,
  text: (walk, def, frame, trace) => walk.text(def.template.it, frame, trace),
  decide: evaluateDecide,
  collect: evaluateCollect,
  each: evaluateEach,
  pick: evaluatePick,
  calculate: evaluateCalculate,
  group: async (walk, def, frame) => new Frame(def.name, frame, byName(def.values), walk.context),
};

export function evaluateValue(
  walk: Walk,
  def: ValueDef,
  frame: Frame,
  trace: Trace,
): Promise<ReferenceValue> {
  const evaluate = KINDS[def.kind] as Evaluate<KindName>;
  return evaluate(walk, def, frame, trace);
}

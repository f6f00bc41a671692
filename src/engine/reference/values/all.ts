// How the reference evaluator works out each kind of value. A new kind is a file beside this one and a line in here; one
// that needs a single line stands in the list itself.
import type { KindName, ValueDef } from "../../language/model.js";
import { byName, type Evaluate, type ReferenceValue, type Trace, WalkFrame } from "../frame.js";
import { evaluateCalculate } from "./calculate.js";
import { evaluateCollect } from "./collect.js";
import { evaluateDecide } from "./decide.js";
import { evaluateEach } from "./each.js";
import { evaluatePick } from "./pick.js";

const KINDS: { readonly [K in KindName]: Evaluate<K> } = {
  formula: (def, frame, trace) => frame.walk.formula(def.formula, frame, trace),
  constant: async (def) => def.constant,
  text: (def, frame, trace) => frame.walk.text(def.template.it, frame, trace),
  decide: evaluateDecide,
  collect: evaluateCollect,
  each: evaluateEach,
  pick: evaluatePick,
  calculate: evaluateCalculate,
  group: async (def, frame) => new WalkFrame(def.name, frame, byName(def.values), frame.walk),
};

export function evaluateValue(def: ValueDef, frame: WalkFrame, trace: Trace): Promise<ReferenceValue> {
  const evaluate = KINDS[def.kind] as Evaluate<KindName>;
  return evaluate(def, frame, trace);
}

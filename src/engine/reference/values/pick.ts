// `pick`: one item of a list, the first that fits or the one with the largest or smallest key.
import type { WrittenFormula } from "../../language/model.js";
import { type Evaluate, forItem, type ReferenceValue } from "../frame.js";
import { useRows } from "../lookup.js";
import { order } from "../meaning.js";

export const evaluatePick: Evaluate<"pick"> = async (def, frame, trace) => {
  const { walk } = frame;
  const source = await walk.formula(def.source, frame, trace);
  if (source === null) return null;
  let list = source as ReferenceValue[];
  const from = new Set(trace.origins);
  const at = (formula: WrittenFormula, item: ReferenceValue) =>
    forItem(trace, (own) => walk.formula(formula, frame.over(item, from), own));
  if (def.where !== undefined) {
    const kept: ReferenceValue[] = [];
    for (const item of list) if ((await at(def.where, item)) === true) kept.push(item);
    list = kept;
  }
  let best: ReferenceValue = null;
  let bestKey: ReferenceValue = null;
  for (const item of list) {
    const key = await at(def.key, item);
    if (def.by === "first") {
      if (key !== true) continue;
      useRows(walk, [item], "found");
      return item;
    } else if (key !== null) {
      const sign = bestKey === null ? 1 : order(key, bestKey) * (def.by === "largest" ? 1 : -1);
      if (sign > 0) [best, bestKey] = [item, key];
    }
  }
  if (best === null && def.otherwise === "last") best = list[list.length - 1] ?? null;
  useRows(walk, [best], "found");
  return best;
};

// `decide`: the first entry that holds gives; a record carries the id of the deciding rule.
import { type Evaluate, extended, type ReferenceValue } from "../frame.js";
import { holding, rulesOf } from "../rules.js";

export const evaluateDecide: Evaluate<"decide"> = async (def, frame, trace) => {
  const { walk } = frame;
  const rules = rulesOf(def);
  const { leaves } = rules;
  const [first] = await holding(rules, frame, trace);
  const chosen = first === undefined ? def.otherwise : leaves[first]?.entry;
  if (chosen !== undefined) walk.onUse?.(chosen, "found");
  const give = chosen?.give;
  const value: ReferenceValue = give === undefined ? null : await walk.give(give, frame, trace);
  const named = leaves.some((leaf) => leaf.entry.id !== undefined) || def.otherwise?.id !== undefined;
  return named && give?.kind === "record"
    ? extended(value as Record<string, ReferenceValue>, { rule: chosen?.id ?? null })
    : value;
};

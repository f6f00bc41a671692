// `collect`: every entry that holds contributes, in order; a rule that runs over a list contributes for each item.
import type { Leaf } from "../../language/entries.js";
import type { Entry } from "../../language/model.js";
import {
  type Evaluate,
  forItem,
  newTrace,
  type ReferenceValue,
  type Trace,
  type WalkFrame,
} from "../frame.js";
import { useRows } from "../lookup.js";
import { holding, rulesOf } from "../rules.js";

export const evaluateCollect: Evaluate<"collect"> = async (def, frame, trace) => {
  const { walk } = frame;
  const list: ReferenceValue[] = [];
  const rules = rulesOf(def);
  for (const index of await holding(rules, frame, trace)) {
    const leaf = rules.leaves[index] as Leaf;
    const give = async (inside: WalkFrame, own: Trace) => {
      walk.onUse?.(leaf.entry, "found");
      const given = leaf.entry.give === undefined ? null : await walk.give(leaf.entry.give, inside, own);
      list.push(def.flags ? flagRecord(leaf.entry, given, rules.beside) : given);
    };
    if (leaf.entry.loops.length === 0) await give(frame, trace);
    else
      for (const inside of await loopFrames(leaf, frame, trace))
        await forItem(trace, async (own) => {
          if (await holds(leaf, inside, own)) await give(inside, own);
        });
  }
  if (list.length === 0 && def.otherwise !== undefined) {
    walk.onUse?.(def.otherwise, "found");
    return walk.give(def.otherwise, frame, trace);
  }
  return list;
};

async function holds({ entry: { when } }: Leaf, frame: WalkFrame, trace: Trace): Promise<boolean> {
  return when === undefined || (await frame.walk.formula(when, frame, trace)) === true;
}

async function loopFrames(leaf: Leaf, frame: WalkFrame, trace: Trace): Promise<WalkFrame[]> {
  let frames = [frame];
  for (const loop of leaf.entry.loops) {
    const next: WalkFrame[] = [];
    for (const each of frames) {
      const own = newTrace();
      const list = (await frame.walk.formula(loop.source, each, own)) as ReferenceValue[] | null;
      for (const origin of own.origins) trace.origins.add(origin);
      useRows(frame.walk, list ?? [], "listed");
      for (const item of list ?? []) next.push(each.over(item, own.origins, loop.name));
    }
    frames = next;
  }
  return frames;
}

function flagRecord(entry: Entry, warning: ReferenceValue, beside: ReadonlySet<string>): ReferenceValue {
  const record: Record<string, ReferenceValue> = { warning };
  for (const name of beside) record[name] = entry.own.get(name) ?? null;
  return record;
}

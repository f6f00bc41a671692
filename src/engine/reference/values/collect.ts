// `collect`: every entry that holds contributes, in order; a rule that runs over a list contributes for each item.
import type { Leaf } from "../../language/entries.js";
import type { Entry, ValueOf } from "../../language/model.js";
import { type Frame, forItem, newTrace, type ReferenceValue, type Trace } from "../frame.js";
import { useRows } from "../lookup.js";
import { holding, rulesOf } from "../rules.js";
import type { Walk } from "../walk.js";

export async function evaluateCollect(
  walk: Walk,
  def: ValueOf<"collect">,
  frame: Frame,
  trace: Trace,
): Promise<ReferenceValue> {
  const list: ReferenceValue[] = [];
  const rules = rulesOf(def);
  for (const index of await holding(walk, rules, frame, trace, false)) {
    const leaf = rules.leaves[index] as Leaf;
    const give = async (inside: Frame, own: Trace) => {
      walk.onUse?.(leaf.entry, "found");
      const given = leaf.entry.give === undefined ? null : await walk.give(leaf.entry.give, inside, own);
      list.push(def.flags ? flagRecord(leaf.entry, given, rules.beside) : given);
    };
    if (leaf.entry.loops.length === 0) await give(frame, trace);
    else
      for (const inside of await loopFrames(walk, leaf, frame, trace))
        await forItem(trace, async (own) => {
          if (await holds(walk, leaf, inside, own)) await give(inside, own);
        });
  }
  if (list.length === 0 && def.otherwise !== undefined) {
    walk.onUse?.(def.otherwise, "found");
    return walk.give(def.otherwise, frame, trace);
  }
  return list;
}

async function holds(walk: Walk, leaf: Leaf, frame: Frame, trace: Trace): Promise<boolean> {
  const { when } = leaf.entry;
  return when === undefined || (await walk.formula(when, frame, trace)) === true;
}

async function loopFrames(walk: Walk, leaf: Leaf, frame: Frame, trace: Trace): Promise<Frame[]> {
  let frames = [frame];
  for (const loop of leaf.entry.loops) {
    const next: Frame[] = [];
    for (const each of frames) {
      const own = newTrace();
      const list = (await walk.formula(loop.source, each, own)) as ReferenceValue[] | null;
      for (const origin of own.origins) trace.origins.add(origin);
      useRows(walk, list ?? [], "listed");
      for (const item of list ?? []) next.push(walk.over(each, item, own.origins, loop.name));
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

// `collect`: every entry that holds contributes, in order; a rule that runs over a list contributes for each item.
import type { Leaf } from "../../language/entries.js";
import type { Entry, ValueOf } from "../../language/model.js";
import { type Frame, newTrace, type ReferenceValue, type Trace } from "../frame.js";
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
    for (const inside of await loopFrames(walk, leaf, frame)) {
      if (leaf.entry.loops.length > 0 && !(await holds(walk, leaf, inside))) continue;
      walk.onUse?.(leaf.entry, "found");
      const given = leaf.entry.give === undefined ? null : await walk.give(leaf.entry.give, inside, trace);
      list.push(def.flags ? flagRecord(leaf.entry, given, rules.beside) : given);
    }
  }
  if (list.length === 0 && def.otherwise !== undefined) {
    walk.onUse?.(def.otherwise, "found");
    return walk.give(def.otherwise, frame, trace);
  }
  return list;
}

async function holds(walk: Walk, leaf: Leaf, frame: Frame): Promise<boolean> {
  const { when } = leaf.entry;
  return when === undefined || (await walk.formula(when, frame, newTrace())) === true;
}

async function loopFrames(walk: Walk, leaf: Leaf, frame: Frame): Promise<Frame[]> {
  let frames = [frame];
  for (const loop of leaf.entry.loops) {
    const next: Frame[] = [];
    for (const each of frames) {
      const list = (await walk.formula(loop.source, each, newTrace())) as ReferenceValue[] | null;
      useRows(walk, list ?? [], "listed");
      for (const item of list ?? []) next.push(walk.over(each, item, loop.name));
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

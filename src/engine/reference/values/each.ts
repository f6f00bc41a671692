// `each`: a list, one entry for each item of another list or entry of a map.
import { byName, type Evaluate, forItem, type ReferenceValue, WalkFrame } from "../frame.js";
import { useRows } from "../lookup.js";
import { order } from "../meaning.js";
import { evaluateArguments } from "./calculate.js";

export const evaluateEach: Evaluate<"each"> = async (def, frame, trace) => {
  const { walk } = frame;
  const list = await walk.formula(def.loop.source, frame, trace);
  if (list === null) return null;
  let entries: WalkFrame[] = [];
  const tried: WalkFrame[] = [];
  const from = new Set(trace.origins);
  for (const item of Array.isArray(list) ? list : mapEntries(list)) {
    const entry = new WalkFrame(def.name, frame, byName(def.values), walk);
    entry.item = item;
    entry.itemName = def.loop.name;
    entry.itemFrom = from;
    entry.rankFrom = trace.origins;
    entry.numberName = def.number;
    tried.push(entry);
    const { where } = def;
    if (where !== undefined && (await forItem(trace, (own) => walk.formula(where, entry, own))) !== true)
      continue;
    if (def.calculate !== undefined) entry.inner = await evaluateArguments(def.calculate, entry);
    useRows(walk, [item], "listed");
    entries.push(entry);
  }
  frame.tried.set(def.name, tried);
  if (def.order !== undefined) {
    const { by, descending } = def.order;
    const key = (entry: WalkFrame) => forItem(trace, (own) => walk.formula(by, entry, own));
    entries = await sort(entries, key, descending);
  }
  entries.forEach((entry, at) => {
    entry.number = at + 1;
  });
  return entries;
};

function mapEntries(map: ReferenceValue): ReferenceValue[] {
  return Object.entries(map as Record<string, ReferenceValue>).map(([key, value]) => ({ key, value }));
}

async function sort(
  entries: WalkFrame[],
  key: (entry: WalkFrame) => Promise<ReferenceValue>,
  descending: boolean,
): Promise<WalkFrame[]> {
  const keyed: { entry: WalkFrame; at: number; key: ReferenceValue }[] = [];
  for (const [at, entry] of entries.entries()) keyed.push({ entry, at, key: await key(entry) });
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null)
      return Number(a.key === null) - Number(b.key === null) || a.at - b.at;
    const sign = order(a.key, b.key);
    return (descending ? -sign : sign) || a.at - b.at;
  });
  return keyed.map(({ entry }) => entry);
}

// `each`: a list, one entry for each item of another list or entry of a map.
import type { ValueOf } from "../../language/model.js";
import { byName, Frame, newTrace, type ReferenceValue, type Trace } from "../frame.js";
import { useRows } from "../lookup.js";
import { order } from "../meaning.js";
import type { Walk } from "../walk.js";
import { evaluateArguments } from "./calculate.js";

export async function evaluateEach(
  walk: Walk,
  def: ValueOf<"each">,
  frame: Frame,
  trace: Trace,
): Promise<ReferenceValue> {
  const list = await walk.formula(def.loop.source, frame, trace);
  if (list === null) return null;
  let entries: Frame[] = [];
  for (const item of Array.isArray(list) ? list : mapEntries(list)) {
    const entry = new Frame(def.name, frame, byName(def.values), walk.context);
    entry.item = item;
    entry.itemName = def.loop.name;
    entry.numberName = def.number;
    if (def.where !== undefined && (await walk.formula(def.where, entry, newTrace())) !== true) continue;
    if (def.calculate !== undefined) entry.inner = await evaluateArguments(walk, def.calculate, entry, trace);
    useRows(walk, [item], "listed");
    entries.push(entry);
  }
  if (def.order !== undefined)
    entries = await sort(
      entries,
      async (entry) => walk.formula(def.order?.by as never, entry, newTrace()),
      def.order.descending,
    );
  entries.forEach((entry, at) => {
    entry.number = at + 1;
  });
  return entries;
}

function mapEntries(map: ReferenceValue): ReferenceValue[] {
  return Object.entries(map as Record<string, ReferenceValue>).map(([key, value]) => ({ key, value }));
}

async function sort(
  entries: Frame[],
  key: (entry: Frame) => Promise<ReferenceValue>,
  descending: boolean,
): Promise<Frame[]> {
  const keyed: { entry: Frame; at: number; key: ReferenceValue }[] = [];
  for (const [at, entry] of entries.entries()) keyed.push({ entry, at, key: await key(entry) });
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null)
      return Number(a.key === null) - Number(b.key === null) || a.at - b.at;
    const sign = order(a.key, b.key);
    return (descending ? -sign : sign) || a.at - b.at;
  });
  return keyed.map(({ entry }) => entry);
}

// A calculation called with arguments: its parameters are filled, its values are worked out when they are asked for.
import type { CalculationDef, Call } from "../../language/model.js";
import {
  byName,
  type Evaluate,
  newTrace,
  type ReferenceValue,
  type Trace,
  type Walk,
  WalkFrame,
} from "../frame.js";

/** The frame of a calculation for these arguments. */
export function calculationFrame(
  { def: tool, root }: Walk,
  name: string,
  args: ReadonlyMap<string, ReferenceValue>,
): WalkFrame {
  const def = tool.calculations.get(name) as CalculationDef;
  const frame = new WalkFrame(name, root, byName(def.values), root.walk);
  frame.params = args;
  const isRow = ([, given]: readonly [string, { readonly type: string }]) => given.type.startsWith("row of");
  frame.rows = [...def.given].filter(isRow).map(([param]) => param);
  return frame;
}

/** `name` is the value that calls; without one it works out an entry of a list. */
export async function evaluateArguments(call: Call, frame: WalkFrame, name?: string): Promise<WalkFrame> {
  const { walk } = frame;
  const args = new Map<string, ReferenceValue>();
  const traces = new Map<string, Trace>();
  for (const param of walk.def.calculations.get(call.name)?.given.keys() ?? []) {
    const written = call.args.get(param);
    const trace = newTrace();
    if (written === undefined) for (const origin of frame.itemFrom) trace.origins.add(origin);
    args.set(param, written === undefined ? (frame.item ?? null) : await walk.formula(written, frame, trace));
    traces.set(param, trace);
  }
  const inside = calculationFrame(walk, call.name, args);
  inside.owner = { frame, ...(name === undefined ? {} : { name }) };
  inside.given = new Map(
    [...traces].map(([param, trace]) => [
      param,
      { frame: inside, name: param, value: args.get(param) ?? null, trace },
    ]),
  );
  return inside;
}

/** A value that a calculation works out reads what the arguments read. */
export const evaluateCalculate: Evaluate<"calculate"> = async ({ call, name }, frame, trace) => {
  const inside = await evaluateArguments(call, frame, name);
  for (const { trace: given } of inside.given.values())
    for (const [path, value] of given.reads) {
      trace.reads.set(path, value);
      trace.named.set(path, given.named.get(path) ?? new Set());
    }
  return inside;
};

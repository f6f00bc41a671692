// A calculation called with arguments: its parameters are filled, its values are worked out when they are asked for.
import type { Call, ValueOf } from "../../language/model.js";
import { type Frame, newTrace, type ReferenceValue, type Trace } from "../frame.js";
import type { Walk } from "../walk.js";

/** `name` is the value that calls; without one it works out an entry of a list. */
export async function evaluateArguments(walk: Walk, call: Call, frame: Frame, name?: string): Promise<Frame> {
  const args = new Map<string, ReferenceValue>();
  const traces = new Map<string, Trace>();
  for (const param of walk.def.calculations.get(call.name)?.given.keys() ?? []) {
    const written = call.args.get(param);
    const trace = newTrace();
    if (written === undefined) for (const origin of frame.itemFrom) trace.origins.add(origin);
    args.set(param, written === undefined ? (frame.item ?? null) : await walk.formula(written, frame, trace));
    traces.set(param, trace);
  }
  const inside = walk.calculation(call.name, args);
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
export async function evaluateCalculate(
  walk: Walk,
  { call, name }: ValueOf<"calculate">,
  frame: Frame,
  trace: Trace,
): Promise<Frame> {
  const inside = await evaluateArguments(walk, call, frame, name);
  for (const { trace: given } of inside.given.values())
    for (const [path, value] of given.reads) {
      trace.reads.set(path, value);
      trace.named.set(path, given.named.get(path) ?? new Set());
    }
  return inside;
}

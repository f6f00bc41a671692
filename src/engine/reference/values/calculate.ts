// A calculation called with arguments: its parameters are filled, its values are worked out when they are asked for.
import type { Call } from "../../language/model.js";
import type { Frame, ReferenceValue, Trace } from "../frame.js";
import type { Walk } from "../walk.js";

export async function evaluateArguments(walk: Walk, call: Call, frame: Frame, trace: Trace): Promise<Frame> {
  const args = new Map<string, ReferenceValue>();
  for (const name of walk.def.calculations.get(call.name)?.given.keys() ?? []) {
    const written = call.args.get(name);
    args.set(name, written === undefined ? (frame.item ?? null) : await walk.formula(written, frame, trace));
  }
  return walk.calculation(call.name, args);
}

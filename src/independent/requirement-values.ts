// Values of requirements and verdicts, as the tool serves them. The evidence behind them is the engine's own, so the check
// takes them over and compares what follows from them.
import { NonFinite } from "../engine/functions/evaluation.js";
import { Frame, type Value } from "../engine/interpret/frames.js";
import { interpret } from "../engine/interpret/interpreter.js";
import type { Tool } from "../engine/tool.js";
import { type Datum, NotFinite } from "./frame.js";

export function requirementValues(
  { plan, context }: Tool,
  input: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, Datum | NotFinite> {
  if (plan.def.generated.length === 0) return new Map();
  const interpreter = interpret(plan, context.disclaimer);
  const root = interpreter.open(input);
  try {
    // The result makes every value that it needs.
    interpreter.result(root);
    return new Map(
      plan.def.generated.map(({ name }) => [name, plain(interpreter.value(root, name) ?? null)] as const),
    );
  } catch (error) {
    if (!(error instanceof NonFinite)) throw error;
    return new Map(plan.def.generated.map(({ name }) => [name, new NotFinite(name)]));
  }
}

function plain(value: Value): Datum {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Frame) {
    const values = [...value.scope.slots.values()].map(
      ({ name }, at) => [name, plain(value.memo[at] ?? null)] as const,
    );
    return Object.fromEntries(values);
  }
  return value as Datum;
}

// A calculation called with arguments: a record of its values.
import type { Call } from "../model.js";
import { didYouMean } from "../nearest.js";
import type { Typed } from "../plan.js";
import type { Frame } from "../reference/frame.js";
import type { Trace } from "../reference/trace.js";
import type { ReferenceValue, Walker } from "../reference/walker.js";
import { UNKNOWN } from "../types.js";
import { typeFormula } from "../typing/expressions.js";
import { callScope } from "../typing/functions.js";
import type { Env, Typer } from "../typing/typer.js";
import { parseUnit } from "../units.js";
import type { Kind } from "./kind.js";

/** Arguments of a call: those given with it, and names of the surroundings that are called like a parameter. */
export function typeArguments(
  typer: Typer,
  call: Call,
  env: Omit<Env, "written">,
): { scope: ReturnType<typeof callScope>; args: Map<string, Typed> } | undefined {
  const calculation = typer.def.calculations.get(call.name);
  if (calculation === undefined || calculation.isFunction) {
    typer.report.error(
      "symbol",
      call.spot,
      `There is no calculation ${call.name}.`,
      didYouMean(call.name, typer.def.calculations.keys()),
    );
    return undefined;
  }
  const args = new Map<string, Typed>();
  for (const [name, written] of call.args) {
    const wanted = calculation.given.get(name)?.type;
    const unit = wanted !== undefined && parseUnit(wanted) !== undefined ? wanted : undefined;
    args.set(name, typeFormula(typer, written, env, "inner", unit));
  }
  const [first] = call.args.values();
  const written = first ?? {
    it: { text: "", expr: { kind: "null" }, node: undefined as never },
    holder: env.slot?.def.holder ?? {},
    key: env.slot?.name ?? "",
  };
  const here: Env = { ...env, written };
  for (const name of calculation.given.keys()) {
    if (args.has(name) || env.scope.item?.name !== name) continue;
    const item = typer.resolve(name, here);
    if (item !== undefined) args.set(name, item);
  }
  return { scope: callScope(typer, calculation, args, here), args };
}

export async function evaluateArguments(
  walker: Walker,
  call: Call,
  frame: Frame,
  trace: Trace,
): Promise<Frame> {
  const args = new Map<string, ReferenceValue>();
  for (const name of walker.def.calculations.get(call.name)?.given.keys() ?? []) {
    const written = call.args.get(name);
    args.set(
      name,
      written === undefined ? (frame.item ?? null) : await walker.formula(written, frame, trace),
    );
  }
  return walker.calculation(call.name, args);
}

export const calculate: Kind<"calculate", "frame"> = {
  name: "calculate",
  body: "frame",
  infer(typer, _slot, def, env) {
    const typed = typeArguments(typer, def.call, env);
    if (typed === undefined)
      return { type: UNKNOWN, body: { kind: "frame", scope: typer.root, args: new Map() } };
    return {
      type: { kind: "record", shapes: [typed.scope.shape], nullable: false },
      body: { kind: "frame", scope: typed.scope, args: typed.args },
    };
  },
  compile: (code, body) => `r = ${code.newFrame(body.scope, body.args)};`,
  evaluate: (walker, def, frame, trace) => evaluateArguments(walker, def.call, frame, trace),
};

// Types a call of a calculation: a record of its values, for each combination of argument types.

import { BUILT_IN } from "../../language/locations.js";
import type { Call, ValueOf } from "../../language/model.js";
import { didYouMean } from "../../language/nearest.js";
import { recordOf, UNKNOWN } from "../../language/types.js";
import { parseUnit } from "../../language/units.js";
import { typeFormula } from "../expressions.js";
import { callScope } from "../functions.js";
import { resolveName } from "../names.js";
import type { Typed } from "../plan.js";
import type { Env, Inferred, Typer, TypingContext } from "../typer.js";

export function inferCalculate(typer: Typer, def: ValueOf<"calculate">, env: TypingContext): Inferred {
  const typed = typeArguments(typer, def.call, env);
  if (typed === undefined)
    return { type: UNKNOWN, body: { kind: "frame", scope: typer.root, args: new Map() } };
  return { type: recordOf(typed.scope.shape), body: { kind: "frame", ...typed } };
}

/** Returns the arguments of a call: explicit ones, and names in scope that equal parameters. */
export function typeArguments(
  typer: Typer,
  call: Call,
  env: TypingContext,
): { scope: ReturnType<typeof callScope>; args: Map<string, Typed> } | undefined {
  const calculation = typer.def.calculations.get(call.name);
  if (calculation === undefined || calculation.isFunction) {
    const near = didYouMean(call.name, typer.def.calculations.keys());
    typer.report.error("symbol", call.location, `There is no calculation ${call.name}.`, near);
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
    it: { text: "", expr: { kind: "null" } },
    at: env.slot?.def.at ?? BUILT_IN,
    key: env.slot?.name ?? "",
  };
  const here: Env = { ...env, written };
  for (const name of calculation.given.keys()) {
    if (args.has(name) || env.scope.item?.name !== name) continue;
    const item = resolveName(typer, name, here);
    if (item !== undefined) args.set(name, item);
  }
  return { scope: callScope(typer, calculation, args, here), args };
}

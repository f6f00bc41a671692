// Types calls of the tool's functions, and creates the typed copies of calculations.
import type { CalculationDef } from "../language/model.js";
import { didYouMean, likely } from "../language/nearest.js";
import { describe, fieldOf, type Type, UNKNOWN } from "../language/types.js";
import { parseUnit } from "../language/units.js";
import type { Scope, Typed } from "./plan.js";
import type { Env, Typer } from "./typer.js";

export function calledWith(name: string, { length }: readonly Typed[]): string {
  return `${name} is called with ${length} argument${length === 1 ? "" : "s"}.`;
}

/** `env` points at the call. */
export function typeFunction(
  typer: Typer,
  calculation: CalculationDef,
  args: readonly Typed[],
  env: Env,
  here: Env,
): Typed {
  const names = [...calculation.given.keys()];
  const { name } = calculation;
  if (args.length !== names.length)
    return typer.wrong(here, calledWith(name, args), `write ${name}(${names.join(", ")})`);
  if (!calculation.isFunction) {
    const hint = "write it as a separate value with calculate: and with:";
    return typer.wrong(here, `${name} is a calculation, not a function.`, hint);
  }
  const typed = new Map(names.map((name, index) => [name, args[index] as Typed]));
  const scope = callScope(typer, calculation, typed, env);
  const result = scope.slots.get("result");
  const type = result === undefined ? UNKNOWN : typer.typeOf(result);
  if (result !== undefined) typer.use(result, env);
  return typer.node({ op: "call", scope, args: typed, result, type });
}

/** Returns the typed copy of a calculation for a call, with checked arguments. */
export function callScope(
  typer: Typer,
  calculation: CalculationDef,
  args: ReadonlyMap<string, Typed>,
  env: Env,
): Scope {
  typer.used.add(calculation);
  const params = new Map<string, Type>();
  const strangers = [...args.keys()].filter((name) => !calculation.given.has(name));
  for (const [name, given] of calculation.given) {
    const arg = args.get(name);
    if (arg === undefined) {
      // A misspelt argument is reported below, with this name as hint.
      if (likely(name, strangers) === undefined)
        typer.wrong(env, `${calculation.name} needs ${name}, and the call does not give it.`);
      params.set(name, UNKNOWN);
      continue;
    }
    const table = /^row of (\w+)$/.exec(given.type)?.[1];
    if (table !== undefined && !typer.tables.has(table)) {
      const message = `${calculation.name} is given a row of ${table} as ${name}, a table that does not exist.`;
      typer.wrong(env, message, didYouMean(table, typer.tables.keys()));
      params.set(name, UNKNOWN);
      continue;
    }
    const problem = misfit(typer, given.type, arg.type);
    const message = `${calculation.name} is given ${describe(arg.type)} as ${name}, which must be ${problem}.`;
    if (problem !== undefined) typer.wrong(env, message);
    // Number types ignore values, so that one typed copy serves all numbers.
    params.set(
      name,
      arg.type.kind === "number"
        ? { kind: "number", integer: arg.type.integer, nullable: arg.type.nullable }
        : arg.type,
    );
  }
  for (const name of strangers) {
    const message = `${calculation.name} is not given anything called ${name}.`;
    typer.wrong(env, message, didYouMean(name, calculation.given.keys()));
  }
  return typer.instance(calculation, params);
}

/** Returns the expected type, if the argument does not match. */
function misfit(typer: Typer, wanted: string, type: Type): string | undefined {
  if (type.kind === "unknown" || type.kind === "null") return undefined;
  const row = /^row of (\w+)$/.exec(wanted);
  if (row !== null) {
    const table = typer.tables.get(row[1] ?? "");
    if (table === undefined) return undefined;
    if (type.kind !== "record") return `a row of ${row[1]}`;
    const missing = [...table.def.columns.keys()].find((column) => fieldOf(type, column) === undefined);
    return missing === undefined ? undefined : `a row of ${row[1]} (it lacks ${missing})`;
  }
  const of = /^record of (\w+)$/.exec(wanted)?.[1];
  if (of !== undefined && !typer.def.calculations.has(of))
    return `a record of ${of}, a calculation that does not exist`;
  if (wanted.startsWith("record")) return type.kind === "record" ? undefined : "a record";
  if (wanted === "text")
    return type.kind === "text" || type.kind === "scale" || type.kind === "date" ? undefined : "a text";
  if (wanted === "boolean") return type.kind === "boolean" ? undefined : "true or false";
  if (wanted === "date") return type.kind === "date" ? undefined : "a date";
  if (wanted === "texts" || wanted === "list") return type.kind === "list" ? undefined : "a list";
  if (typer.def.scales.has(wanted))
    return type.kind === "scale" || type.kind === "text" ? undefined : `a word of the scale ${wanted}`;
  if (parseUnit(wanted) === undefined) return `${wanted}, which is neither a unit nor a type`;
  return type.kind === "number" ? undefined : "a number";
}

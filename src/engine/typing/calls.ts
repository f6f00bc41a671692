// Calls in formulas: built-in functions, tables, the tool's own functions.
import { BUILTINS, SPECIAL } from "../builtins.js";
import { checkLookup } from "../checks/lookup.js";
import type { Expr } from "../expression.js";
import type { CalculationDef } from "../model.js";
import { didYouMean } from "../nearest.js";
import type { Scope, Slot, TablePlan, Typed } from "../plan.js";
import {
  BOOLEAN,
  describe,
  fieldOf,
  listOf,
  literalType,
  NUMBER,
  orNull,
  type RecordType,
  TEXT,
  type Type,
  UNKNOWN,
  unify,
} from "../types.js";
import { parseUnit } from "../units.js";
import { checkWords, scaleOf, typeExpr } from "./expressions.js";
import type { Env, Typer } from "./typer.js";

type CallExpr = Extract<Expr, { kind: "call" }>;

export function typeCall(typer: Typer, expr: CallExpr, env: Env): Typed {
  const { name, args, nth } = expr;
  const table = typer.tables.get(name);
  if (table !== undefined) return typeLookup(typer, table, args, env, nth);
  const calculation = typer.def.calculations.get(name);
  if (calculation !== undefined) return typeFunction(typer, calculation, args, env, nth);
  if (name === "if") return typeIf(typer, args, env);
  if (name === "given") return typeGiven(typer, args, env);
  if (name === "flagged") return typeFlagged(typer, args, env);
  if (name === "nearest") return typeNearest(typer, args, env);
  const builtin = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  if (builtin === undefined) {
    const known = [
      ...Object.keys(BUILTINS),
      ...SPECIAL,
      ...typer.tables.keys(),
      ...typer.def.calculations.keys(),
    ];
    typer.report.error(
      "symbol",
      typer.spot(env, name, nth),
      `There is no function or table ${name}.`,
      didYouMean(name, known),
    );
    return { op: "literal", value: null, type: UNKNOWN };
  }
  if (args.length < builtin.least || args.length > builtin.most) {
    return typer.wrong(
      env,
      `${name} is called with ${args.length} argument${args.length === 1 ? "" : "s"}.`,
      `write ${builtin.usage}`,
      name,
      nth,
    );
  }
  const typed = args.map((arg) => typeExpr(typer, arg, env));
  const type = builtin.give(typed.map((arg) => arg.type));
  if (typeof type === "string") return typer.wrong(env, `${type}.`, `write ${builtin.usage}`, name, nth);
  if (name === "one_of") for (const word of typed.slice(1)) checkWords(typer, typed[0] as Typed, word, env);
  if (name === "has" && typed[0]?.type.kind === "list") {
    checkWords(typer, { op: "literal", value: null, type: typed[0].type.item }, typed[1] as Typed, env);
  }
  if (name === "replace" && !isPattern(typed[1])) {
    return typer.wrong(
      env,
      "The second argument of replace must be a regular expression in quotes.",
      undefined,
      name,
      nth,
    );
  }
  if (
    name === "round" &&
    !(typed[1]?.op === "literal" || (typed[1]?.op === "operator" && typed[1].fn === "negate"))
  ) {
    return typer.wrong(
      env,
      "The second argument of round must be a plain number of decimals.",
      undefined,
      name,
      nth,
    );
  }
  const nullable = type.nullable || (builtin.total !== true && typed.some((arg) => arg.type.nullable));
  const scale = name === "min" || name === "max" ? scaleOf(type) : undefined;
  const whole = name === "round" && typed[1]?.op === "literal" && typed[1].value === 0;
  const given: Type = nullable ? orNull(type) : type;
  return {
    op: "builtin",
    name,
    args: typed,
    ...(scale === undefined ? {} : { scale }),
    type: whole && given.kind === "number" ? { ...given, integer: true } : given,
  };
}

function isPattern(arg: Typed | undefined): boolean {
  if (arg?.op !== "literal" || typeof arg.value !== "string") return false;
  try {
    new RegExp(arg.value, "gu");
    return true;
  } catch {
    return false;
  }
}

function typeIf(typer: Typer, args: readonly Expr[], env: Env): Typed {
  const [test, then, otherwise] = args;
  if (test === undefined || then === undefined || otherwise === undefined || args.length !== 3) {
    return typer.wrong(
      env,
      `if is called with ${args.length} arguments.`,
      "write if(condition, then, otherwise)",
      "if",
    );
  }
  const typed = [test, then, otherwise].map((arg) => typeExpr(typer, arg, env)) as [Typed, Typed, Typed];
  const [condition, a, b] = typed;
  if (
    condition.type.kind !== "boolean" &&
    condition.type.kind !== "unknown" &&
    condition.type.kind !== "null"
  ) {
    return typer.wrong(
      env,
      `The test of if must be true or false, and this is ${describe(condition.type)}.`,
      undefined,
      "if",
    );
  }
  return { op: "if", args: typed, type: typer.join(a.type, b.type, env, "if") };
}

function typeGiven(typer: Typer, args: readonly Expr[], env: Env): Typed {
  const [arg] = args;
  if (arg === undefined || args.length !== 1)
    return typer.wrong(env, "given takes one name.", "write given(name)", "given");
  const of = typeExpr(typer, arg, env);
  if (of.op === "input") return { op: "sent", name: of.name, type: BOOLEAN };
  return { op: "known", of, type: BOOLEAN };
}

function typeFlagged(typer: Typer, args: readonly Expr[], env: Env): Typed {
  const [arg] = args;
  const flags = typer.root.slots.get("flags");
  if (arg?.kind !== "text" || flags === undefined || args.length !== 1) {
    return typer.wrong(
      env,
      "flagged takes the code of a flag in quotes.",
      'write flagged("code")',
      "flagged",
    );
  }
  typer.typeOf(flags);
  typer.use(flags, env);
  const codes = flagCodes(flags);
  if (!codes.includes(arg.value)) {
    return typer.wrong(env, `There is no flag ${arg.value}.`, didYouMean(arg.value, codes), arg.value);
  }
  return { op: "flagged", code: arg.value, from: env.scope, type: BOOLEAN };
}

function flagCodes(flags: Slot): string[] {
  if (flags.def.kind !== "collect") return [];
  const codes: string[] = [];
  const walk = (entries: typeof flags.def.entries): void => {
    for (const entry of entries) {
      if (entry.rules !== undefined) walk(entry.rules);
      else codes.push(String(entry.own.get("code") ?? ""));
    }
  };
  walk(flags.def.entries);
  return codes;
}

function typeNearest(typer: Typer, args: readonly Expr[], env: Env): Typed {
  const typed = args.map((arg) => typeExpr(typer, arg, env));
  const [rows, word, count] = typed;
  const worded = rows?.op === "rows" && rows.table.def.keys.some((key) => key.kind === "one_of");
  if (args.length !== 3 || !worded || word?.type.kind !== "text" || count?.op !== "literal") {
    return typer.wrong(
      env,
      "nearest takes a table with alias words, a text and a number.",
      "write nearest(table, word, 3)",
      "nearest",
    );
  }
  return {
    op: "builtin",
    name: "nearest",
    args: typed,
    type: word.type.nullable ? orNull(listOf(TEXT)) : listOf(TEXT),
  };
}

function typeLookup(typer: Typer, table: TablePlan, args: readonly Expr[], env: Env, nth: number): Typed {
  typer.used.add(table.def);
  const { def } = table;
  const typed = args.map((arg) => typeExpr(typer, arg, env));
  if (def.keys.length === 0) {
    return typer.wrong(
      env,
      `The table ${def.name} has no keys to look up.`,
      "filter its rows with [...]",
      def.name,
      nth,
    );
  }
  if (args.length !== def.keys.length) {
    const names = def.keys.map((key) => key.name).join(", ");
    return typer.wrong(
      env,
      `The table ${def.name} is looked up by ${def.keys.length} key${def.keys.length === 1 ? "" : "s"}, not ${args.length}.`,
      `write ${def.name}(${names})`,
      def.name,
      nth,
    );
  }
  typer.dateOf(table, env);
  const fits = checkLookup(typer, table, typed, env, nth);
  const nullable = typed.some((arg) => arg.type.nullable) || table.dated?.type.nullable === true;
  let type: Type =
    table.cell === undefined ? table.row : (fieldOf(table.row as RecordType, table.cell) ?? UNKNOWN);
  if (def.keys.some((key) => key.kind === "interpolate")) type = NUMBER;
  if (def.otherwise !== undefined && !fits) type = withOtherwise(type, table);
  return { op: "table", table, args: typed, from: env.scope, type: nullable ? orNull(type) : type };
}

function withOtherwise(type: Type, table: TablePlan): Type {
  const { otherwise } = table.def;
  if (otherwise === null || otherwise === undefined) return orNull(type);
  if (table.cell !== undefined) {
    if (Array.isArray(otherwise)) return unify(type, listOf(TEXT)) ?? UNKNOWN;
    return unify(type, literalType(otherwise as string | number | boolean)) ?? UNKNOWN;
  }
  const fields = new Map<string, Type>();
  for (const name of table.shape.names()) {
    const own = (otherwise as Record<string, unknown>)[name] ?? null;
    const literal = Array.isArray(own) ? listOf(TEXT) : literalType(own as string | number | boolean | null);
    fields.set(name, unify(fieldOf(table.row as RecordType, name) ?? UNKNOWN, literal) ?? UNKNOWN);
  }
  const shape = {
    id: `${table.shape.id}+`,
    access: "plain" as const,
    names: () => fields.keys(),
    field: (name: string) => fields.get(name),
  };
  return { kind: "record", shapes: [shape], nullable: false };
}

// Functions and calculations ---------------------------------------------------------------------------------------

function typeFunction(
  typer: Typer,
  calculation: CalculationDef,
  args: readonly Expr[],
  env: Env,
  nth: number,
): Typed {
  const names = [...calculation.given.keys()];
  if (args.length !== names.length) {
    return typer.wrong(
      env,
      `${calculation.name} is called with ${args.length} argument${args.length === 1 ? "" : "s"}.`,
      `write ${calculation.name}(${names.join(", ")})`,
      calculation.name,
      nth,
    );
  }
  if (!calculation.isFunction) {
    return typer.wrong(
      env,
      `${calculation.name} is a calculation, not a function.`,
      "write calculate: and with: as a value of its own",
      calculation.name,
      nth,
    );
  }
  const typed = new Map(names.map((name, index) => [name, typeExpr(typer, args[index] as Expr, env)]));
  const scope = callScope(typer, calculation, typed, env);
  const result = scope.slots.get("result");
  const type = result === undefined ? UNKNOWN : typer.typeOf(result);
  if (result !== undefined) typer.use(result, env);
  return { op: "call", scope, args: typed, from: env.scope, result, type };
}

/** The typed copy of a calculation for a call, its arguments checked against what it is given. */
export function callScope(
  typer: Typer,
  calculation: CalculationDef,
  args: ReadonlyMap<string, Typed>,
  env: Env,
): Scope {
  typer.used.add(calculation);
  const params = new Map<string, Type>();
  for (const [name, given] of calculation.given) {
    const arg = args.get(name);
    if (arg === undefined) {
      typer.wrong(env, `${calculation.name} needs ${name}, and the call does not give it.`);
      params.set(name, UNKNOWN);
      continue;
    }
    const problem = misfit(typer, given.type, arg.type);
    if (problem !== undefined) {
      typer.wrong(
        env,
        `${calculation.name} is given ${describe(arg.type)} as ${name}, which must be ${problem}.`,
      );
    }
    // Numbers are not told apart by their values: one typed copy serves them all.
    params.set(
      name,
      arg.type.kind === "number"
        ? { kind: "number", integer: arg.type.integer, nullable: arg.type.nullable }
        : arg.type,
    );
  }
  for (const name of args.keys()) {
    if (!calculation.given.has(name)) {
      typer.wrong(
        env,
        `${calculation.name} is not given anything called ${name}.`,
        didYouMean(name, calculation.given.keys()),
      );
    }
  }
  return typer.instance(calculation, params);
}

/** What a parameter wants, when the argument is something else. */
function misfit(typer: Typer, wanted: string, type: Type): string | undefined {
  if (type.kind === "unknown" || type.kind === "null") return undefined;
  const row = /^row of (\w+)$/.exec(wanted);
  if (row !== null) {
    const table = typer.tables.get(row[1] ?? "");
    if (table === undefined) return `a row of ${row[1]}, a table that does not exist`;
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

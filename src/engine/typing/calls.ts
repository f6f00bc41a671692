// Calls in formulas: built-in functions here, tables and the tool's own functions in files of their own.

import { LIMITS } from "../language/bounds.js";
import type { Expr } from "../language/formula.js";
import { BUILTINS, SPECIAL } from "../language/functions.js";
import { didYouMean } from "../language/nearest.js";
import { isPattern, patternFault } from "../language/patterns.js";
import { BOOLEAN, describe, listOf, orNull, TEXT, type Type, UNKNOWN } from "../language/types.js";
import { checkWords, scaleOf, typeExpr } from "./expressions.js";
import { typeFunction } from "./functions.js";
import { typeLookup } from "./lookups.js";
import type { Slot, Typed } from "./plan.js";
import type { Env, Typer } from "./typer.js";

type CallExpr = Extract<Expr, { kind: "call" }>;

export function typeCall(typer: Typer, expr: CallExpr, env: Env): Typed {
  const { name, args, nth } = expr;
  const table = typer.tables.get(name);
  if (table !== undefined) return typeLookup(typer, table, args, env, nth);
  const calculation = typer.def.calculations.get(name);
  if (calculation !== undefined) return typeFunction(typer, calculation, args, env, nth);
  if (name === "if") return typeIf(typer, args, env, nth);
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
  if (name === "replace") {
    const pattern = typed[1]?.op === "literal" ? typed[1].value : undefined;
    if (typeof pattern !== "string" || !isPattern(pattern)) {
      const message = "The second argument of replace must be a regular expression in quotes.";
      return typer.wrong(env, message, undefined, name, nth);
    }
    const fault = patternFault(pattern, LIMITS.replacedText);
    if (fault !== undefined) return typer.wrong(env, fault.message, fault.hint, name, nth);
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

function typeIf(typer: Typer, args: readonly Expr[], env: Env, nth: number): Typed {
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
  return {
    op: "if",
    args: typed,
    at: { written: env.written, nth },
    type: typer.join(a.type, b.type, env, "if"),
  };
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

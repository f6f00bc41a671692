// Types calls of built-in functions; tables and own functions are in other files.

import { BUILTINS, FUNCTION_NAMES } from "../functions/all.js";
import { LIMITS } from "../language/bounds.js";
import { defined } from "../language/defined.js";
import { leavesOf } from "../language/entries.js";
import { didYouMean } from "../language/nearest.js";
import { isPattern, patternFault } from "../language/patterns.js";
import { BOOLEAN, describe, isA, listOf, orNull, TEXT } from "../language/types.js";
import { calledWith, typeFunction } from "./functions.js";
import { askEvidence } from "./hidden-values.js";
import { typeLookup } from "./lookups.js";
import type { Typed } from "./plan.js";
import type { Env, Typer } from "./typer.js";
import { checkWords, scaleOf } from "./words.js";

export function typeCall(typer: Typer, name: string, args: readonly Typed[], env: Env, nth: number): Typed {
  const here = { ...env, word: name, nth };
  const table = typer.tables.get(name);
  if (table !== undefined) return typeLookup(typer, table, args, here);
  const calculation = typer.def.calculations.get(name);
  if (calculation !== undefined) return typeFunction(typer, calculation, args, env, here);
  if (name === "if") return typeIf(typer, args, env, here);
  if (name === "given") return typeGiven(typer, args, here);
  if (name === "flagged") return typeFlagged(typer, args, here);
  if (name === "nearest") return typeNearest(typer, args, here);
  if (name === "missing" || name === "rests_on") return typeEvidence(typer, name, args, here);
  const builtin = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
  if (builtin === undefined) {
    const known = [...FUNCTION_NAMES, ...typer.tables.keys(), ...typer.def.calculations.keys()];
    return typer.wrong(here, `There is no function or table ${name}.`, didYouMean(name, known), "symbol");
  }
  if (args.length < builtin.args || args.length > (builtin.more ? MOST_ARGUMENTS : builtin.args))
    return typer.wrong(here, calledWith(name, args), `write ${builtin.usage}`);
  const types = args.map((arg) => arg.type);
  const type = builtin.takes(types, name);
  if (typeof type === "string") return typer.wrong(here, `${type}.`, `write ${builtin.usage}`);
  const [first, second] = args as [Typed, Typed];
  const { words, anyOf, ranked } = builtin;
  if (words === "items" && first.type.kind === "list") checkWords(typer, first.type.item, second, env);
  if (words === "first" || words === "both")
    for (const word of args.slice(1)) checkWords(typer, first.type, word, env);
  if (words === "both") checkWords(typer, second.type, first, env);
  const literal = second?.op === "literal" ? second.value : undefined;
  if (name === "replace") {
    if (typeof literal !== "string" || !isPattern(literal))
      return typer.wrong(here, "The second argument of replace must be a regular expression in quotes.");
    const fault = patternFault(literal, LIMITS.replacedText);
    if (fault !== undefined) return typer.wrong(here, fault.message, fault.hint);
  }
  if (name === "round" && !isDecimals(second)) {
    const message = `The second argument of round must be a plain whole number from -${MOST_DECIMALS} to ${MOST_DECIMALS}.`;
    return typer.wrong(here, message);
  }
  const nullable = type.nullable || (!anyOf && types.some((each) => each.nullable));
  const scale = ranked ? scaleOf(type, ...types) : undefined;
  return typer.node({
    op: "builtin",
    name,
    args,
    ...defined({ scale }),
    type: nullable ? orNull(type) : type,
  });
}

/** Maximum number of arguments. */
const MOST_ARGUMENTS = 50;

/** Maximum number of decimals. */
const MOST_DECIMALS = 15;

function isDecimals(typed: Typed): boolean {
  const literal = typed.op === "operator" && typed.fn === "negate" ? typed.args[0] : typed;
  return (
    literal?.op === "literal" && Number.isInteger(literal.value) && Number(literal.value) <= MOST_DECIMALS
  );
}

function typeIf(typer: Typer, args: readonly Typed[], env: Env, here: Env & { nth: number }): Typed {
  const [condition, then, otherwise] = args;
  if (condition === undefined || then === undefined || otherwise === undefined || args.length !== 3) {
    const message = `if is called with ${args.length} arguments.`;
    return typer.wrong(here, message, "write if(condition, then, otherwise)");
  }
  if (!isA(condition.type, "boolean"))
    return typer.wrong(
      here,
      `The test of if must be true or false, and this is ${describe(condition.type)}.`,
    );
  const type = typer.join(then.type, otherwise.type, env, "if");
  const at = { written: env.written, nth: here.nth };
  return typer.node({ op: "if", args: [condition, then, otherwise], at, type });
}

function typeGiven(typer: Typer, args: readonly Typed[], env: Env): Typed {
  const [of] = args;
  if (of === undefined || args.length !== 1)
    return typer.wrong(env, "given takes one name.", "write given(name)");
  if (of.op === "input") return typer.node({ op: "sent", name: of.name, type: BOOLEAN });
  return typer.node({ op: "known", of, type: BOOLEAN });
}

function typeFlagged(typer: Typer, args: readonly Typed[], env: Env): Typed {
  const [arg] = args;
  const code = arg?.op === "literal" ? arg.value : undefined;
  const flags = typer.root.slots.get("flags");
  if (typeof code !== "string" || flags === undefined || args.length !== 1)
    return typer.wrong(env, "flagged takes the code of a flag in quotes.", 'write flagged("code")');
  typer.typeOf(flags);
  typer.use(flags, env);
  const entries = flags.def.kind === "collect" ? flags.def.entries : [];
  const codes = leavesOf(entries).map(({ entry }) => String(entry.own.get("code") ?? ""));
  if (!codes.includes(code))
    return typer.wrong({ ...env, word: code, nth: 0 }, `There is no flag ${code}.`, didYouMean(code, codes));
  return typer.node({ op: "flagged", code, type: BOOLEAN });
}

function typeEvidence(typer: Typer, name: "missing" | "rests_on", args: readonly Typed[], env: Env): Typed {
  if (args.length === 0) return typer.wrong(env, `${name} takes a value.`, `write ${name}(value)`);
  if (env.lambdas.length > 0)
    return typer.wrong(env, `${name} cannot be used for the items of a list.`, "make it a value of an each");
  const type = listOf(TEXT);
  const each = args.map((arg) => askEvidence(typer, arg, env));
  const [only] = each;
  const evidence =
    only !== undefined && each.length === 1
      ? only
      : typer.node({ op: "builtin", name: "$union", args: each, type });
  return typer.node({
    op: "builtin",
    name: name === "missing" ? "$open" : "$assumed",
    args: [evidence],
    type,
  });
}

function typeNearest(typer: Typer, args: readonly Typed[], env: Env): Typed {
  const [rows, word, count] = args;
  const worded = rows?.op === "rows" && rows.table.def.keys.some((key) => key.kind === "one_of");
  if (args.length !== 3 || !worded || word?.type.kind !== "text" || count?.op !== "literal") {
    const message = "nearest takes a table with alias words, a text and a number.";
    return typer.wrong(env, message, "write nearest(table, word, 3)");
  }
  const type = { ...listOf(TEXT), nullable: word.type.nullable };
  return typer.node({ op: "builtin", name: "nearest", args, type });
}

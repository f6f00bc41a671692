// Types formulas, node by node.

import { BUILTINS } from "../functions/all.js";
import { defined } from "../language/defined.js";
import type { Expr, Operator } from "../language/formula.js";
import type { WrittenFormula } from "../language/model.js";
import { didYouMean, differInDigits } from "../language/nearest.js";
import {
  BOOLEAN,
  describe,
  fieldNames,
  isA,
  isDateText,
  listOf,
  literalType,
  notNull,
  type Type,
  UNKNOWN,
  unify,
} from "../language/types.js";
import { typeCall } from "./calls.js";
import { typeField, typeKey } from "./fields.js";
import { resolveName } from "./names.js";
import type { Role, Typed } from "./plan.js";
import { type Env, NOTHING, type Typer, type TypingContext } from "./typer.js";
import { checkWords, scaleOf } from "./words.js";

export function typeFormula(
  typer: Typer,
  written: WrittenFormula,
  env: TypingContext,
  role: Role = "value",
  unit?: string,
): Typed {
  const inner = { ...env, written };
  const typed = typeExpr(typer, written.it.expr, inner);
  typer.note(typed, inner, role, unit);
  return typed;
}

/** Types a condition: true, false or null. Decisions treat null as false. */
export function typeCondition(typer: Typer, written: WrittenFormula, env: TypingContext): Typed {
  const typed = typeFormula(typer, written, env, "condition");
  if (isA(typed.type, "boolean")) return typed;
  const message = `A condition must be true or false, and this is ${describe(typed.type)}.`;
  return typer.wrong({ ...env, written }, message);
}

/** Types an optional condition. */
export function typeWhen(
  typer: Typer,
  { when }: { readonly when?: WrittenFormula },
  env: TypingContext,
): { readonly when?: Typed } {
  return when === undefined ? {} : { when: typeCondition(typer, when, env) };
}

export function typeExpr(typer: Typer, expr: Expr, env: Env): Typed {
  const typed = typeNode(typer, expr, env);
  if (!typer.exprs.has(typed.id)) typer.exprs.set(typed.id, expr);
  if ("name" in expr) typer.means(expr, typed);
  return typed;
}

function typeNode(typer: Typer, expr: Expr, env: Env): Typed {
  switch (expr.kind) {
    case "number":
    case "text":
    case "boolean":
      return typer.node({ op: "literal", value: expr.value, type: literalType(expr.value) });
    case "null":
      return typer.node({ op: "literal", value: null, type: literalType(null) });
    case "name":
      return resolveName(typer, expr.name, env, expr.nth) ?? unknownName(typer, expr.name, expr.nth, env);
    case "field":
      return typeField(typer, typeExpr(typer, expr.of, env), expr.name, env);
    case "index":
      return typeIndex(typer, expr.of, expr.by, env);
    case "call":
      return typeCall(typer, expr.name, typeAll(typer, expr.args, env), env, expr.nth);
    case "list": {
      const items = typeAll(typer, expr.items, env);
      let item: Type = { ...UNKNOWN, nullable: false };
      for (const each of items) item = typer.join(item, each.type, env, "The list");
      return typer.node({ op: "list", items, type: listOf(item) });
    }
    case "operator":
      return typeOperator(typer, expr.op, expr.args, env);
  }
}

function typeAll(typer: Typer, exprs: readonly Expr[], env: Env): Typed[] {
  return exprs.map((expr) => typeExpr(typer, expr, env));
}

function unknownName(typer: Typer, name: string, nth: number, env: Env): Typed {
  // The name may be a field of an item of an undefined list, which is already reported.
  if (typer.report.failed && env.lambdas.some(({ type }) => type.kind === "unknown")) return NOTHING;
  const isFunction = Object.hasOwn(BUILTINS, name) || typer.def.calculations.has(name);
  const hint = isFunction
    ? `${name} is a function; call it with brackets`
    : () => {
        const names = visibleNames(typer, env).filter((other) => !differInDigits(name, other));
        return didYouMean(name, names, "define it under values or conditions")();
      };
  return typer.wrong({ ...env, word: name, nth }, `Nothing is called ${name}.`, hint, "symbol");
}

function visibleNames(typer: Typer, env: Env): string[] {
  const fields = (type: Type) => (type.kind === "record" ? fieldNames(type) : []);
  const names = env.lambdas.flatMap(({ name = [], type }) => [name, fields(type)].flat());
  for (let scope: typeof env.scope | undefined = env.scope; scope !== undefined; scope = scope.parent)
    names.push(...scope.shape.names(), ...[...scope.params.values()].flatMap(fields));
  names.push(...typer.inputs.keys(), ...typer.tables.keys(), "edition", "as_of", "pi", "inputs");
  return names.filter((name) => !name.startsWith("$"));
}

function typeIndex(typer: Typer, of: Expr, by: Expr, env: Env): Typed {
  const list = typeExpr(typer, of, env);
  if (list.type.kind === "map") return typeKey(typer, list, typeExpr(typer, by, env), env);
  if (list.type.kind === "unknown") return list;
  if (list.type.kind !== "list")
    return typer.wrong(env, `\`[...]\` filters a list, and this is ${describe(list.type)}.`);
  const lambda = typer.lambda(list.type.item, list);
  const test = typeExpr(typer, by, { ...env, lambdas: [...env.lambdas, lambda] });
  const hint = "lists have no positions; use first, last or take";
  if (!isA(test.type, "boolean"))
    return typer.wrong(env, `A filter needs a condition, and this is ${describe(test.type)}.`, hint);
  return typer.node({ op: "filter", of: list, lambda, test, type: list.type });
}

function typeOperator(typer: Typer, op: Operator, operands: readonly Expr[], env: Env): Typed {
  const args = typeAll(typer, operands, env);
  const [a, b] = args as [Typed, Typed];
  const nullable = args.some((arg) => arg.type.nullable);
  switch (op) {
    case "+":
    case "-":
    case "*":
    case "/":
    case "^":
    case "negate":
      return arithmetic(typer, op, args, nullable, env);
    case "and":
    case "or":
    case "not": {
      const bad = args.find((arg) => !isA(arg.type, "boolean"));
      if (bad !== undefined)
        return typer.wrong(env, `\`${op}\` joins conditions, and this is ${describe(bad.type)}.`);
      return typer.node({ op: "logic", fn: op, args, type: { kind: "boolean", nullable } });
    }
    case "==":
    case "!=":
      return equality(typer, op, a, b, env);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return ordering(typer, op, a, b, { kind: "boolean", nullable }, env);
    case "??": {
      const type = unify(notNull(a.type), b.type);
      if (type === undefined) {
        return typer.wrong(env, `\`??\` falls back from ${describe(a.type)} to ${describe(b.type)}.`);
      }
      return typer.node({ op: "nullish", args: [a, b], type: b.type.nullable ? type : notNull(type) });
    }
  }
}

function arithmetic(typer: Typer, op: string, args: readonly Typed[], nullable: boolean, env: Env): Typed {
  const bad = args.find((arg) => !isA(arg.type, "number"));
  if (bad !== undefined) {
    const sign = op === "negate" ? "-" : op;
    const ofTexts = bad.type.kind === "text" ? "texts are joined in a text with braces" : undefined;
    const hint = bad.type.kind === "list" ? "use sum, or an each over the list" : ofTexts;
    return typer.wrong(env, `\`${sign}\` computes with numbers, and this is ${describe(bad.type)}.`, hint);
  }
  const whole = args.every((arg) => arg.type.kind === "number" && arg.type.integer);
  const [, exponent] = args;
  const isPower = exponent?.op === "literal" && typeof exponent.value === "number" && exponent.value >= 0;
  const keeps = op === "^" ? isPower : op !== "/";
  const type: Type = { kind: "number", integer: whole && keeps, nullable };
  return typer.node({ op: "operator", fn: op, args, type });
}

function equality(typer: Typer, op: "==" | "!=", a: Typed, b: Typed, env: Env): Typed {
  const big = [a.type, b.type].find(({ kind }) => kind === "list" || kind === "record" || kind === "map");
  if (big !== undefined) {
    const message = `\`${op}\` compares single values, and this is ${describe(big)}.`;
    return typer.wrong(env, message, "use given(), count() or has()");
  }
  if (unify(a.type, b.type) === undefined)
    return typer.wrong(env, `\`${op}\` compares ${describe(a.type)} with ${describe(b.type)}.`);
  checkWords(typer, a.type, b, env);
  checkWords(typer, b.type, a, env);
  const scale = scaleOf(a.type, b.type);
  return typer.node({ op: "compare", fn: op, args: [a, b], type: BOOLEAN, ...defined({ scale }) });
}

function ordering(typer: Typer, op: string, a: Typed, b: Typed, type: Type, env: Env): Typed {
  const kinds = new Set([a.type.kind, b.type.kind]);
  kinds.delete("unknown");
  kinds.delete("null");
  const scale = scaleOf(a.type, b.type);
  if (scale !== undefined) {
    checkWords(typer, a.type, b, env);
    checkWords(typer, b.type, a, env);
    if (unify(a.type, b.type)?.kind !== "scale")
      return typer.wrong(env, `\`${op}\` compares ${describe(a.type)} with ${describe(b.type)}.`);
    return typer.node({ op: "compare", fn: op, args: [a, b], type, scale });
  }
  if (kinds.has("date")) {
    const literal = [a, b].find((arg) => arg.op === "literal" && arg.type.kind === "text");
    const word = literal?.op === "literal" ? String(literal.value) : undefined;
    if (word !== undefined && !isDateText(word))
      return typer.wrong({ ...env, word }, `"${word}" is not a date.`, "write it as 2026-11-01");
  }
  if (kinds.size > 1 || [...kinds].some((kind) => kind !== "number" && kind !== "date")) {
    const odd = kinds.has("text") ? "declare a scale to put words in order" : undefined;
    return typer.wrong(env, `\`${op}\` puts ${describe(a.type)} and ${describe(b.type)} in order.`, odd);
  }
  return typer.node({ op: "compare", fn: op, args: [a, b], type });
}

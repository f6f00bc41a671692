// Types the result tree.
import { defined } from "../language/defined.js";
import { formulaKey } from "../language/formula.js";
import type { ResultNode, WrittenFormula } from "../language/model.js";
import { describe, isA, listOf, type Type, UNKNOWN } from "../language/types.js";
import { unitOfName } from "../language/unit-names.js";
import { typeFormula, typeWhen } from "./expressions.js";
import type { TypedResult } from "./plan.js";
import type { Env, Typer, TypingContext } from "./typer.js";

/** Reports leaves that a tree may not contain. */
type CheckLeaf = (typer: Typer, node: ResultNode, type: Type, env: Env) => void;

export function typeResult(
  typer: Typer,
  node: ResultNode,
  env: TypingContext,
  check: CheckLeaf = leafType,
): TypedResult {
  const { body } = node;
  const when = typeWhen(typer, node, env);
  if (body.kind === "leaf") {
    // A value of the same name has its declared unit.
    const { expr } = body.value.it;
    const isOwn = expr.kind === "name" && expr.name === node.name;
    const unit = body.unit ?? (isOwn ? undefined : unitOfName(node.name));
    const value = typeFormula(typer, body.value, env, "inner", unit);
    check(typer, node, value.type, { ...env, written: body.value });
    const or = body.or === undefined ? [] : [typeResult(typer, itemNode(node, body.or), env, check)];
    if (body.or !== undefined && !value.type.nullable && !typer.report.failed)
      typer.wrong({ ...env, written: body.or }, `The result ${node.name} is never null.`, "delete or:");
    return { node, value, type: value.type, fields: or, ...when };
  }
  if (body.kind === "object") {
    if (body.value === undefined) {
      const fields = body.fields.map((field) => typeResult(typer, field, env, check));
      return { node, type: UNKNOWN, fields, ...when };
    }
    const value = typeFormula(typer, body.value, env, "inner");
    const message = `Only records have fields, and this is ${describe(value.type)}.`;
    if (value.type.kind !== "record" && value.type.kind !== "unknown")
      typer.wrong({ ...env, written: body.value }, message);
    const lambda = typer.lambda(value.type.kind === "record" ? { ...value.type, nullable: false } : UNKNOWN);
    const inside = { ...env, lambdas: [...env.lambdas, lambda] };
    const fields = body.fields.map((field) => typeResult(typer, field, inside, check));
    return { node, value, lambda, type: value.type, fields, ...when };
  }
  const list = typeFormula(typer, body.each, env, "inner");
  const lambda = typer.lambda(typer.itemOf(list, body.each, env), list, body.item);
  const inside = { ...env, lambdas: [...env.lambdas, lambda] };
  const key = body.key && typeFormula(typer, body.key, inside, "inner");
  const fields = (body.value === undefined ? body.fields : [itemNode(node, body.value, body.round)]).map(
    (field) => typeResult(typer, field, inside, check),
  );
  return { node, value: list, lambda, type: listOf(UNKNOWN), fields, ...defined({ key }), ...when };
}

/** Returns a leaf for list items without fields, or for a replacement of null. */
function itemNode(node: ResultNode, value: WrittenFormula, round?: number): ResultNode {
  const { name, location, description } = node;
  return { name, location, description, body: { kind: "leaf", value, ...defined({ round }) } };
}

function leafType(typer: Typer, node: ResultNode, type: Type, env: Env): void {
  if (node.body.kind !== "leaf") return;
  const inner = type.kind === "list" ? type.item : type;
  const hint = "choose its parts with fields:, or each: and fields:";
  if (inner.kind === "record" || inner.kind === "map" || (inner.kind === "list" && type.kind === "list"))
    typer.wrong(env, `The result ${node.name} shows ${describe(type)}.`, hint);
  if (node.body.round !== undefined && !isA(type, "number")) {
    const message = `The result ${node.name} is ${describe(type)} and cannot be rounded.`;
    typer.report.error("type", node.location, message);
  }
  const whole =
    type.kind === "number" && (type.integer || (node.body.round !== undefined && node.body.round <= 0));
  // If there were errors, the number may be whole.
  if (node.body.type === "integer" && !whole && type.kind === "number" && !typer.report.failed) {
    const message = `The result ${node.name} is declared a whole number, but may have decimals.`;
    typer.report.error("type", node.location, message, "add round: 0");
  }
}

/** Returns the decimals of result leaves, by formula text. */
export function leafRoundings(
  nodes: readonly ResultNode[],
  into = new Map<string, number>(),
): Map<string, number> {
  for (const { body } of nodes) {
    if (body.kind === "leaf" && body.round !== undefined) {
      const key = formulaKey(body.value.it);
      if (!into.has(key)) into.set(key, body.round);
    }
    if (body.kind === "object" && body.value === undefined) leafRoundings(body.fields, into);
  }
  return into;
}

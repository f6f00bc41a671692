// Types of the result tree.
import { formulaKey } from "../language/formula.js";
import type { ResultNode } from "../language/model.js";
import { describe, listOf, type Type, UNKNOWN } from "../language/types.js";
import { unitOfName } from "../language/unit-names.js";
import { typeCondition, typeFormula } from "./expressions.js";
import type { TypedResult } from "./plan.js";
import type { Env, Typer } from "./typer.js";

type Outer = Omit<Env, "written">;

/** Reports what the leaf of a tree may not show. */
type CheckLeaf = (typer: Typer, node: ResultNode, type: Type, env: Env) => void;

export function typeResult(
  typer: Typer,
  node: ResultNode,
  env: Outer,
  check: CheckLeaf = leafType,
): TypedResult {
  const { body } = node;
  const when = node.when === undefined ? {} : { when: typeCondition(typer, node.when, env) };
  if (body.kind === "leaf") {
    const value = typeFormula(typer, body.value, env, "inner", body.unit ?? unitOfName(node.name));
    check(typer, node, value.type, { ...env, written: body.value });
    return { node, value, type: value.type, fields: [], ...when };
  }
  if (body.kind === "object") {
    if (body.value === undefined) {
      return {
        node,
        type: UNKNOWN,
        fields: body.fields.map((field) => typeResult(typer, field, env, check)),
        ...when,
      };
    }
    const value = typeFormula(typer, body.value, env, "inner");
    if (value.type.kind !== "record" && value.type.kind !== "unknown") {
      typer.wrong(
        { ...env, written: body.value },
        `Fields are taken from a record, and this is ${describe(value.type)}.`,
      );
    }
    const lambda = typer.lambda(value.type.kind === "record" ? { ...value.type, nullable: false } : UNKNOWN);
    const inside = { ...env, lambdas: [...env.lambdas, lambda] };
    return {
      node,
      value,
      lambda,
      type: value.type,
      fields: body.fields.map((field) => typeResult(typer, field, inside, check)),
      ...when,
    };
  }
  const list = typeFormula(typer, body.each, env, "inner");
  let item: Type = UNKNOWN;
  if (list.type.kind === "list") item = list.type.item;
  else if (list.type.kind !== "unknown")
    typer.wrong(
      { ...env, written: body.each },
      `\`each\` runs over a list, and this is ${describe(list.type)}.`,
    );
  const lambda = typer.lambda(item, list, body.item);
  const inside = { ...env, lambdas: [...env.lambdas, lambda] };
  const key = body.key === undefined ? {} : { key: typeFormula(typer, body.key, inside, "inner") };
  const leaf: ResultNode | undefined =
    body.value === undefined
      ? undefined
      : {
          name: node.name,
          location: node.location,
          description: node.description,
          body: {
            kind: "leaf",
            value: body.value,
            ...(body.round === undefined ? {} : { round: body.round }),
          },
        };
  const fields = (leaf === undefined ? body.fields : [leaf]).map((field) =>
    typeResult(typer, field, inside, check),
  );
  return { node, value: list, lambda, type: listOf(UNKNOWN), fields, ...key, ...when };
}

function leafType(typer: Typer, node: ResultNode, type: Type, env: Env): void {
  if (node.body.kind !== "leaf") return;
  const inner = type.kind === "list" ? type.item : type;
  if (inner.kind === "record" || inner.kind === "map" || (inner.kind === "list" && type.kind === "list")) {
    typer.wrong(
      env,
      `The result ${node.name} shows ${describe(type)}.`,
      "choose its parts with fields:, or each: and fields:",
    );
  }
  if (
    node.body.round !== undefined &&
    type.kind !== "number" &&
    type.kind !== "unknown" &&
    type.kind !== "null"
  ) {
    typer.report.error(
      "type",
      node.location,
      `The result ${node.name} is ${describe(type)} and cannot be rounded.`,
    );
  }
  const whole =
    type.kind === "number" && (type.integer || (node.body.round !== undefined && node.body.round <= 0));
  if (node.body.type === "integer" && !whole && type.kind === "number") {
    typer.report.error(
      "type",
      node.location,
      `The result ${node.name} is declared a whole number, but may have decimals.`,
      "add round: 0",
    );
  }
}

/** Decimals of the leaves that show names of the tool, by the text of what they show. */
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

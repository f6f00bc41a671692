// Each number of the result as a step of its own, so that it can be followed to where it was worked out.
import type { ResultNode } from "../../engine/language/model.js";
import type { Place, Scope, Trail } from "./trail.js";

export interface ResultStep {
  /** Its place in the result, the fields of an object after dots. */
  readonly path: string;
  readonly node: ResultNode;
  /** Undefined inside lists, whose rows are not told apart. */
  readonly place?: Place;
}

export function resultSteps(nodes: readonly ResultNode[], trail: Trail): ResultStep[] {
  return stepsOf(nodes, trail, trail.root, "");
}

function stepsOf(
  nodes: readonly ResultNode[],
  trail: Trail,
  scope: Scope | undefined,
  before: string,
): ResultStep[] {
  return nodes.flatMap((node) => {
    const path = `${before}${node.name}`;
    const { body } = node;
    if (body.kind === "array") return [{ path, node }, ...stepsOf(body.fields, trail, undefined, `${path}.`)];
    const value = body.value;
    const place = scope && value && { step: stepOf(node.name, value.it.text), scope };
    if (body.kind === "leaf") return [place === undefined ? { path, node } : { path, node, place }];
    const inner = value === undefined ? scope : place && trail.open(place);
    return [{ path, node }, ...stepsOf(body.fields, trail, inner, `${path}.`)];
  });
}

function stepOf(name: string, expression: string): Place["step"] {
  return { name, kind: "result", expression, value: null, citations: [] };
}

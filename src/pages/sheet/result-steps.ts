// Each field of the result as a step of its own, so that it can be followed to where it was worked out.
import type { ResultNode } from "../../engine/language/model.js";
import type { ExplainedStep } from "../../engine/reference/explanation.js";
import type { Graph } from "./graph.js";

export interface ResultStep {
  readonly node: ResultNode;
  /** Undefined where it did not apply, and inside lists. */
  readonly step: ExplainedStep | undefined;
}

export function resultSteps(nodes: readonly ResultNode[], graph: Graph, before = ""): ResultStep[] {
  return nodes.flatMap((node) => {
    const path = `${before}${node.name}`;
    const { body } = node;
    const own = { node, step: body.kind === "leaf" ? graph.result(path) : undefined };
    return body.kind === "leaf" ? [own] : [own, ...resultSteps(body.fields, graph, `${path}.`)];
  });
}

// Each field of the result as a step, so that it can be followed to its origin.

import type { ExplainedStep } from "../../engine/explain/explanation.js";
import { resultsIn, type ShownResult } from "../results.js";
import type { Graph } from "./graph.js";

export interface ResultStep {
  readonly node: ShownResult;
  /** Undefined if it did not apply, and within lists. */
  readonly step: ExplainedStep | undefined;
}

export function resultSteps(nodes: readonly ShownResult[], graph: Graph): ResultStep[] {
  return [...resultsIn(nodes)].map(([path, node]) => ({
    node,
    step: node.body.kind === "leaf" ? graph.result(path) : undefined,
  }));
}

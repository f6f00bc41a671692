// Links within a sheet: from numbers to their steps and inputs, and from steps to the definition.
import type { ExplainedStep } from "../../engine/explain/explanation.js";
import type { Graph, GraphLeaf } from "./graph.js";

/** Targets of step links: every step, or only the lines behind the headline. */
export type StepLayout = "steps" | "lines";

/** Returns the anchor of a step or input. Ids contain characters that URLs escape. */
export function anchorOf(id: string): string {
  const path = id
    .replace(/^input:/, "")
    .replaceAll("-", "minus")
    .replace(/\W+/g, "-");
  return `${id.startsWith("input:") ? "input" : "step"}-${path}`;
}

export class Links {
  /** Steps on the page. */
  private readonly there = new Set<ExplainedStep>();
  private readonly placed = new Set<string>();
  /** Linked inputs. */
  readonly inputs = new Set<string>();

  constructor(
    private readonly graph: Graph,
    private readonly shown: StepLayout,
  ) {}

  /** Records that the page contains a step. */
  add(step: ExplainedStep): void {
    this.there.add(step);
  }

  /** Returns the anchor when a step is shown for the first time. */
  anchor(step: ExplainedStep): string | undefined {
    if (this.placed.has(step.id)) return undefined;
    this.placed.add(step.id);
    return anchorOf(step.id);
  }

  /** Returns the anchor of a line in the checks. If every step is shown, the step has the plain anchor. */
  lineAnchor({ id }: ExplainedStep): string {
    return `${this.shown === "steps" ? "line-" : ""}${anchorOf(id)}`;
  }

  /** Links to the origin of a name's value. */
  ofLeaf(leaf: GraphLeaf): string | undefined {
    const source = this.graph.source(leaf);
    const step = source && (this.ofStep(source) ?? this.ofStep(this.graph.origin(source)));
    if (step !== undefined) return step;
    const input = leaf.ids.find((id) => id.startsWith("input:"))?.replace(/[.[].*$/, "");
    if (input === undefined || !this.graph.isKnown(input)) return undefined;
    this.inputs.add(input.replace(/^input:/, ""));
    return `#${anchorOf(input)}`;
  }

  ofStep(step: ExplainedStep): string | undefined {
    return this.there.has(step) ? `#${anchorOf(step.id)}` : undefined;
  }
}

// Links inside a sheet: from a number to the step or input that made it, and from a step to its place in the definition.
import type { ExplainedStep } from "../../engine/explain/explanation.js";
import type { Graph, GraphLeaf } from "./graph.js";

/** What a link to a step goes to: every step stands there, or only the lines that lead to the headline. */
export type StepLayout = "steps" | "lines";

/** The anchor of a step or input; ids hold signs that an address would have to escape. */
export function anchorOf(id: string): string {
  const path = id
    .replace(/^input:/, "")
    .replaceAll("-", "minus")
    .replace(/\W+/g, "-");
  return `${id.startsWith("input:") ? "input" : "step"}-${path}`;
}

export class Links {
  /** Steps that can be gone to. */
  private readonly there = new Set<ExplainedStep>();
  private readonly placed = new Set<string>();
  /** Inputs that something leads to. */
  readonly inputs = new Set<string>();

  constructor(
    private readonly graph: Graph,
    private readonly shown: StepLayout,
  ) {}

  /** That a step stands on the page. */
  add(step: ExplainedStep): void {
    this.there.add(step);
  }

  /** The anchor of a step, the first time that it is shown. */
  anchor(step: ExplainedStep): string | undefined {
    if (this.placed.has(step.id)) return undefined;
    this.placed.add(step.id);
    return anchorOf(step.id);
  }

  /** The anchor that a line of the checks stands at; where every step is shown, the step itself has it. */
  lineAnchor({ id }: ExplainedStep): string {
    return `${this.shown === "steps" ? "line-" : ""}${anchorOf(id)}`;
  }

  /** Where the value of a name was made. */
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

// The calculation of the answer: for each utilisation and number of the headline, its steps in order.

import type { ExplainedCitation, ExplainedStep, Explanation } from "../../engine/explain/explanation.js";
import type { Expr } from "../../engine/language/formula.js";
import { isRecord } from "../../json/objects.js";
import { isLiteral, pathOf } from "../formulas.js";
import type { SheetContext } from "./context.js";
import { Graph, type GraphLeaf, type Used } from "./graph.js";
import { headlineLeaves, type LeafValue, rowTitle, verdictOf } from "./headline.js";
import { Links, type StepLayout } from "./links.js";
import { TYPESET, type Typesetter } from "./math.js";
import { Naming } from "./naming.js";
import { withClause } from "./references.js";
import { resultSteps } from "./result-steps.js";

/** A step of the calculation. */
export interface Line {
  readonly step: ExplainedStep;
  readonly used: Used;
  readonly citations: readonly ExplainedCitation[];
}

/** A side of a ratio with its value. */
export interface WorkedSide {
  readonly used: Used;
  readonly leaf: GraphLeaf;
  readonly unit: string | undefined;
}

/** Demand and limit of a check, with citations. */
export interface Ratio {
  readonly demand: WorkedSide;
  readonly limit: WorkedSide;
  readonly citations: readonly ExplainedCitation[];
}

/** One utilisation or number of the headline. */
export interface Worked {
  readonly leaf: LeafValue;
  readonly title: string;
  readonly isCheck: boolean;
  readonly step: ExplainedStep | undefined;
  readonly ratio: Ratio | undefined;
  /** Steps that were not shown earlier. */
  readonly lines: readonly Line[];
}

export interface Work {
  readonly graph: Graph;
  readonly links: Links;
  readonly naming: Naming;
  readonly math: Typesetter;
  readonly worked: readonly Worked[];
  /** Constants used, in order of use. */
  readonly constants: readonly ExplainedStep[];
  /** The verdict in words, and its deciding steps, origin first. */
  readonly verdict?: { readonly steps: readonly ExplainedStep[]; readonly words: string };
}

export function workOf(
  explanation: Explanation,
  context: SheetContext,
  shown: StepLayout = "lines",
  math: Typesetter = TYPESET,
): Work {
  const graph = new Graph(explanation, context.trees);
  const naming = new Naming(context, graph, resultSteps(context.results ?? [], graph));
  const { verdict, numbers = [], bars = [] } = context.headline ?? {};
  const walk = new Walk(graph);
  const one = (path: string, isCheck: boolean): Worked[] => {
    const leaves = headlineLeaves(explanation.result, context, path);
    const step = originOf(path, graph);
    return leaves
      .filter(({ value }) => typeof value === "number")
      .map((leaf) => ({
        leaf,
        title: rowTitle(leaf),
        isCheck,
        step,
        ratio: step && ratioOf(step, graph, naming),
        lines: step === undefined ? [] : walk.to(step),
      }));
  };
  const worked = [...bars.flatMap((path) => one(path, true)), ...numbers.flatMap((path) => one(path, false))];
  const links = new Links(graph, shown);
  const lines = worked.flatMap((each) => each.lines.map(({ step }) => step));
  if (shown === "lines") for (const step of [...lines, ...walk.constants]) links.add(step);
  const decided = verdict === undefined ? undefined : graph.result(verdict);
  return {
    graph,
    links,
    naming,
    math,
    worked,
    constants: walk.constants,
    ...(decided === undefined
      ? {}
      : {
          verdict: {
            steps: [...graph.chain(decided)].reverse(),
            words: verdictOf(explanation, context)?.words ?? "",
          },
        }),
  };
}

/** Returns the step that computed a result; undefined for inputs and table columns. */
function originOf(path: string, graph: Graph): ExplainedStep | undefined {
  const step = graph.result(path);
  const origin = step && graph.origin(step);
  return origin?.kind === "result" && graph.alias(origin) !== undefined ? undefined : origin;
}

/** A quotient of two names is a check: demand over resistance. */
export function ratioOf(step: ExplainedStep, graph: Graph, naming: Naming): Ratio | undefined {
  const used = graph.used(step);
  const [above, below] =
    used?.formula.kind === "operator" && used.formula.op === "/" ? used.formula.args : [];
  const [over, under] = [above && pathOf(above), below && pathOf(below)];
  if (used === undefined || above === undefined || below === undefined) return undefined;
  if (over === undefined || under === undefined) return undefined;
  const side = (formula: Expr, name: string): WorkedSide => {
    const leaf = used.leaf(name);
    return { used: { ...used, formula }, leaf, unit: naming.unitOf(leaf) };
  };
  const limit = graph.source(used.leaf(under));
  const own = step.citations;
  const cited = limit === undefined ? own : [...graph.chain(limit).flatMap(authority), ...own];
  return { demand: side(above, over), limit: side(below, under), citations: withClause(cited) };
}

/** Returns the citations of a step, of its applied rule and of its table rows. */
export function authority(step: ExplainedStep): readonly ExplainedCitation[] {
  const decided = step.rules?.find(({ outcome }) => outcome === "holds")?.citations ?? [];
  const rows = (step.tables ?? []).flatMap(({ citations }) => citations);
  return distinct([...decided, ...rows, ...step.citations]);
}

/** Removes duplicate clauses. */
function distinct(citations: readonly ExplainedCitation[]): readonly ExplainedCitation[] {
  const keyed = new Map(citations.map((each) => [JSON.stringify([each.source, each.clause]), each]));
  return withClause([...keyed.values()]);
}

/** Walks from a number to its sources, and shows each once. */
class Walk {
  readonly constants: ExplainedStep[] = [];
  private readonly seen = new Set<ExplainedStep>();

  constructor(private readonly graph: Graph) {}

  to(from: ExplainedStep): Line[] {
    const { graph } = this;
    const step = graph.origin(from);
    if (this.seen.has(step)) return [];
    this.seen.add(step);
    const used = graph.used(step);
    // A literal with a citation counts as a constant.
    if (step.kind === "constant" || (used?.formula.kind === "number" && authority(step).length > 0)) {
      this.constants.push(step);
      return [];
    }
    if (used === undefined || isPlain(used.formula)) return [];
    const next = pathsIn(used.formula).flatMap((name) => graph.source(used.leaf(name)) ?? []);
    // A zero needs no explanation.
    const before = step.value === 0 ? [] : next.flatMap((each) => this.to(each));
    // Table rows get no line of their own; their citations go to the step that reads them.
    const rows = next.flatMap((each) => (isRecord(each.value) ? authority(each) : []));
    const citations = distinct([...authority(step), ...rows]);
    return isShown(step, citations) ? [...before, { step, used, citations }] : before;
  }
}

/** A single name or literal is not worth showing as a formula. */
function isPlain(formula: Expr): boolean {
  return isLiteral(formula) || pathOf(formula) !== undefined;
}

/** Shows numbers, and cited booleans. */
function isShown({ value, kind }: ExplainedStep, citations: readonly ExplainedCitation[]): boolean {
  return (
    typeof value === "number" ||
    (typeof value === "boolean" && citations.length > 0) ||
    (standsForMany(value) && kind === "formula")
  );
}

/** Whether a value is a placeholder for one value per list entry. */
export function standsForMany(value: unknown): value is string {
  return typeof value === "string" && /^\(\d+ values\)$/.test(value);
}

/** Returns the names and paths in a formula, in order. */
function pathsIn(expr: Expr): string[] {
  const path = pathOf(expr);
  if (path !== undefined) return [path];
  switch (expr.kind) {
    case "call":
    case "operator":
      return expr.args.flatMap(pathsIn);
    case "list":
      return expr.items.flatMap(pathsIn);
    case "field":
    case "index":
      return pathsIn(expr.of);
    default:
      return [];
  }
}

// How the answer was worked out: for each utilisation and number of the headline the steps that lead to it, in their order.
import type { Expr } from "../../engine/language/formula.js";
import type { ExplainedCitation, ExplainedStep, Explanation } from "../../engine/reference/explain.js";
import { isRecord } from "../../json/objects.js";
import { isLiteral, pathOf } from "../formulas.js";
import { type SheetContext, schemaOf } from "./context.js";
import { Ends } from "./ends.js";
import { type LeafValue, leavesAt, rowTitle } from "./headline.js";
import { Naming } from "./naming.js";
import { type ResultStep, resultSteps } from "./result-steps.js";
import { functionsOf, type Place, Trail } from "./trail.js";

/** One step of the way. */
export interface Line {
  readonly place: Place;
  readonly formula: Expr;
  readonly citations: readonly ExplainedCitation[];
}

/** A side of a ratio: what it is, and its value. */
export interface Side {
  readonly formula: Expr;
  readonly value: unknown;
  readonly unit: string | undefined;
}

/** One utilisation or number of the headline. */
export interface Worked {
  readonly leaf: LeafValue;
  readonly title: string;
  readonly isCheck: boolean;
  readonly place?: Place;
  /** Of a ratio: what is asked for and what there is, and on whose authority. */
  readonly ratio?: {
    readonly demand: Side;
    readonly limit: Side;
    readonly citations: readonly ExplainedCitation[];
  };
  /** Steps that no earlier one has shown. */
  readonly lines: readonly Line[];
}

export interface Work {
  readonly trail: Trail;
  readonly naming: Naming;
  readonly worked: readonly Worked[];
  /** Numbers of the definition that went in, in the order of their use. */
  readonly constants: readonly Place[];
  /** The step that decided the verdict. */
  readonly verdict?: Place;
}

export function workOf(explanation: Explanation, context: SheetContext): Work {
  const isInput = (name: string) => schemaOf(context.inputSchema, name) !== undefined;
  const trail = new Trail(explanation, functionsOf(context.calculations ?? new Map()), isInput);
  const results = resultSteps(context.results ?? [], trail);
  const ends = new Ends(results, trail);
  const naming = new Naming(context, trail, results, ends);
  const { verdict, numbers = [], bars = [] } = context.headline ?? {};
  const walk = new Walk(trail, ends);
  const one = (path: string, isCheck: boolean): Worked[] => {
    const leaves = leavesAt(explanation.result, context.outputSchema, path.split("."));
    const place = originOf(path, leaves[0]?.value, results, trail);
    return leaves
      .filter(({ value }) => typeof value === "number")
      .map((leaf) => ({
        leaf,
        title: rowTitle(leaf),
        isCheck,
        ...(place === undefined ? {} : { place, ...ratioOf(place, trail, naming) }),
        lines: place === undefined ? [] : walk.to(place),
      }));
  };
  const worked = [...bars.flatMap((path) => one(path, true)), ...numbers.flatMap((path) => one(path, false))];
  const decided = verdict === undefined ? undefined : originOf(verdict, null, results, trail);
  return {
    trail,
    naming,
    worked,
    constants: walk.constants,
    ...(decided === undefined ? {} : { verdict: decided }),
  };
}

/** Where a result was worked out; a formula of the result itself is a step with the value of the result. */
function originOf(
  path: string,
  value: unknown,
  results: readonly ResultStep[],
  trail: Trail,
): Place | undefined {
  const place = results.find((each) => each.path === path)?.place;
  if (place === undefined) return undefined;
  const origin = trail.origin(place);
  if (origin.step.kind !== "result") return origin;
  const formula = trail.formula(origin);
  // A bare name that nobody worked out, such as a column of a table, leads nowhere.
  return formula === undefined || pathOf(formula) !== undefined
    ? undefined
    : { ...origin, step: { ...origin.step, value } };
}

/** A quotient of two names, or of what stands for one, is a check: demand over resistance. */
function ratioOf(place: Place, trail: Trail, naming: Naming): Pick<Worked, "ratio"> {
  const formula = trail.formula(place);
  const [above, below] = formula?.kind === "operator" && formula.op === "/" ? formula.args : [];
  const [over, under] = [above && pathOf(above), below && pathOf(below)];
  if (above === undefined || below === undefined || over === undefined || under === undefined) return {};
  const side = (expr: Expr, path: string): Side => ({
    formula: expr,
    value: trail.worth(path, place),
    unit: naming.unitAt(path, place),
  });
  const limit = trail.find(under, place.scope);
  const own = place.step.citations;
  const cited =
    limit === undefined ? own : [...trail.chain(limit).flatMap(({ step }) => authority(step)), ...own];
  return {
    ratio: {
      demand: side(above, over),
      limit: side(below, under),
      citations: cited.filter(({ clause }) => clause !== ""),
    },
  };
}

/** The citations of a step, of the rule that decided it and of the rows that it was looked up in. */
export function authority(step: ExplainedStep): readonly ExplainedCitation[] {
  const decided = step.rules?.find(({ outcome }) => outcome === "holds")?.citations ?? [];
  const rows = (step.tables ?? []).flatMap(({ citations }) => citations);
  return distinct([...decided, ...rows, ...step.citations]);
}

/** Each clause once; a source without a clause is only the heading of its context. */
function distinct(citations: readonly ExplainedCitation[]): readonly ExplainedCitation[] {
  const keyed = new Map(citations.map((each) => [JSON.stringify([each.source, each.clause]), each]));
  return [...keyed.values()].filter(({ clause }) => clause !== "");
}

/** Goes from a number to those that it was worked out from, and shows each once. */
class Walk {
  readonly constants: Place[] = [];
  private readonly seen = new Set<ExplainedStep>();

  constructor(
    private readonly trail: Trail,
    private readonly ends: Ends,
  ) {}

  to(place: Place): Line[] {
    const origin = this.trail.origin(place);
    if (this.seen.has(origin.step)) return [];
    this.seen.add(origin.step);
    const { step, scope } = origin;
    if (step.kind === "constant") {
      this.constants.push(origin);
      return [];
    }
    const formula = this.trail.formula(origin);
    if (formula === undefined || isPlain(formula)) return [];
    const paths = pathsIn(formula);
    const next = paths.map(
      (path) => this.trail.find(path, scope) ?? this.ends.place(path, this.trail.worth(path, origin)),
    );
    // Nobody asks how nothing came about.
    const before = step.value === 0 ? [] : next.flatMap((each) => (each === undefined ? [] : this.to(each)));
    // A row of a table is no line of its own: who says so stands beside what is taken from it.
    const rows = next.flatMap((each) =>
      each !== undefined && isRecord(each.step.value) ? authority(each.step) : [],
    );
    const citations = distinct([...authority(step), ...rows]);
    return isShown(step, citations) ? [...before, { place: origin, formula, citations }] : before;
  }
}

/** A bare name or a literal says nothing as a formula. */
function isPlain(formula: Expr): boolean {
  return isLiteral(formula) || pathOf(formula) !== undefined;
}

/** Numbers; yes or no where somebody else has set the limit. */
function isShown({ value }: ExplainedStep, citations: readonly ExplainedCitation[]): boolean {
  return typeof value === "number" || (typeof value === "boolean" && citations.length > 0);
}

/** The names and paths in a formula, in their order. */
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

// Which steps a value really hangs on: of a maximum the largest argument, of what must all hold the nearest to its limit, of
// rules the one that held, of a choice the branch that was taken. All of it was recorded; nothing is decided again.
import { type Expr, partsOf } from "../../engine/language/formula.js";
import type { ExplainedStep } from "../../engine/reference/explanation.js";
import { isRecord } from "../../json/objects.js";
import { flattened, pathOf } from "../formulas.js";
import type { Graph, GraphLeaf } from "./graph.js";

/** A name that decided, and whether it stands for others that did not. */
export interface Decisive {
  readonly leaf: GraphLeaf;
  readonly governs: boolean;
}

/** A step on the way from a result backwards. */
export interface ChainLink {
  readonly step: ExplainedStep;
  /** How many shown steps lie between it and the result. */
  readonly depth: number;
  /** It was the largest, or the nearest to its limit. */
  readonly governs: boolean;
  /** The step on the way that hangs on it. */
  readonly above?: ExplainedStep;
  /** The word by which it is known among those that it was picked from, with the field that holds it. */
  readonly known?: readonly [field: string, word: string];
}

export interface Chain {
  /** As many as a reader follows, the result first, each before those that it was worked out from. */
  readonly links: readonly ChainLink[];
  /** Those further back, with the numbers of the definition. */
  readonly further: readonly ExplainedStep[];
}

/** As many lines as are read at once. */
const MOST = 12;

export function governingChain(graph: Graph, from: ExplainedStep): Chain {
  const found = new Map<ExplainedStep, ChainLink & { readonly next: ExplainedStep[] }>();
  const constants = new Set<ExplainedStep>();
  const visited = new Set<ExplainedStep>();
  let wave: { step: ExplainedStep; depth: number; governs: boolean; above?: ExplainedStep }[] = [
    { step: from, depth: 0, governs: false },
  ];
  while (wave.length > 0) {
    const next: typeof wave = [];
    for (const { step: named, depth, governs, above } of wave) {
      // Where it was really worked out; a record or a row that holds it says less than its own name.
      const step = graph.chain(named).findLast((each) => isShown(each, graph)) ?? graph.origin(named);
      if (visited.has(step)) continue;
      visited.add(step);
      const isLine = isShown(step, graph);
      if (step.kind === "constant") constants.add(step);
      else if (isLine) {
        const known = pickedWord(named, graph);
        found.set(step, {
          step,
          depth,
          governs: governs || known !== undefined,
          ...(known && { known }),
          ...(above && { above }),
          next: [],
        });
        if (above !== undefined) found.get(above)?.next.push(step);
      }
      const under = isLine ? { depth: depth + 1, above: step } : { depth, ...(above && { above }) };
      for (const { leaf, governs: one } of decidedBy(step, graph, found.size <= 1)) {
        const source = graph.source(leaf);
        // What only stands between hands on that it governs.
        if (source !== undefined && !isNothing(leaf.value, step.value))
          next.push({ step: source, governs: one || (governs && !isLine), ...under });
      }
    }
    wave = next;
  }
  const near = new Set([...found.keys()].slice(0, MOST));
  const links: ChainLink[] = [];
  const tell = (step: ExplainedStep): void => {
    const link = found.get(step);
    if (link === undefined || !near.has(step)) return;
    links.push(link);
    link.next.forEach(tell);
  };
  const [first] = found.keys();
  if (first !== undefined) tell(first);
  // Without a line of its own at the top, the result has several.
  for (const step of near) if (!links.some((link) => link.step === step)) tell(step);
  return { links, further: [...[...found.keys()].filter((step) => !near.has(step)), ...constants] };
}

/** Numbers, words, lists of sentences; yes or no where two things are compared. */
function isShown(step: ExplainedStep, graph: Graph): boolean {
  const { value, kind } = step;
  if (kind === "given" || value === null || value === undefined) return false;
  // A result is told whatever it is.
  if (typeof value === "boolean")
    return kind === "result" || kind === "decide" || isComparison(graph.written(step)?.formula);
  if (typeof value === "string") return value !== "" && !/^\(.*\)$/s.test(value);
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => typeof item === "string");
  return typeof value === "number";
}

/** Of two names or numbers; that a list is empty is told by the list. */
export function isComparison(formula: Expr | undefined): boolean {
  return (
    formula?.kind === "operator" &&
    /^[<>]=?$/.test(formula.op) &&
    formula.args.every((arg) => pathOf(arg) !== undefined || arg.kind === "number")
  );
}

/** Nobody asks how nothing came about, where it is a part of a number. */
function isNothing(value: unknown, of: unknown): boolean {
  return value === null || (value === 0 && typeof of === "number");
}

/** `worst.ratio` of a pick `{check: bending, ratio: 0.97}` is known as bending. */
function pickedWord(named: ExplainedStep, graph: Graph): readonly [string, string] | undefined {
  for (const step of graph.chain(named)) {
    const leaf = graph.alias(step);
    const around = leaf?.path.replace(/\.[^.]*$/, "");
    if (leaf === undefined || around === undefined || around === leaf.path) continue;
    const { kind, value } = graph.source(graph.leaf(leaf.of, around)) ?? {};
    const word =
      kind === "pick" &&
      isRecord(value) &&
      Object.entries(value).find(([, each]) => typeof each === "string");
    if (word) return [word[0], String(word[1])];
  }
  return undefined;
}

/** The names that decided a step; of the answer itself also why it is none of the cases before. */
export function decidedBy(step: ExplainedStep, graph: Graph, isAnswer: boolean): readonly Decisive[] {
  const formula = graph.written(step)?.formula;
  const given = formula === undefined ? [] : deciding(formula, step, graph);
  const held: Decisive[] = [];
  const failed: Decisive[] = [];
  (step.rules ?? []).forEach(({ outcome, conditions }, at) => {
    const trees = graph.conditions(step, at);
    if (outcome === "holds") held.push(...trees.flatMap((tree) => deciding(tree, step, graph)));
    if (outcome === "fails")
      failed.push(
        ...trees
          .filter((_, nth) => conditions[nth]?.holds === false)
          .flatMap((tree) => deciding(tree, step, graph)),
      );
  });
  const isCase = given.length > 0 || (held.length > 0 && !isAnswer) || step.kind === "collect";
  return [...held, ...given, ...(isCase ? [] : failed)];
}

function deciding(formula: Expr, step: ExplainedStep, graph: Graph): readonly Decisive[] {
  const numbers = new Map(partsOf(formula).map((part, at) => [part, at]));
  const visit = (part: Expr): readonly Decisive[] => {
    const path = pathOf(part);
    if (path !== undefined) return [{ leaf: graph.leaf(step, path), governs: false }];
    const { parts, isExtreme } = partsThatCount(part, numbers.get(part) ?? -1, step, graph);
    return parts.flatMap((each) =>
      visit(each).map((found) => (isExtreme && pathsAlone(each) ? { ...found, governs: true } : found)),
    );
  };
  return visit(formula);
}

/** The parts of a formula that its value hangs on, and whether they stand for others that it does not. */
export function partsThatCount(
  part: Expr,
  at: number,
  step: ExplainedStep,
  graph: Graph,
): { readonly parts: readonly Expr[]; readonly isExtreme: boolean } {
  switch (part.kind) {
    case "call":
    case "operator": {
      const taken = step.taken?.[at];
      const chosen = taken === undefined ? undefined : part.args[taken];
      const [test] = part.args;
      // A branch that is a mere word or number came of its condition.
      if (part.kind === "call" && part.name === "if" && chosen !== undefined && test !== undefined)
        return { parts: [isFixed(chosen) ? test : chosen], isExtreme: false };
      if (chosen !== undefined) return { parts: [chosen], isExtreme: part.kind === "call" };
      if (part.kind === "operator" && (part.op === "and" || part.op === "or")) {
        const all = flattened(part, part.op);
        // Conditions of rules are not recorded by parts: what plainly did not decide is left out.
        const decided = all.filter((each) => isSo(each, step, graph) === (part.op === "or"));
        return nearest(decided.length > 0 ? decided : all, step, graph);
      }
      return { parts: part.args, isExtreme: false };
    }
    case "list":
      return { parts: part.items, isExtreme: false };
    case "field":
    case "index":
      return { parts: [part.of], isExtreme: false };
    default:
      return { parts: [], isExtreme: false };
  }
}

/** Whether no name stands in a formula, so that it is always the same. */
export function isFixed(formula: Expr): boolean {
  return partsOf(formula).every((part) => pathOf(part) === undefined);
}

/** Whether a name that is yes or no, or is compared with a word, is so; undefined where more must be known. */
function isSo(expr: Expr, step: ExplainedStep, graph: Graph): boolean | undefined {
  const path = pathOf(expr);
  if (path !== undefined) {
    const { value } = graph.leaf(step, path);
    return typeof value === "boolean" ? value : undefined;
  }
  const [left, right] = expr.kind === "operator" && /^[!=]=$/.test(expr.op) ? expr.args : [];
  const name = left && pathOf(left);
  if (expr.kind !== "operator" || name === undefined || right?.kind !== "text") return undefined;
  return (graph.leaf(step, name).value === right.value) === (expr.op === "==");
}

/** A name, or one that is compared: what is worked out of several governs nothing. */
function pathsAlone(expr: Expr): boolean {
  return pathOf(expr) !== undefined || isComparison(expr);
}

/** Of numbers that must all keep to a limit the nearest to it; whatever else must hold as well. */
function nearest(
  all: readonly Expr[],
  step: ExplainedStep,
  graph: Graph,
): { readonly parts: readonly Expr[]; readonly isExtreme: boolean } {
  const worth = (expr: Expr): number | undefined => {
    const path = pathOf(expr);
    const value = path !== undefined ? graph.leaf(step, path).value : expr.kind === "number" ? expr.value : 0;
    return typeof value === "number" && value > 0 ? value : undefined;
  };
  const ratios = all.map((each) => {
    const [left, right] = isComparison(each) && "args" in each ? each.args.map(worth) : [];
    return left === undefined || right === undefined ? undefined : Math.min(left / right, right / left);
  });
  const known = ratios.filter((ratio) => ratio !== undefined);
  const most = Math.max(...known);
  return {
    parts: all.filter((_, at) => ratios[at] === undefined || ratios[at] === most),
    isExtreme: known.length > 1,
  };
}

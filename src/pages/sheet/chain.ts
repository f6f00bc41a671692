// Follows a result back to its inputs along the names that decided each step, as recorded.
import type { DecidingName, ExplainedStep } from "../../engine/explain/explanation.js";
import type { Expr } from "../../engine/language/formula.js";
import { isRecord } from "../../json/objects.js";
import { pathOf } from "../formulas.js";
import type { Graph } from "./graph.js";

/** A step between a result and its inputs. */
export interface ChainLink {
  readonly step: ExplainedStep;
  /** Shown steps between it and the result. */
  readonly depth: number;
  /** Whether it was the maximum or the closest to its limit. */
  readonly governs: boolean;
  /** The step that depends on it. */
  readonly above?: ExplainedStep;
  /** Field and word that identify it among the candidates of a selection. */
  readonly known?: readonly [field: string, word: string];
}

export interface Chain {
  /** The closest steps, result first, each before its sources. */
  readonly links: readonly ChainLink[];
  /** More distant steps, and constants of the definition. */
  readonly further: readonly ExplainedStep[];
}

/** Maximum number of lines. */
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
      // Prefers the step that computed the value to a record or row that contains it.
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
      for (const { name, governs: one = false } of decidedBy(step, found.size <= 1)) {
        const leaf = graph.leaf(step, name);
        const source = graph.source(leaf);
        // A step that only forwards a value is transparent for `governs`.
        if (source !== undefined && !isNothing(leaf.value, step.value))
          next.push({ step: source, governs: one || (governs && !isLine), ...under });
      }
    }
    wave = next;
  }
  const near = new Set([...found.keys()].slice(0, MOST));
  const links: ChainLink[] = [];
  const add = (step: ExplainedStep): void => {
    const link = found.get(step);
    if (link === undefined || !near.has(step)) return;
    links.push(link);
    link.next.forEach(add);
  };
  const [first] = found.keys();
  if (first !== undefined) add(first);
  // If the top has no line of its own, the result consists of several steps.
  for (const step of near) if (!links.some((link) => link.step === step)) add(step);
  return { links, further: [...[...found.keys()].filter((step) => !near.has(step)), ...constants] };
}

/** Shows numbers, words and lists of sentences, and booleans from comparisons. */
function isShown(step: ExplainedStep, graph: Graph): boolean {
  const { value, kind } = step;
  if (kind === "given" || value === null || value === undefined) return false;
  if (typeof value === "boolean")
    return kind === "result" || kind === "decide" || isComparison(graph.written(step)?.formula);
  if (typeof value === "string") return value !== "" && !/^\(.*\)$/s.test(value);
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => typeof item === "string");
  return typeof value === "number";
}

/** Whether a formula compares names or numbers by size. */
export function isComparison(formula: Expr | undefined): boolean {
  return (
    formula?.kind === "operator" &&
    /^[<>]=?$/.test(formula.op) &&
    formula.args.every((arg) => pathOf(arg) !== undefined || arg.kind === "number")
  );
}

/** Zero terms of a sum need no explanation. */
function isNothing(value: unknown, of: unknown): boolean {
  return value === null || (value === 0 && typeof of === "number");
}

/** Returns the word of a selection: `worst.ratio` of `{check: bending, ratio: 0.97}` gives bending. */
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

/** Returns the deciding names. For the answer itself, includes why earlier rules did not apply. */
function decidedBy(step: ExplainedStep, isAnswer: boolean): readonly DecidingName[] {
  const given = step.decided_by ?? [];
  const rules = step.rules ?? [];
  const held = rules
    .filter(({ outcome }) => outcome === "holds")
    .flatMap(({ conditions }) => conditions.flatMap((each) => each.decided_by));
  const failed = rules
    .filter(({ outcome }) => outcome === "fails")
    .flatMap(({ conditions }) => conditions.flatMap((each) => (each.holds ? [] : each.decided_by)));
  const isCase = given.length > 0 || (held.length > 0 && !isAnswer) || step.kind === "collect";
  return [...held, ...given, ...(isCase ? [] : failed)];
}

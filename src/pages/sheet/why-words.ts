// The content of Why without its layout: the deciding steps, result first, and the sentence.

import type { ExplainedStep, Explanation } from "../../engine/explain/explanation.js";
import { headlinePaths } from "../../engine/language/headline.js";
import { fieldAt } from "../../wording/field-words.js";
import { capital } from "../../wording/plain-names.js";
import { type Html, html, plainText } from "../html.js";
import { valueText } from "../show.js";
import { asPart, becauseOf, MOST } from "./because.js";
import { type Chain, type ChainLink, governingChain } from "./chain.js";
import { type SheetContext, worded } from "./context.js";
import { readsOf } from "./graph.js";
import { answersOf, headlineLeaves, type LeafValue, rowTitle, unitOf } from "./headline.js";
import { readerText } from "./reader-text.js";
import { References } from "./references.js";
import type { At } from "./steps.js";
import { isSimple } from "./values.js";
import { checkIn, type ExplainedAnswer, reasonsFor } from "./why-sentence.js";
import { type Work, workOf } from "./work.js";

export interface WhyRead extends ExplainedAnswer {
  /** The first single value of the result. */
  readonly from: ExplainedStep | undefined;
  /** One for each single value of the result. */
  readonly chains: readonly Chain[];
  /** All lines, each step once. */
  readonly links: readonly ChainLink[];
  readonly further: readonly ExplainedStep[];
}

export function readWhy(explanation: Explanation, context: SheetContext, path: string, work: Work): WhyRead {
  const chains = pathsOf(explanation, path).flatMap((each) => {
    const step = work.graph.result(each);
    return step === undefined ? [] : [governingChain(work.graph, step)];
  });
  const { verdict, numbers: [first] = [], bars = [] } = context.headline ?? {};
  const hasChecks = bars.length > 0;
  const links = governingFirst(distinct(chains.flatMap((chain) => chain.links)), work, hasChecks);
  const shown = new Set(links.map(({ step }) => step));
  const [leaf] = headlineLeaves(explanation.result, context, path);
  return {
    title: fieldAt(context.outputSchema, path).title,
    word: wordOf(leaf),
    unit: unitOf(leaf?.schema),
    open: leaf?.value === null ? openIn(path, context, work) : [],
    hasChecks,
    answers:
      path === (verdict ?? first)
        ? answersOf(explanation, context).map((text) => readerText(text, context))
        : [],
    from: work.graph.result(pathsOf(explanation, path)[0] ?? path),
    chains,
    links,
    further: [...new Set(chains.flatMap((chain) => chain.further))].filter((step) => !shown.has(step)),
  };
}

export function sentenceOf(read: WhyRead, at: At): Html {
  return reasonsFor(read.chains[0] ?? { links: [], further: [] }, at, read, read.from);
}

/** Returns the sentence, and the steps behind the headline's values. */
export function whyInWords(
  explanation: Explanation,
  context: SheetContext,
): { readonly sentence: string; readonly steps: readonly string[] } {
  const work = workOf(explanation, context, "steps");
  const paths = headlinePaths(context.headline ?? {});
  const read = paths.map((path) => readWhy(explanation, context, path, work));
  const [first] = read;
  // Includes steps that only forward or round a value.
  const steps = paths.flatMap((path, nth) => {
    const result = work.graph.result(path);
    const handed = result === undefined ? [] : work.graph.chain(result);
    return [...handed, ...(read[nth]?.links ?? []).map(({ step }) => step)];
  });
  return {
    sentence: first === undefined ? "" : plainText(sentenceOf(first, { work, references: new References() })),
    steps: [...new Set(steps.filter(({ kind }) => kind !== "result").map(({ id }) => id))],
  };
}

/** Returns why a result is unknown: the rule's reason, else the missing inputs behind it. */
function openIn(path: string, { inputSchema }: SheetContext, { graph }: Work): readonly Html[] {
  const result = graph.result(path);
  const because = result && becauseOf(graph.origin(result));
  if (because !== undefined) return [html`${asPart(because)}`];
  const missing = new Set<string>();
  const known = new Set<string>();
  let wave = result === undefined ? [] : [result];
  while (wave.length > 0) {
    const ids = wave.flatMap(readsOf).filter((id) => !known.has(id) && known.add(id));
    for (const id of ids) {
      const name = /^input:(.+)$/.exec(id)?.[1];
      if (name !== undefined && !graph.isKnown(id)) missing.add(fieldAt(inputSchema, name).title);
    }
    // Only unknown values can be the reason.
    wave = ids.flatMap((id) => graph.step(id) ?? []).filter(({ value }) => value === null);
  }
  return missing.size === 0 ? [] : [html`not given: ${[...missing].slice(0, MOST).join(", ")}`];
}

/** Returns a result in words; undefined if it is null. */
function wordOf(leaf: LeafValue | undefined): string | undefined {
  return leaf === undefined || leaf.value === null
    ? undefined
    : capital(isSimple(leaf.value) ? valueText(worded(leaf.value, leaf.schema)) : rowTitle(leaf));
}

/** Returns the single values of a result or record. */
function pathsOf({ results }: Explanation, name: string): readonly string[] {
  return Object.keys(results).filter((path) => path === name || path.startsWith(`${name}.`));
}

function distinct(links: readonly ChainLink[]): readonly ChainLink[] {
  const known = new Set<ExplainedStep>();
  return links.filter(({ step }) => !known.has(step) && known.add(step));
}

/** Moves the governing check directly below the answer, and marks only it as governing. */
function governingFirst(links: readonly ChainLink[], work: Work, hasChecks: boolean): readonly ChainLink[] {
  const [top, ...rest] = links;
  if (top === undefined) return [];
  const near = rest.filter(({ depth }) => depth === 1);
  const check = hasChecks ? (checkIn(near, work, true) ?? (top.governs ? top : undefined)) : undefined;
  const all = [top, ...rest].map((link) => ({ ...link, governs: link === check }));
  const from = rest.findIndex(({ step }) => step === check?.step) + 1;
  if (from === 0) return all;
  const after = all.findIndex(({ depth }, at) => at > from && depth <= 1);
  const to = after === -1 ? all.length : after;
  return [...all.slice(0, 1), ...all.slice(from, to), ...all.slice(1, from), ...all.slice(to)];
}

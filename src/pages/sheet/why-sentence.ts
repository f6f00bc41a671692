// The sentence that Why begins with, made of what was recorded: the reason of the rule that held, the check that governs with
// its numbers and clause, what the verdict rests on, else the conditions in words.
import { type Expr, partsOf } from "../../engine/language/formula.js";
import type { ExplainedStep } from "../../engine/reference/explanation.js";
import { isRecord } from "../../json/objects.js";
import { capital } from "../../wording/plain-names.js";
import { pathOf } from "../formulas.js";
import { type Html, html, joined } from "../html.js";
import { condition, phrase } from "../sentences.js";
import { quantityText, valueText } from "../show.js";
import { type Chain, type Link, partsThatCount } from "./governing.js";
import type { Leaf } from "./graph.js";
import { Known } from "./known.js";
import { shortNumber } from "./numbers.js";
import type { At } from "./steps.js";
import { authority, type Work } from "./work.js";

/** As many conditions as a sentence bears. */
const MOST = 3;
/** Conditions that stand for conditions are followed so far. */
const DEEPEST = 6;

export function reasonsFor({ links }: Chain, at: At): Html {
  const [top, ...rest] = links;
  if (top === undefined) return html``;
  const { work } = at;
  const { step } = top;
  if (typeof step.value === "number") return numberSentence(step, rest, work);
  const governing = rest.find(({ governs, step: { value } }) => governs && typeof value === "number");
  const because = step.because ?? heldRule(step)?.because;
  const parts = [
    ...(because === undefined ? [] : [html`${because.replace(/\.$/, "")}`]),
    ...(governing === undefined ? [] : [governs(governing, at)]),
  ];
  if (parts.length === 0) parts.push(...conditionsIn(step, work));
  if (parts.length === 0 && rest[0] !== undefined) parts.push(isSo(rest[0].step, work));
  const sentences = rest.flatMap(({ step: { value } }) => (Array.isArray(value) ? value.map(String) : []));
  const rests = sentences.length === 0 ? [] : [html`it rests on: ${lower(sentences.join(" "))}`];
  const told = [...parts, ...rests];
  const word = capital(wordOf(step, work));
  return told.length === 0
    ? html`<b>${word}</b>, directly from your inputs.`
    : html`<b>${word}</b>: ${joined(told, "; ")}${!/\.$/.test(sentences.at(-1) ?? "") && "."}`;
}

function heldRule(step: ExplainedStep) {
  return step.rules?.find(({ outcome }) => outcome === "holds");
}

function wordOf({ value, name }: ExplainedStep, { naming }: Work): string {
  return valueText(naming.word(value, name));
}

/** "PUE is 1.37: total facility load (685 kW) / IT load (500 kW)." */
function numberSentence(step: ExplainedStep, rest: readonly Link[], work: Work): Html {
  const is = html`<b>${work.naming.title(step)} is ${quantityText(Number(step.value), step.unit, shortNumber)}</b>`;
  const used = work.graph.used(step);
  if (used !== undefined && isSayable(used.formula))
    return html`${is}: ${phrase(used.formula, new Known(work, step, true, used))}.`;
  const from = rest.filter(({ depth }) => depth === 1).slice(0, MOST + 1);
  if (from.length === 0) return html`${is}, directly from your inputs.`;
  return html`${is}, worked out from ${joined(
    from.map((link) => isSo(link.step, work)),
    "; ",
  )}.`;
}

/** Sums, products and quotients of a few names are read as a sentence; anything else is a formula. */
function isSayable(expr: Expr): boolean {
  const parts = partsOf(expr);
  return (
    expr.kind === "operator" &&
    parts.filter((part) => pathOf(part) !== undefined).length <= 6 &&
    parts.every(
      (part) =>
        pathOf(part) !== undefined ||
        part.kind === "number" ||
        (part.kind === "operator" && /^[-+*/]$/.test(part.op)),
    )
  );
}

/** "Bending governs at 0.966: design moment 486 kN m, moment resistance 503 kN m (EN 1993-1-1 6.2.5)". */
function governs({ step }: Link, { work, references }: At): Html {
  const label = checkName(step, work);
  const ratio = quotientOf(step, work);
  const sides =
    ratio === undefined
      ? html``
      : html`: ${joined(
          ratio.map((leaf) => html`${leafWords(leaf, work)} ${leafWorth(leaf, work)}`),
          " over ",
        )}`;
  const value = quantityText(Number(step.value), step.unit, shortNumber);
  const marks = authority(step);
  const limit = ratio?.[1] && work.graph.source(ratio[1]);
  const cited = marks.length > 0 || limit === undefined ? marks : authority(limit);
  return html`${label} governs at <a href="${work.links.ofStep(step) ?? "#"}">${value}</a>${sides}${
    cited.length > 0 && html` ${references.marks(cited.slice(0, 1))}`
  }`;
}

/** A check among others is known by the word of its entry: `{check: bending, ratio: 0.97}` is bending. */
function checkName(step: ExplainedStep, { graph, naming }: Work): string {
  const entry = step.id.replace(/\.[^.]*$/, "");
  const word = graph
    .pickedAt(entry)
    .flatMap(({ value }) => (isRecord(value) ? Object.entries(value) : []))
    .find(([, value]) => typeof value === "string");
  return word === undefined ? naming.title(step) : capital(String(naming.word(word[1], word[0])));
}

/** Demand and resistance of a ratio. */
function quotientOf(step: ExplainedStep, { graph }: Work): readonly [Leaf, Leaf] | undefined {
  const used = graph.used(step);
  const [above, below] =
    used?.formula.kind === "operator" && used.formula.op === "/" ? used.formula.args : [];
  const [over, under] = [above && pathOf(above), below && pathOf(below)];
  return used === undefined || over === undefined || under === undefined
    ? undefined
    : [used.leaf(over), used.leaf(under)];
}

function leafWords(leaf: Leaf, { naming }: Work): string {
  return lower(naming.words(leaf));
}

function leafWorth(leaf: Leaf, { naming, links }: Work): Html {
  const { value } = leaf;
  const text =
    typeof value === "number" ? quantityText(value, naming.unitOf(leaf), shortNumber) : valueText(value);
  const href = links.ofLeaf(leaf);
  return href === undefined ? html`${text}` : html`<a href="${href}">${text}</a>`;
}

/** "Score is 28". */
function isSo(step: ExplainedStep, work: Work): Html {
  const { value, unit } = step;
  const text = typeof value === "number" ? quantityText(value, unit, shortNumber) : wordOf(step, work);
  return html`${lower(work.naming.title(step) || step.name)} is <a href="${work.links.ofStep(step) ?? "#"}">${text}</a>`;
}

/** The conditions of the rule that held; where none did, of each rule what it lacked. */
function conditionsIn(step: ExplainedStep, work: Work): readonly Html[] {
  const { graph } = work;
  const formula = graph.written(step)?.formula;
  if (typeof step.value === "boolean" && step.rules === undefined && formula !== undefined)
    return reasons(formula, step, step.value, work).slice(0, MOST);
  const found = (step.rules ?? []).flatMap(({ outcome, conditions }, at) => {
    const wanted =
      outcome === "holds" ? true : step.rule === "otherwise" && outcome === "fails" ? false : undefined;
    if (wanted === undefined || (wanted === false && formula !== undefined && pathsIn(formula))) return [];
    return graph
      .conditions(step, at)
      .filter((_, nth) => conditions[nth]?.holds === wanted)
      .flatMap((tree) => reasons(tree, step, wanted, work));
  });
  const words = [...new Map(found.map((each) => [each.text, each])).values()];
  return words.length > MOST
    ? [...words.slice(0, MOST), html`and ${words.length - MOST} more conditions`]
    : words;
}

function pathsIn(formula: Expr): boolean {
  return partsOf(formula).some((part) => pathOf(part) !== undefined);
}

/** A condition in words; one that only stands for others is told by those. */
function reasons(formula: Expr, step: ExplainedStep, yes: boolean, work: Work, deep = 0): readonly Html[] {
  const { graph } = work;
  const numbers = new Map(partsOf(formula).map((part, at) => [part, at]));
  const visit = (part: Expr, so: boolean): readonly Html[] => {
    const path = pathOf(part);
    if (path !== undefined && deep < DEEPEST) {
      const source = graph.source(graph.leaf(step, path));
      const inner = source && graph.written(graph.origin(source))?.formula;
      if (source !== undefined && inner !== undefined && typeof source.value === "boolean")
        return reasons(inner, graph.origin(source), so, work, deep + 1);
    }
    if (part.kind === "operator") {
      if (part.op === "not") return part.args.flatMap((arg) => visit(arg, !so));
      if (part.op === "and" || part.op === "or")
        return partsThatCount(part, numbers.get(part) ?? -1, step, graph).parts.flatMap((each) =>
          visit(each, so),
        );
    }
    return [condition(part, new Known(work, step), !so)];
  };
  return visit(formula, yes);
}

/** In the middle of a sentence; what has a capital further on, as PUE, keeps it. */
function lower(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? `${words[0]?.toLowerCase()}${words.slice(1)}` : words;
}

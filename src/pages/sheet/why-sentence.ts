// The sentence that Why begins with, made of what was recorded: the reason of the rule that held, the check that governs with
// its numbers and clause, what the verdict rests on, else the conditions in words.
import { type Expr, partsOf } from "../../engine/language/formula.js";
import type { ExplainedStep } from "../../engine/reference/explanation.js";
import { isRecord } from "../../json/objects.js";
import { lastOf, pathOf } from "../formulas.js";
import { type Html, html, joined } from "../html.js";
import { condition, phrase } from "../sentences.js";
import { quantityText, spokenNumber, valueText } from "../show.js";
import { type Chain, type Link, partsThatCount } from "./governing.js";
import type { Leaf } from "./graph.js";
import { Known } from "./known.js";
import { isSentences } from "./quantities.js";
import type { At } from "./steps.js";
import { authority, type Work } from "./work.js";

/** As many conditions as a sentence bears. */
const MOST = 3;
/** Conditions that stand for conditions are followed so far. */
const DEEPEST = 6;

/** What the sentence is about. */
export interface Subject {
  readonly title: string;
  /** Its value as people say it; undefined where it is not known. */
  readonly word: string | undefined;
  /** Whether the tool has checks, of which one can govern. */
  readonly hasChecks: boolean;
  /** What the tool itself says to the question, where that is what is asked. */
  readonly answers: readonly string[];
}

export function reasonsFor({ links }: Chain, at: At, subject: Subject): Html {
  const { title, word, hasChecks, answers } = subject;
  const [top, ...rest] = links;
  const told = answers.join(" ");
  if (word === undefined) return html`<b>${title}</b> is not known, or does not apply to this case. ${told}`;
  if (top === undefined) return html`<b>${word}</b>, directly from your inputs. ${told}`;
  const { step } = top;
  if (typeof step.value === "number") {
    const is = html`<b>${title} is ${quantityText(step.value, step.unit, spokenNumber)}</b>`;
    return top.governs && hasChecks
      ? html`${is}: ${governs(top, at)}.`
      : html`${numberSentence(is, step, rest, at.work)} ${told}`;
  }
  const parts = partsOfSentence(step, rest, at, subject);
  // What the tool says may begin with the word itself; with checks the parts have said it all.
  if (parts.length === 0 && told.startsWith(word)) return html`${told}`;
  const said = parts.length === 0 ? html`<b>${word}</b>.` : html`<b>${word}</b>: ${joined(parts, "; ")}.`;
  return hasChecks ? said : html`${said} ${told}`;
}

/** Of a word: the reason of its rule and the check that governs, else conditions, else the number that it was looked up by. */
function partsOfSentence(
  step: ExplainedStep,
  rest: readonly Link[],
  at: At,
  { hasChecks, answers }: Subject,
): Html[] {
  const { work } = at;
  const because = step.because ?? heldRule(step)?.because;
  const parts = because === undefined ? [] : [html`${because.replace(/\.$/, "")}`];
  const near = rest.filter(({ depth }) => depth === 1);
  const check = near.find((link) => link.governs || (hasChecks && quotientOf(link.step, work) !== undefined));
  if (typeof check?.step.value === "number") parts.push(governs(check, at));
  if (parts.length === 0) parts.push(...conditionsIn(step, work));
  const next = near.find(({ step: { value } }) =>
    typeof value === "number" ? value !== 0 : answers.length === 0,
  );
  if (parts.length === 0 && next !== undefined)
    parts.push(html`${isSo(next.step, work)}${bandOf(step, next.step)}`);
  const sentences = rest.flatMap(({ step: { value } }) => (isSentences(value) ? (value as string[]) : []));
  if (sentences.length > 0) parts.push(html`it rests on: ${lower(sentences.join(" ").replace(/\.$/, ""))}`);
  return parts;
}

/** The band of a table in which a number lies: ", up to 1.5". */
function bandOf({ tables = [] }: ExplainedStep, { value }: ExplainedStep): string {
  const [found] = tables;
  const limit = isRecord(found?.row) ? Object.values(found.row)[0] : undefined;
  if (typeof limit !== "number" || typeof value !== "number" || found?.keys[0] !== value) return "";
  return `, ${limit >= value ? "up to" : "from"} ${spokenNumber(limit)}`;
}

function heldRule(step: ExplainedStep) {
  return step.rules?.find(({ outcome }) => outcome === "holds");
}

function wordOf({ value, name }: ExplainedStep, { naming }: Work): string {
  return valueText(naming.word(value, name));
}

/** "PUE is 1.37: total facility load (685 kW) / IT load (500 kW)." */
function numberSentence(is: Html, step: ExplainedStep, rest: readonly Link[], work: Work): Html {
  const used = work.graph.used(step);
  if (used !== undefined && isSayable(used.formula))
    return html`${is}: ${phrase(used.formula, new Known(work, step, true, used))}.`;
  const from = rest.filter(({ depth }) => depth === 1).slice(0, MOST + 1);
  if (from.length === 0) return html`${is}, directly from your inputs.`;
  return html`${is}, worked out from ${joined(
    from.map(({ step: { name, value, unit }, step: each }) => {
      const text = typeof value === "number" ? quantityText(value, unit, spokenNumber) : wordOf(each, work);
      return html`${lower(work.naming.title(each) || name)} (${linked(text, each, work)})`;
    }),
    ", ",
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
function governs({ step, known }: Link, { work, references }: At): Html {
  const label = known === undefined ? work.naming.title(step) : String(work.naming.word(known[1], known[0]));
  const ratio = quotientOf(step, work);
  const sides =
    ratio === undefined
      ? html``
      : html`: ${joined(
          ratio.map((leaf) => html`${leafWords(leaf, work)} ${leafWorth(leaf, work)}`),
          " over ",
        )}`;
  const value = quantityText(Number(step.value), step.unit, spokenNumber);
  const marks = authority(step);
  const limit = ratio?.[1] && work.graph.source(ratio[1]);
  const cited = marks.length > 0 || limit === undefined ? marks : authority(work.graph.origin(limit));
  return html`${lower(label)} governs at ${linked(value, step, work)}${sides}${
    cited.length > 0 && html` ${references.marks(cited.slice(0, 1))}`
  }`;
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
    typeof value === "number" ? quantityText(value, naming.unitOf(leaf), spokenNumber) : valueText(value);
  const href = links.ofLeaf(leaf);
  return href === undefined ? html`${text}` : html`<a href="${href}">${text}</a>`;
}

/** A value that leads to its step, where that stands on the page. */
function linked(text: string, step: ExplainedStep, { links }: Work): Html {
  const href = links.ofStep(step);
  return href === undefined ? html`${text}` : html`<a href="${href}">${text}</a>`;
}

/** "Score is 28". */
function isSo(step: ExplainedStep, work: Work): Html {
  const { value, unit } = step;
  const text = typeof value === "number" ? quantityText(value, unit, spokenNumber) : wordOf(step, work);
  return html`${lower(work.naming.title(step) || step.name)} is ${linked(text, step, work)}`;
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
  // Of a ladder of limits the nearest says it.
  const words = [
    ...new Map(found.map((each) => [each.text.split(/ is (?:below|above|at) /)[0], each])).values(),
  ];
  return words.slice(0, MOST);
}

function pathsIn(formula: Expr): boolean {
  return partsOf(formula).some((part) => pathOf(part) !== undefined);
}

/** Why a rule is or is not this case, by what it asks for. */
export function reasonsOfRule(step: ExplainedStep, rule: number, work: Work): readonly Html[] {
  const { outcome, conditions = [] } = step.rules?.[rule] ?? {};
  const holds = outcome === "holds";
  const found = work.graph
    .conditions(step, rule)
    .filter((_, nth) => conditions[nth]?.holds === holds)
    .flatMap((tree) => reasons(tree, step, holds, work));
  return [...new Map(found.map((each) => [each.text, each])).values()].slice(0, MOST);
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
    const among = so && part.kind === "call" && part.name === "has" ? part.args : [];
    if (among[0]?.kind === "list" && among[1]?.kind === "text") {
      const [{ items }, { value }] = among as [
        Extract<Expr, { kind: "list" }>,
        Extract<Expr, { kind: "text" }>,
      ];
      return items.flatMap((item) => {
        const name = pathOf(item);
        const source = name === undefined ? undefined : graph.source(graph.leaf(step, name));
        return source?.value === value ? [isSo(source, work)] : [];
      });
    }
    const compared = part.kind === "operator" && /^[!=]=$/.test(part.op) ? part.args[0] : undefined;
    const word = compared && pathOf(compared);
    // What it is says more than what it is not.
    if (word !== undefined) {
      const leaf = graph.leaf(step, word);
      const isWord = typeof leaf.value === "string";
      return isWord
        ? [html`${leafWords(leaf, work)} is ${valueText(work.naming.word(leaf.value, lastOf(word)))}`]
        : [];
    }
    return isSaid(part, step, work) ? [condition(part, new Known(work, step), !so)] : [];
  };
  return visit(formula, yes);
}

/** Whether a condition says something to a reader: two things that are known are compared, or a list is empty or not. */
function isSaid(part: Expr, step: ExplainedStep, { graph }: Work): boolean {
  const isKnown = (each: Expr): boolean => {
    const path = pathOf(each);
    return path === undefined ? "value" in each || isCount(each) : graph.leaf(step, path).value !== null;
  };
  if (part.kind === "operator") return /^[<>]=?$|^==$/.test(part.op) && part.args.every(isKnown);
  return part.kind === "call" && (part.name === "one_of" || part.name === "flagged");
}

function isCount(expr: Expr): boolean {
  return expr.kind === "call" && expr.name === "count" && expr.args.every((arg) => pathOf(arg) !== undefined);
}

/** In the middle of a sentence; what has a capital further on, as PUE, keeps it. */
export function lower(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? `${words[0]?.toLowerCase()}${words.slice(1)}` : words;
}

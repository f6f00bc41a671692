// Reasons in words, from the recorded clauses that decided a step or a rule.

import type { ExplainedStep } from "../../engine/explain/explanation.js";
import { type Expr, partsOf } from "../../engine/language/formula.js";
import { isOrAre, lower } from "../../wording/plain-names.js";
import { lastOf, pathOf } from "../formulas.js";
import { type Html, html } from "../html.js";
import { condition } from "../sentences.js";
import { quantityText, spokenNumber, valueText } from "../show.js";
import { type Clause, clausesOf, clausesOfRule, comparedFirst, tightest } from "./clauses.js";
import type { GraphLeaf } from "./graph.js";
import { lineNumber } from "./numbers.js";
import { isSentences } from "./quantities.js";
import { SentenceNames } from "./sentence-names.js";
import type { Work } from "./work.js";

/** Conditions in one sentence. */
export const MOST = 3;
/** Levels to which names of conditions are replaced by their conditions. */
const DEEPEST = 6;

/** Returns the conditions of the rule that applied; if none did, the unmet conditions of each rule. */
export function conditionsIn(step: ExplainedStep, work: Work, isAll = false, deep = 0): readonly Html[] {
  const { graph } = work;
  const formula = graph.written(step)?.formula;
  if (step.rules === undefined) {
    const called = formula?.kind === "call" ? graph.step(step.called?.[0] ?? "") : undefined;
    // A function is explained by its rule.
    if (called !== undefined) return conditionsIn(called, work, isAll, deep);
    return inWords(clausesOf(step, graph), work, isAll, deep).slice(0, MOST);
  }
  const found = step.rules.flatMap(({ outcome }, at) => {
    if (outcome === "holds") return clausesOfRule(step, at, true, graph);
    const isFixed = formula === undefined || partsOf(formula).every((part) => pathOf(part) === undefined);
    return step.rule === "otherwise" && outcome === "fails" && isFixed
      ? clausesOfRule(step, at, false, graph)
      : [];
  });
  // `given` only explains why a rule was tried.
  const telling = found.filter(({ formula: part }) => part.kind !== "call" || part.name !== "given");
  return inWords(telling, work, isAll, deep).slice(0, MOST);
}

/** Returns the conditions that decided a rule. */
export function reasonsOfRule(step: ExplainedStep, rule: number, work: Work): readonly Html[] {
  const holds = step.rules?.[rule]?.outcome === "holds";
  return inWords(clausesOfRule(step, rule, holds, work.graph), work, true, 0).slice(0, MOST);
}

/** Renders each clause once. A name in a comparison is not repeated as a word. */
function inWords(clauses: readonly Clause[], work: Work, isAll: boolean, deep: number): readonly Html[] {
  const chosen = comparedFirst(tightest(clauses));
  const compared = new Set(chosen.filter(({ formula }) => isSize(formula)).flatMap(namesIn));
  const words = chosen.flatMap((clause) =>
    isSize(clause.formula) || !namesIn(clause).some((name) => compared.has(name))
      ? reasons(clause, work, isAll, deep)
      : [],
  );
  return [...new Map(words.map((each) => [each.text, each])).values()];
}

function isSize(formula: Expr): boolean {
  return formula.kind === "operator" && /^[<>]=?$/.test(formula.op);
}

function namesIn({ formula }: Clause): readonly string[] {
  const parts = "args" in formula ? formula.args : [formula];
  return parts.flatMap((part) => pathOf(part) ?? []);
}

/** Renders a clause; named conditions are replaced by their own conditions. `isAll` includes missing inputs. */
function reasons(
  { formula, step, holds }: Clause,
  work: Work,
  isAll: boolean,
  deep: number,
): readonly Html[] {
  const { graph } = work;
  const visit = (part: Expr, so: boolean): readonly Html[] => {
    const path = pathOf(part);
    if (path !== undefined && deep < DEEPEST) {
      const source = graph.source(graph.leaf(step, path));
      const origin = source && graph.origin(source);
      if (source !== undefined && origin !== undefined && typeof source.value === "boolean") {
        const because = becauseOf(origin);
        const words =
          because !== undefined ? [html`${asPart(because)}`] : conditionsIn(origin, work, isAll, deep + 1);
        return words.length > 0 || !isAll ? words : [byName(source, work)];
      }
    }
    const listed = so ? someOf(part, step, work) : undefined;
    if (listed !== undefined) return [listed];
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
    const [answered, yesNo] = part.kind === "operator" && /^[!=]=$/.test(part.op) ? part.args : [];
    if (answered !== undefined && yesNo?.kind === "boolean" && part.kind === "operator")
      return visit(answered, (so === (part.op === "==")) === yesNo.value);
    const compared = part.kind === "operator" && /^[!=]=$/.test(part.op) ? part.args[0] : undefined;
    const word = compared && pathOf(compared);
    // The positive statement is clearer than the negation.
    if (word !== undefined) {
      const leaf = graph.leaf(step, word);
      if (typeof leaf.value === "string")
        return [html`${leafIs(leaf, work)} ${valueText(work.naming.word(leaf.value, lastOf(word)))}`];
      if (typeof leaf.value === "number")
        return [
          new SentenceNames(work, step).counted(word) ??
            html`${leafIs(leaf, work)} ${quantityText(leaf.value, work.naming.unitOf(leaf), lineNumber)}`,
        ];
      const isMissing = isAll && leaf.value === null && isNamed(leaf, work);
      return isMissing ? [html`${leafIs(leaf, work)} not known`] : [];
    }
    if (isSaid(part, step, work)) return [condition(part, new SentenceNames(work, step), !so)];
    return isAll ? unsaid(part, step, so, work) : [];
  };
  return visit(formula, holds);
}

/** Whether a value is an input or has a title. */
function isNamed(leaf: GraphLeaf, { graph, naming }: Work): boolean {
  return naming.isInput(leaf.path) || graph.source(leaf)?.title !== undefined;
}

/** Renders an unmet condition: a missing input, or an answer of yes or no. */
function unsaid(part: Expr, step: ExplainedStep, so: boolean, work: Work): readonly Html[] {
  const path = pathOf(part);
  const [asked] = part.kind === "call" && part.name === "given" ? part.args : [part];
  const input = asked && pathOf(asked);
  if (input !== undefined && work.naming.isInput(input))
    return [condition(part, new SentenceNames(work, step, false), !so)];
  if (path !== undefined) {
    const leaf = work.graph.leaf(step, path);
    const source = work.graph.source(leaf);
    return source !== undefined && typeof source.value === "boolean" ? [byName(source, work)] : [];
  }
  const unknown = partsOf(part).flatMap((each) => {
    const name = pathOf(each);
    const leaf = name === undefined ? undefined : work.graph.leaf(step, name);
    return leaf?.value === null && isNamed(leaf, work) ? [leaf] : [];
  });
  return unknown.slice(0, 1).map((leaf) => html`${leafIs(leaf, work)} not known`);
}

/** Returns the definition's reason for a decision. */
export function becauseOf(step: ExplainedStep): string | undefined {
  return step.because ?? step.rules?.find(({ outcome }) => outcome === "holds")?.because;
}

/** Lowers the first letter and removes the full stop. */
export function asPart(sentence: string): string {
  return lower(sentence.replace(/\.$/, ""));
}

/** Renders a condition by its name if its parts are not readable. */
function byName(step: ExplainedStep, { naming }: Work): Html {
  return html`${lower(naming.title(step))}: ${step.value === true ? "yes" : "no"}`;
}

/** Renders a nonempty list by its entries if they are short: "express duties missing: suppliers". */
function someOf(part: Expr, step: ExplainedStep, work: Work): Html | undefined {
  const [count, none] = part.kind === "operator" && part.op === ">" ? part.args : [];
  const [list] = count !== undefined && isCount(count) && "args" in count ? count.args : [];
  const path = list && pathOf(list);
  if (path === undefined || none?.kind !== "number" || none.value !== 0) return undefined;
  const leaf = work.graph.leaf(step, path);
  const { value } = leaf;
  if (!Array.isArray(value) || value.length > MOST || isSentences(value)) return undefined;
  if (!value.every((item) => typeof item === "string")) return undefined;
  return html`${leafWords(leaf, work)}: ${valueText(work.naming.word(value, lastOf(path)))}`;
}

/** Whether a condition is readable: a comparison of known values, or a test for an empty list. */
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

/** Returns a name for the middle of a sentence. */
export function leafWords(leaf: GraphLeaf, { naming }: Work): string {
  return lower(naming.words(leaf));
}

function leafIs(leaf: GraphLeaf, work: Work): string {
  const words = leafWords(leaf, work);
  return `${words} ${isOrAre(words)}`;
}

export function wordOf({ value, name }: ExplainedStep, { naming }: Work): string {
  return valueText(naming.word(value, name));
}

/** Links a value to its step if the page contains it. */
export function linked(text: string, step: ExplainedStep, { links }: Work): Html {
  const href = links.ofStep(step);
  return href === undefined ? html`${text}` : html`<a href="${href}">${text}</a>`;
}

/** "Score is 28". */
export function isSo(step: ExplainedStep, work: Work): Html {
  const { value } = step;
  const text =
    typeof value === "number"
      ? quantityText(value, work.naming.unit(step), spokenNumber)
      : wordOf(step, work);
  const words = lower(work.naming.title(step) || step.name);
  return html`${words} ${isOrAre(words)} ${linked(text, step, work)}`;
}

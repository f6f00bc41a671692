// Conditions as reasons: why a rule is or is not this case, told by what it compares, the conditions that only stand for
// others by those.
import { type Expr, partsOf } from "../../engine/language/formula.js";
import type { ExplainedStep } from "../../engine/reference/explanation.js";
import { isOrAre, lower } from "../../wording/plain-names.js";
import { lastOf, pathOf } from "../formulas.js";
import { type Html, html, plainText } from "../html.js";
import { condition } from "../sentences.js";
import { quantityText, spokenNumber, valueText } from "../show.js";
import { isFixed, partsThatCount } from "./governing.js";
import type { GraphLeaf } from "./graph.js";
import { lineNumber } from "./numbers.js";
import { isSentences } from "./quantities.js";
import { SentenceNames } from "./sentence-names.js";
import type { Work } from "./work.js";

/** As many conditions as a sentence bears. */
export const MOST = 3;
/** Conditions that stand for conditions are followed so far. */
const DEEPEST = 6;

/** The conditions of the rule that held; where none did, of each rule what it lacked. */
export function conditionsIn(step: ExplainedStep, work: Work, isAll = false, deep = 0): readonly Html[] {
  const { graph } = work;
  const formula = graph.written(step)?.formula;
  const isChoice = formula?.kind === "call" && formula.name === "if";
  if ((typeof step.value === "boolean" || isChoice) && step.rules === undefined && formula !== undefined)
    return reasons(formula, step, step.value !== false, work, isAll, deep).slice(0, MOST);
  const found = (step.rules ?? []).flatMap(({ outcome, conditions }, at) => {
    const wanted =
      outcome === "holds" ? true : step.rule === "otherwise" && outcome === "fails" ? false : undefined;
    if (wanted === undefined || (wanted === false && formula !== undefined && !isFixed(formula))) return [];
    const trees = graph.conditions(step, at).filter((_, nth) => conditions[nth]?.holds === wanted);
    return comparedFirst(trees).flatMap((tree) => reasons(tree, step, wanted, work, isAll, deep));
  });
  // Of a ladder of limits the nearest says it.
  const words = [
    ...new Map(found.map((each) => [each.text.split(/ is (?:below|above|at) /)[0], each])).values(),
  ];
  // That something was given says why a rule was tried, and not why it is so.
  return withoutEchoes(words.filter(({ text }) => !/ is (?:not )?given$/.test(text))).slice(0, MOST);
}

/** "Level is Silver" says nothing behind "level (Silver) is below gold". */
function withoutEchoes(all: readonly Html[]): readonly Html[] {
  const texts = all.map((each) => plainText(each).toLowerCase());
  return all.filter((_, at) => {
    const [, name = "", word = ""] = /^(.+) is (.+)$/.exec(texts[at] ?? "") ?? [];
    return !texts.some((text) => text.startsWith(`${name} (${word}) `));
  });
}

/** Why a rule is or is not this case, by what it asks for. */
export function reasonsOfRule(step: ExplainedStep, rule: number, work: Work): readonly Html[] {
  const { outcome, conditions = [] } = step.rules?.[rule] ?? {};
  const holds = outcome === "holds";
  const found = work.graph
    .conditions(step, rule)
    .filter((_, nth) => conditions[nth]?.holds === holds)
    .flatMap((tree) => reasons(tree, step, holds, work, true));
  return withoutEchoes([...new Map(found.map((each) => [each.text, each])).values()]).slice(0, MOST);
}

/** A condition in words; one that only stands for others is told by those. With `isAll` also what is not known or given. */
function reasons(
  formula: Expr,
  step: ExplainedStep,
  yes: boolean,
  work: Work,
  isAll: boolean,
  deep = 0,
): readonly Html[] {
  const { graph } = work;
  const numbers = new Map(partsOf(formula).map((part, at) => [part, at]));
  const visit = (part: Expr, so: boolean): readonly Html[] => {
    const path = pathOf(part);
    if (path !== undefined && deep < DEEPEST) {
      const source = graph.source(graph.leaf(step, path));
      const origin = source && graph.origin(source);
      const inner = origin && graph.written(origin)?.formula;
      if (source !== undefined && origin !== undefined && typeof source.value === "boolean") {
        const because = becauseOf(origin);
        const told =
          because !== undefined
            ? [html`${asPart(because)}`]
            : origin.rules === undefined && inner !== undefined
              ? reasons(inner, origin, so, work, isAll, deep + 1)
              : conditionsIn(origin, work, isAll, deep + 1);
        return told.length > 0 || !isAll ? told : [byName(source, work)];
      }
    }
    if (part.kind === "operator") {
      if (part.op === "not") return part.args.flatMap((arg) => visit(arg, !so));
      if (part.op === "and" || part.op === "or")
        return comparedFirst(partsThatCount(part, numbers.get(part) ?? -1, step, graph).parts).flatMap(
          (each) => visit(each, so),
        );
    }
    // Of a choice the branch that was taken, or the condition of one that is always the same.
    const taken = step.taken?.[numbers.get(part) ?? -1];
    if (part.kind === "call" && part.name === "if" && taken !== undefined)
      return partsThatCount(part, numbers.get(part) ?? -1, step, graph).parts.flatMap((each) =>
        visit(each, each === part.args[0] ? taken === 1 : so),
      );
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
    // What it is says more than what it is not.
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
  return visit(formula, yes);
}

/** What is compared says more than a name that stands for conditions, such as that the inputs are plausible. */
function comparedFirst(all: readonly Expr[]): readonly Expr[] {
  const isName = (expr: Expr) => Number(pathOf(expr) !== undefined);
  return [...all].sort((a, b) => isName(a) - isName(b));
}

/** Whether people know it by a name: an input, or something with a title. */
function isNamed(leaf: GraphLeaf, { graph, naming }: Work): boolean {
  return naming.isInput(leaf.path) || graph.source(leaf)?.title !== undefined;
}

/** What a condition lacks: something that was not given or is not known, or an answer of yes or no. */
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

/** The reason that a definition gives for what was decided. */
export function becauseOf(step: ExplainedStep): string | undefined {
  return step.because ?? step.rules?.find(({ outcome }) => outcome === "holds")?.because;
}

/** A sentence as a part of another. */
export function asPart(sentence: string): string {
  return lower(sentence.replace(/\.$/, ""));
}

/** A condition by its name, where nothing in it can be told. */
function byName(step: ExplainedStep, { naming }: Work): Html {
  return html`${lower(naming.title(step))}: ${step.value === true ? "yes" : "no"}`;
}

/** That there are some of a list, by what they are, where they are few words: "express duties missing: suppliers". */
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

/** A name in the middle of a sentence. */
export function leafWords(leaf: GraphLeaf, { naming }: Work): string {
  return lower(naming.words(leaf));
}

function leafIs(leaf: GraphLeaf, work: Work): string {
  const words = leafWords(leaf, work);
  return `${words} ${isOrAre(words)}`;
}

/** A word of a step as people say it. */
export function wordOf({ value, name }: ExplainedStep, { naming }: Work): string {
  return valueText(naming.word(value, name));
}

/** A value that leads to its step, where that stands on the page. */
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

// The first sentence of Why, from the record: the reason of the applied rule, the governing check with numbers and
// clause, or the conditions.

import type { ExplainedStep } from "../../engine/explain/explanation.js";
import { type Expr, partsOf } from "../../engine/language/formula.js";
import { lower } from "../../wording/plain-names.js";
import { pathOf } from "../formulas.js";
import { type Html, html, joined, plainText } from "../html.js";
import { phrase } from "../sentences.js";
import { quantityText, type ShowNumber, spokenNumber, valueText } from "../show.js";
import { asPart, becauseOf, conditionsIn, isSo, leafWords, linked, MOST, wordOf } from "./because.js";
import type { Chain, ChainLink } from "./chain.js";
import { type Clause, clausesOf } from "./clauses.js";
import { endsInWords, endsOf, rowInWords } from "./ends.js";
import { type GraphLeaf, readsOf } from "./graph.js";
import { isByAHair } from "./headline.js";
import { lineNumber } from "./numbers.js";
import { isSentences } from "./quantities.js";
import { lookupsOf } from "./rules.js";
import { SentenceNames } from "./sentence-names.js";
import type { At } from "./steps.js";
import { authority, ratioOf, type Work } from "./work.js";

/** The subject of the sentence. */
export interface ExplainedAnswer {
  readonly title: string;
  /** Its value as a word; undefined if unknown. */
  readonly word: string | undefined;
  readonly unit: string | undefined;
  /** Why it is unknown. */
  readonly open: readonly Html[];
  /** Whether the tool has checks, one of which governs. */
  readonly hasChecks: boolean;
  /** The tool's own answer sentences, if they match the question. */
  readonly answers: readonly string[];
}

export function reasonsFor(
  { links }: Chain,
  at: At,
  subject: ExplainedAnswer,
  from: ExplainedStep | undefined,
): Html {
  const { title, word, unit, open, hasChecks, answers } = subject;
  const [top, ...rest] = links;
  const told = answers.join(" ");
  if (word === undefined) {
    const decided = links.filter(({ depth }) => depth === 0).map(({ step }) => isSo(step, at.work));
    const why = decided.length > 0 ? decided : open;
    return html`<b>${title}</b> is unknown, or does not apply to this case${why.length > 0 && html`: ${joined(why, "; ")}`}. ${told}`;
  }
  if (from !== undefined && Array.isArray(from.value) && from.value.length === 0)
    return html`<b>${word}</b>. ${told}`;
  if (top === undefined)
    return html`<b>${word}</b>${from && html`, ${endsInWords(from, at.work, at.references)}`}. ${told}`;
  const { step } = top;
  if (typeof step.value === "number") {
    const is = html`<b>${title} is ${quantityText(step.value, at.work.naming.unit(step) ?? unit, spokenNumber)}</b>`;
    return top.governs && hasChecks
      ? html`${is}: ${governs(top, at)}.`
      : html`${numberSentence(is, step, rest, at)} ${told}`;
  }
  const parts = partsOfSentence(step, rest, at, subject);
  // The tool's sentence may begin with the word itself. With checks, the parts are enough.
  if (parts.length === 0 && told.startsWith(word)) return html`${told}`;
  const said = parts.length === 0 ? html`<b>${word}</b>.` : html`<b>${word}</b>: ${joined(parts, "; ")}.`;
  return hasChecks ? said : html`${said} ${told}`;
}

/** For words: the rule's reason and the governing check, else conditions, else the number that was looked up. */
function partsOfSentence(
  step: ExplainedStep,
  rest: readonly ChainLink[],
  at: At,
  { hasChecks, answers }: ExplainedAnswer,
): Html[] {
  const { work } = at;
  // The rules of a record decide its fields.
  const decided = work.graph.origin(step);
  const because = becauseOf(step) ?? becauseOf(decided);
  const required = requirementsBehind(decided, at);
  const parts = required.length > 0 ? required : because === undefined ? [] : [html`${asPart(because)}`];
  const near = rest.filter(({ depth }) => depth === 1);
  const check = checkIn(near, work, hasChecks);
  if (check !== undefined) parts.push(governs(check, at));
  const measured = near.find(({ step: { value } }) => typeof value === "number");
  const band =
    parts.length === 0 && measured !== undefined ? bandOf(decided, measured.step, work) : undefined;
  if (band !== undefined && measured !== undefined) parts.push(html`${isSo(measured.step, work)}${band}`);
  if (parts.length === 0) parts.push(...conditionsIn(decided, work).filter((part) => !isTold(part, answers)));
  const next = near.find(({ step: { value } }) =>
    typeof value === "number" ? value !== 0 : answers.length === 0,
  );
  if (parts.length === 0 && next !== undefined) parts.push(isSo(next.step, work));
  const isAnswered = answers.some((text) => text.startsWith(wordOf(step, work)));
  if (parts.length === 0 && !isAnswered)
    parts.push(...conditionsIn(decided, work, true).filter((part) => !isTold(part, answers)));
  const isSentence = typeof step.value === "string" ? step.value.endsWith(".") : Array.isArray(step.value);
  if (parts.length === 0 && answers.length === 0 && !isSentence) {
    const { rows } = endsOf(step, work.graph);
    parts.push(...rows.slice(0, 1).map((row) => rowInWords(row, work, at.references)));
  }
  const sentences = rest.flatMap(({ step: { value } }) => (isSentences(value) ? (value as string[]) : []));
  if (sentences.length > 0) parts.push(html`it rests on: ${lower(sentences.join(" ").replace(/\.$/, ""))}`);
  return parts;
}

/** Returns the sentences of the requirements that decided a verdict, each with its clause. */
function requirementsBehind({ id }: ExplainedStep, { work: { graph }, references }: At): Html[] {
  const status = graph.step(`${id}_status`);
  const counts = graph.step(`${id}_counts`);
  if (status === undefined || counts === undefined) return [];
  const single = readsOf(counts).flatMap((read) => {
    const group = /^(requirement_\w+)\.counts_as$/.exec(read)?.[1];
    const sentence = graph.step(`${group}.sentence`);
    if (typeof sentence?.value !== "string" || graph.step(read)?.value !== status.value) return [];
    const cited = authority(sentence).slice(0, 1);
    return [html`${asPart(sentence.value)}${cited.length > 0 && html` ${references.marks(cited)}`}`];
  });
  return (single.length > 0 ? single : listed(graph.step("requirements")?.value, status.value)).slice(
    0,
    MOST,
  );
}

/** Returns the sentences of requirements with this status from the checklist, each with its clause. */
function listed(list: unknown, status: unknown): Html[] {
  if (!Array.isArray(list)) return [];
  return (list as Readonly<Record<string, unknown>>[]).flatMap(({ counts_as, sentence, clause }) =>
    counts_as === status && typeof sentence === "string"
      ? [html`${asPart(sentence)}${typeof clause === "string" && html` (${clause})`}`]
      : [],
  );
}

/** Whether the answer already lists this part. */
function isTold(part: Html, answers: readonly string[]): boolean {
  const listed = plainText(part).split(": ").at(1);
  return listed !== undefined && answers.some((text) => text.includes(listed));
}

/** Returns the governing check among the steps directly behind the answer. */
export function checkIn(near: readonly ChainLink[], work: Work, hasChecks: boolean): ChainLink | undefined {
  const numbers = near.filter(({ step: { value } }) => typeof value === "number");
  const isCheck = ({ step }: ChainLink) => work.worked.some((each) => each.isCheck && each.step === step);
  return hasChecks
    ? (numbers.find(isCheck) ??
        numbers.find((link) => link.governs || ratioOf(link.step, work.graph, work.naming) !== undefined))
    : numbers.find(({ governs: one }) => one);
}

/** Returns the title of a check without its own title. */
export function checkTitle(step: ExplainedStep, { worked }: Work): string | undefined {
  return step.title === undefined
    ? worked.find((each) => each.isCheck && each.step === step)?.title
    : undefined;
}

/**
 * Returns the band of a number, ", between 1.4 and 1.5", if a table or function limits decided by it. Open ends are
 * "up to" and "from".
 */
function bandOf(step: ExplainedStep, { value, unit }: ExplainedStep, work: Work): string | undefined {
  const lookup = lookupsOf(step, work).find(
    ({ keys, between }) => between !== undefined && keys.some((key) => key === value),
  );
  if (lookup?.between === undefined) return undefined;
  const limits = calledClauses(step, work).flatMap(({ formula, holds, sides }) =>
    sides?.[0] === value && typeof sides?.[1] === "number" && formula.kind === "operator"
      ? [{ isAbove: formula.op.startsWith(">") === holds, limit: sides[1] }]
      : [],
  );
  const [lower, upper] = lookup.between;
  const above = [lower, ...limits.map(({ isAbove, limit }) => (isAbove ? limit : null))];
  const below = [upper, ...limits.map(({ isAbove, limit }) => (isAbove ? null : limit))];
  const least = Math.max(...above.map((limit) => limit ?? -Infinity));
  const most = Math.min(...below.map((limit) => limit ?? Infinity));
  const text = (limit: number) => quantityText(limit, unit, spokenNumber);
  if (Number.isFinite(least) && Number.isFinite(most)) return `, between ${text(least)} and ${text(most)}`;
  if (Number.isFinite(most)) return `, up to ${text(most)}`;
  return Number.isFinite(least) ? `, from ${text(least)}` : undefined;
}

/** Returns the clauses of a step and of the functions that it calls. */
function calledClauses(step: ExplainedStep, work: Work): readonly Clause[] {
  const calls = Object.values(step.called ?? {}).flatMap((id) => work.graph.step(id) ?? []);
  return [...clausesOf(step, work.graph), ...calls.flatMap((call) => calledClauses(call, work))];
}

/** "PUE is 1.37: total facility load (685 kW) / IT load (500 kW)." */
function numberSentence(
  is: Html,
  step: ExplainedStep,
  rest: readonly ChainLink[],
  { work, references }: At,
): Html {
  const used = work.graph.used(step);
  if (used !== undefined && isSayable(used.formula))
    return html`${is}: ${phrase(used.formula, new SentenceNames(work, step, true, used))}.`;
  const from = rest.filter(({ depth }) => depth === 1).slice(0, MOST + 1);
  if (from.length === 0) {
    const because = becauseOf(step);
    const origin = work.graph.origin(step);
    const own = because === undefined ? conditionsIn(origin, work) : [html`${asPart(because)}`];
    const conditions = own.length > 0 ? own : conditionsIn(origin, work, true);
    return conditions.length > 0
      ? html`${is}: ${joined(conditions, "; ")}.`
      : html`${is}, ${endsInWords(step, work, references)}.`;
  }
  return html`${is}, worked out from ${joined(
    from.map(({ step: each }) => {
      const { name, value } = each;
      const text =
        typeof value === "number"
          ? quantityText(value, work.naming.unit(each), spokenNumber)
          : wordOf(each, work);
      return html`${lower(work.naming.title(each) || name)} (${linked(text, each, work)})`;
    }),
    ", ",
  )}.`;
}

/** Sums, products and quotients of few names can be read as a sentence. */
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
function governs({ step, known }: ChainLink, { work, references }: At): Html {
  const label =
    known === undefined
      ? (checkTitle(step, work) ?? work.naming.title(step))
      : String(work.naming.word(known[1], known[0]));
  // Three digits would hide a narrow failure.
  const number = isByAHair(Number(step.value)) ? lineNumber : spokenNumber;
  const ratio = ratioOf(step, work.graph, work.naming);
  const sides =
    ratio === undefined
      ? html``
      : html`: ${joined(
          [ratio.demand, ratio.limit].map(
            ({ leaf }) => html`${leafWords(leaf, work)} ${leafWorth(leaf, work, number)}`,
          ),
          " over ",
        )}`;
  const value = quantityText(Number(step.value), step.unit, number);
  const marks = authority(step);
  const limit = ratio && work.graph.source(ratio.limit.leaf);
  const cited = marks.length > 0 || limit === undefined ? marks : authority(work.graph.origin(limit));
  return html`${lower(label)} governs at ${linked(value, step, work)}${sides}${
    cited.length > 0 && html` ${references.marks(cited.slice(0, 1))}`
  }`;
}

function leafWorth(leaf: GraphLeaf, { naming, links }: Work, number: ShowNumber): Html {
  const { value } = leaf;
  const text =
    typeof value === "number" ? quantityText(value, naming.unitOf(leaf), number) : valueText(value);
  const href = links.ofLeaf(leaf);
  return href === undefined ? html`${text}` : html`<a href="${href}">${text}</a>`;
}

// Why a result is what it is: a sentence, then the deciding steps as lines that open, result first. Other considered
// rules and checks follow.
import type { ExplainedStep, Explanation } from "../../engine/explain/explanation.js";
import { capital, lower, plainWords } from "../../wording/plain-names.js";
import { manyOf } from "../../wording/wording.js";
import { type Html, html, joined, nameHtml, trusted } from "../html.js";
import { condition } from "../sentences.js";
import { quantityText, valueText } from "../show.js";
import { typesetSymbol } from "../typeset.js";
import { becauseOf, reasonsOfRule } from "./because.js";
import { type ChainLink, isComparison } from "./chain.js";
import { type SheetContext, schemaOf } from "./context.js";
import { readsOf } from "./graph.js";
import { barsOf, fieldTitle, type LeafValue, rowTitle } from "./headline.js";
import { anchorOf } from "./links.js";
import { lineNumber } from "./numbers.js";
import { isSentences } from "./quantities.js";
import { laterRules } from "./rules.js";
import { begun, SentenceNames } from "./sentence-names.js";
import { type At, formulaLines, placeOf, tableLines, usersOf } from "./steps.js";
import { quantity } from "./values.js";
import { checkTitle, type ExplainedAnswer } from "./why-sentence.js";
import { readWhy, sentenceOf } from "./why-words.js";
import { authority, type Work } from "./work.js";

/** The explanation of one result. */
export interface WhyPage {
  readonly sentence: Html;
  readonly body: Html;
  /** Number of lines. */
  readonly lines: number;
}

export function whyOf(explanation: Explanation, context: SheetContext, path: string, at: At): WhyPage {
  const { work, references } = at;
  const read = readWhy(explanation, context, path, work);
  const { title, word, unit, links, further } = read;
  const shown = new Set(links.map(({ step }) => step));
  const others = otherChecks(explanation, context, work).filter(({ step }) => !shown.has(step));
  for (const step of [...shown, ...further, ...others.map((other) => other.step)]) work.links.add(step);
  const titles = titlesApart([...links.map(({ step }) => step), ...further], work);
  const lines = links.map((each, nth) =>
    // The first line is the result itself, if it is known.
    line(
      each,
      at,
      titles,
      nth === 0 && read.chains.length === 1 && word !== undefined ? { title, word, unit } : {},
    ),
  );
  const back = further.map((step) => line({ step, depth: 0, governs: false }, at, titles));
  const also = alsoConsidered(links, others, at);
  const sentence = sentenceOf(read, at);
  const inputs = inputLine([...shown, ...further], explanation, context, work);
  const body = html`${lines.length > 0 && html`<div class="chain">${lines}</div>`}${inputs}${
    back.length > 0 &&
    html`<details class="more"><summary>${manyOf(back.length, "step")} further back</summary><div class="chain">${back}</div></details>`
  }${also}${
    references.count > 0 &&
    html`<details class="more" id="sources"><summary>${manyOf(references.count, "source")}</summary>${references.list(context.sources)}</details>`
  }`;
  return {
    sentence,
    body,
    lines: lines.length,
  };
}

/** Distinguishes steps with equal titles, such as those of a part used twice, by their use. */
function titlesApart(
  steps: readonly ExplainedStep[],
  { naming, graph }: Work,
): ReadonlyMap<ExplainedStep, string> {
  const named = steps.map((step) => ({ step, title: naming.title(step), parts: step.id.split(".") }));
  return new Map(
    named.map(({ step, title, parts }) => {
      const twins = named.filter((each) => each.title === title && each.step.name === step.name);
      const apart = parts.findLastIndex((part, at) => twins.some((twin) => twin.parts[at] !== part));
      if (title === "" || apart === -1 || apart === parts.length - 1) return [step, title];
      const use = graph.step(parts.slice(0, apart + 1).join("."));
      const part = (parts[apart] ?? "").replace(/\[\d+\]/g, "");
      const words = use?.title ?? naming.choice(part) ?? naming.list(plainWords(part));
      return [step, `${title}, ${lower(words)}`];
    }),
  );
}

/** Renders a step: title and value; its details open. */
function line(
  { step, depth, governs, known, above }: ChainLink,
  at: At,
  titles: ReadonlyMap<ExplainedStep, string> = new Map(),
  { title, word, unit }: Partial<Pick<ExplainedAnswer, "title" | "word" | "unit">> = {},
): Html {
  const { work, references } = at;
  const anchor = work.links.anchor(step);
  const cited = authority(step);
  const held = (step.rules ?? []).flatMap((rule, nth) =>
    rule.outcome === "holds" ? reasonsOfRule(step, nth, work) : [],
  );
  const because = becauseOf(step);
  // A selected candidate may have a title of its own.
  const among = known === undefined ? "" : lower(String(work.naming.word(known[1], known[0])));
  const picked = among === lower(work.naming.title(step)) ? "" : among;
  const formulas = step.kind === "result" || step.kind === "constant" ? [] : formulaLines(step, at);
  return html`<details class="why depth-${Math.min(depth, 4)}"${anchor !== undefined && html` id="${anchor}"`}><summary><span class="name">${unlinked(lineName(step, work, titles.get(step), title ?? (known === undefined ? checkTitle(step, work) : undefined)))}${picked !== "" && html`: ${picked}`}${governs && html` <span class="tag">governs</span>`}</span><span class="is">${word !== undefined && (typeof step.value === "string" || typeof step.value === "boolean") ? html`<b>${word}</b>` : worth(step, work, unit)}</span><span class="by">${unlinked(references.marks(cited.slice(0, 1)))}</span></summary><div class="opened"><div class="calc">${formulas}${tableLines(step, at)}${
    held.length > 0 && html`<p class="held">This case, because ${joined(held, "; ")}.</p>`
  }${because !== undefined && html`<p class="because">${capital(because)}</p>`}${
    Array.isArray(step.value) &&
    html`<ul class="said">${step.value.map((item) => html`<li>${String(item)}</li>`)}</ul>`
  }</div><div class="side">${references.lines(cited)}<p class="as-defined">${nameHtml(step.name)}</p>${placeOf(step, at)}${usedBy(step, above, work)}</div></div></details>`;
}

/** A summary element may not contain links, so they follow below it. */
function unlinked({ text }: Html): Html {
  return trusted(text.replace(/<\/?a\b[^>]*>/g, ""));
}

/** Links to the dependent step, skipping steps that only forward. */
function usedBy(step: ExplainedStep, above: ExplainedStep | undefined, work: Work): Html {
  const href = above && work.links.ofStep(above);
  return href === undefined
    ? usersOf(step, work)
    : html`<p class="used-by">Used by <a href="${href}">${work.naming.title(above as ExplainedStep)}</a></p>`;
}

function lineName(step: ExplainedStep, work: Work, apart = work.naming.title(step), title?: string): Html {
  const { naming, graph } = work;
  if (isSentences(step.value)) {
    const [only, second] = step.value as readonly string[];
    if (second === undefined) return html`${naming.title(step)}: ${lower(only ?? "")}`;
  }
  const formula = graph.written(step)?.formula;
  // A boolean becomes a sentence.
  if (
    title === undefined &&
    typeof step.value === "boolean" &&
    formula !== undefined &&
    isComparison(formula)
  )
    return begun(condition(formula, new SentenceNames(work, step), step.value === false));
  const sign = typesetSymbol(naming.symbol(step));
  return html`${title ?? apart}${sign && html` <span class="sign">${sign}</span>`}`;
}

function worth(step: ExplainedStep, { naming }: Work, unit?: string): Html {
  const { value } = step;
  // Four digits; the formula shows more.
  if (typeof value === "number") return quantity(value, naming.unit(step) ?? unit, lineNumber, true);
  if (typeof value === "boolean")
    return step.kind === "condition" ? html`` : html`<b>${value ? "Yes" : "No"}</b>`;
  if (Array.isArray(value)) {
    if (isSentences(value)) return value.length === 1 ? html`` : html`<b>${value.length}</b>`;
    return html`<b>${value.length <= MOST_WORDS ? capital(valueText(naming.word(value, step.name))) : value.length}</b>`;
  }
  return html`<b>${capital(valueText(naming.word(value, step.name)))}</b>`;
}

/** Words of a list on one line. */
const MOST_WORDS = 3;

interface OtherCheck {
  readonly leaf: LeafValue;
  readonly step: ExplainedStep;
}

/** Returns the headline's utilisations with their steps. */
function otherChecks(
  explanation: Explanation,
  context: SheetContext,
  { graph }: Work,
): readonly OtherCheck[] {
  return (context.headline?.bars ?? []).flatMap((path) => {
    const result = graph.result(path);
    const [leaf] = barsOf(explanation, { ...context, headline: { bars: [path] } });
    return result === undefined || leaf === undefined ? [] : [{ leaf, step: graph.origin(result) }];
  });
}

/** Renders other checks, rules that did not apply, and rules that were not needed. */
function alsoConsidered(links: readonly ChainLink[], others: readonly OtherCheck[], at: At): Html {
  const { work } = at;
  const known = others.filter(({ leaf }) => typeof leaf.value === "number");
  const absent = others.filter(({ leaf }) => leaf.value === null);
  const rules = links.flatMap(({ step }) => {
    const all = step.rules ?? [];
    const tried = notThisCase(step, work);
    const later = all.filter(({ outcome }) => outcome === "not reached");
    if (tried.length === 0 && later.length === 0) return [];
    return [
      html`<div class="ruled"><h3>${work.naming.title(step)}</h3><ul class="cases-not">${tried}</ul>${
        later.length > 0 && html`<p class="soft">${laterRules(later)}</p>`
      }</div>`,
    ];
  });
  if (known.length === 0 && absent.length === 0 && rules.length === 0) return html``;
  return html`<details class="more" id="also"><summary>Also considered</summary>${
    known.length > 0 &&
    html`<div class="chain">${known.map(({ step }) => line({ step, depth: 0, governs: false }, at))}</div>`
  }${absent.length > 0 && html`<p class="soft">No part of this case: ${absent.map(({ leaf }) => rowTitle(leaf)).join(", ")}.</p>`}${rules}</details>`;
}

/** Groups rules that did not apply by reason. */
function notThisCase(step: ExplainedStep, work: Work): readonly Html[] {
  const found = new Map<string, { readonly why: Html; names: Set<string>; many: number }>();
  (step.rules ?? []).forEach(({ outcome, groups, id }, nth) => {
    if (outcome !== "fails") return;
    const why = joined(reasonsOfRule(step, nth, work), "; ");
    const before = found.get(why.text) ?? { why, names: new Set<string>(), many: 0 };
    const name = [...groups, ...(id === undefined ? [] : [id])].join(" · ");
    if (name !== "") before.names.add(name);
    found.set(why.text, { ...before, many: before.many + 1 });
  });
  return [...found.values()].map(({ why, names, many }) => {
    const name = [...names].join(", ");
    const called = name !== "" ? html`, <b>${name}</b>` : many > 1 && html` (${manyOf(many, "rule")})`;
    return html`<li><span class="soft">Not this case${called}</span>${why.text !== "" && html`: ${why}`}</li>`;
  });
}

/** Renders the inputs that these steps read, and linked inputs. */
function inputLine(
  steps: readonly ExplainedStep[],
  explanation: Explanation,
  context: SheetContext,
  { naming, links }: Work,
): Html {
  const names = new Set([
    ...steps.flatMap((step) => readsOf(step).flatMap((id) => /^input:([^.[]+)/.exec(id)?.[1] ?? [])),
    ...links.inputs,
  ]);
  const used = Object.entries(explanation.inputs).filter(
    ([name, { value }]) => names.has(name) && value !== null && value !== "" && typeof value !== "object",
  );
  if (used.length === 0) return html``;
  return html`<p class="inputs"><span class="soft">Your inputs:</span> ${joined(
    used.map(([name, { value, unit, from }]) => {
      const schema = schemaOf(context.inputSchema, name);
      const text =
        typeof value === "number" ? quantityText(value, unit) : valueText(naming.word(value, name));
      return html`<span id="${anchorOf(`input:${name}`)}">${fieldTitle({ name, schema })} <b>${text}</b>${from === "default" && html` <span class="soft">(assumed)</span>`}</span>`;
    }),
    ", ",
  )}</p>`;
}

// The headline of a result without a sheet, for hosts that embed it, and the bars shared with sheets.
import type { Explanation } from "../../engine/explain/explanation.js";
import { type Html, html } from "../html.js";
import { exactNumber } from "../show.js";
import { type SheetContext, worded } from "./context.js";
import {
  answersOf,
  barsOf,
  governingFirst,
  type LeafValue,
  numbersOf,
  rowTitle,
  unitOf,
  verdictOf,
} from "./headline.js";
import { readerText } from "./reader-text.js";
import { quantity } from "./values.js";

export function headlineOf(explanation: Pick<Explanation, "result">, context: SheetContext): Html {
  if (context.headline === undefined) return html``;
  const bars = governingFirst(barsOf(explanation, context), context.headline);
  const tone = verdictOf(explanation, context)?.tone ?? "none";
  return html`<section id="headline" class="headline">${answerParts(explanation, context, ` tone-${tone}`)}${
    bars.length > 0 && html`<ul class="bars">${bars.map((leaf) => bar(leaf))}</ul>`
  }</section>`;
}

/** Returns the verdict, the sentences and the numbers that answer the question. */
export function answerParts(
  explanation: Pick<Explanation, "result">,
  context: SheetContext,
  looks = "",
): Html {
  const verdict = verdictOf(explanation, context);
  const sentences = answersOf(explanation, context).map((text) => readerText(text, context));
  return html`${
    verdict !== undefined &&
    html`<p class="answer${looks}"><span class="label">${verdict.title}</span> <b>${verdict.words}</b></p>`
  }${sentences.map((text) => html`<p class="sentence">${text}</p>`)}<dl class="numbers">${numbersOf(explanation, context).map(numberItem)}</dl>`;
}

function numberItem(leaf: LeafValue): Html {
  const { value, schema } = leaf;
  return html`<div><dt>${rowTitle(leaf)}</dt><dd>${quantity(worded(value, schema), unitOf(schema), exactNumber)}</dd></div>`;
}

/** Bars end at this utilisation; the number shows larger ones. */
const WIDEST = 1.5;

export function bar(leaf: LeafValue, more: Html = html``): Html {
  const value = Number(leaf.value);
  const part = Math.max(0, Math.min(value, WIDEST)) / WIDEST;
  return html`<li class="tone-${value > 1 ? "bad" : "good"}"><span class="label">${rowTitle(leaf)}${more}</span><svg viewBox="0 0 150 10" preserveAspectRatio="none" aria-hidden="true"><rect class="room" width="150" height="10"/><rect class="used" width="${(150 * part).toFixed(2)}" height="10"/><path class="limit" d="M100 0V10"/></svg><span class="number">${exactNumber(value)}</span></li>`;
}

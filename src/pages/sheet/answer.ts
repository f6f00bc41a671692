// The first page of a sheet: verdict, numbers, flags, given inputs, key results, utilisations, the main figure,
// assumptions and conditions.

import type { Explanation } from "../../engine/explain/explanation.js";
import type { FigureData } from "../../engine/language/figures.js";
import { pathsInAnswer } from "../../engine/language/headline.js";
import { isRecord } from "../../json/objects.js";
import { figureHtml } from "../figures/figure.js";
import { type Html, html, joined } from "../html.js";
import { exactNumber, quantityText, valueText } from "../show.js";
import { ownResults, resultOf, type SheetContext, schemaOf, worded } from "./context.js";
import {
  barsOf,
  fieldTitle,
  governingFirst,
  type LeafValue,
  rowTitle,
  unitOf,
  verdictOf,
} from "./headline.js";
import { answerParts, bar } from "./headline-card.js";
import { anchorOf } from "./links.js";
import { shortNumber } from "./numbers.js";
import { isSentences } from "./quantities.js";
import { readerTexts } from "./reader-text.js";
import { quantity } from "./values.js";
import type { Work, WorkedSide } from "./work.js";

/** Results shown on the first page. */
const KEY_RESULTS = 10;

export function answer(explanation: Explanation, context: SheetContext, work: Work): Html {
  const drawn = firstFigures(explanation);
  const bars = barsOf(explanation, context);
  const results = keyResults(explanation, context);
  const given = Object.values(explanation.inputs).filter(({ from }) => from === "caller");
  // The column without bars has room for the figure.
  const figure = html`${drawn.map((each) => html`<div class="part">${figureHtml(each, "slim")}</div>`)}`;
  const lines = drawn.length * FIGURE_LINES;
  const [before, beside] = bars.length > 0 ? [2 * bars.length, lines] : [lines, 0];
  const columns = balanced(
    sentenceLists(explanation, context),
    given.length + 4 + before,
    results.length + beside,
  );
  return html`<section id="answer">
${headline(explanation, context)}
<div class="columns"><div>
<div class="part"><h2>Inputs</h2>${givenInputs(explanation, context)}</div>
${bars.length > 0 ? html`<div class="part"><h2>Utilisations</h2>${barList(bars, context, work)}</div>` : figure}
${columns.left.map(listBlock)}
</div><div>
<div class="part"><h2>Results</h2>${pairTable(results)}</div>
${bars.length > 0 && figure}
${columns.right.map(listBlock)}
</div></div>
${closing(explanation)}</section>`;
}

/** Returns the sketches of checks, else the main figure. */
export function firstFigures({ figures }: Pick<Explanation, "figures">): readonly FigureData[] {
  const sketches = figures.filter(({ kind }) => kind === "sketch");
  return sketches.length > 0 ? sketches : figures.slice(0, 1);
}

/** Renders the recommendations. */
export function recommendations(explanation: Explanation, context: SheetContext): Html {
  const items = readerTexts(explanation, "recommendations", context);
  if (items.length === 0) return html``;
  return html`<section id="recommendations"><h2>Recommendations</h2><ul class="said two">${items.map((item) => html`<li>${item}</li>`)}</ul></section>`;
}

/** Estimated lines of a figure, and characters per line, to balance two columns. */
const FIGURE_LINES = 14;
const LINE_LETTERS = 62;

function balanced(
  lists: readonly Sentences[],
  before: number,
  beside: number,
): { readonly left: readonly Sentences[]; readonly right: readonly Sentences[] } {
  const [left, right]: [Sentences[], Sentences[]] = [[], []];
  let [first, second] = [before, beside];
  for (const list of lists) {
    const lines = list.items.reduce((sum, item) => sum + Math.ceil(item.length / LINE_LETTERS), 2);
    if (first <= second) {
      left.push(list);
      first += lines;
    } else {
      right.push(list);
      second += lines;
    }
  }
  return { left, right };
}

function headline(explanation: Explanation, context: SheetContext): Html {
  const verdict = verdictOf(explanation, context);
  const flags = readerTexts(explanation, "warnings", context);
  return html`<div class="headline tone-${verdict?.tone ?? "none"}"><div class="verdict">${answerParts(explanation, context)}</div><div class="flags"><h2>${flags.length === 0 ? "No flags" : "Flags"}</h2>${
    flags.length === 0
      ? html`<p class="soft">Nothing in the inputs or the result calls for a warning.</p>`
      : html`<ul class="said">${flags.map((flag) => html`<li>${flag}</li>`)}</ul>`
  }</div></div>`;
}

/** Renders the given inputs, and the defaults of the others in one line. */
function givenInputs(explanation: Explanation, context: SheetContext): Html {
  const entries = Object.entries(explanation.inputs);
  const shown = entries
    .filter(([, { from }]) => from === "caller")
    .map(([name, { value, unit }]) => ({
      name,
      value,
      unit,
      schema: schemaOf(context.inputSchema, name),
      anchor: anchorOf(`input:${name}`),
    }));
  const others = entries.filter(([, { from }]) => from === "default");
  return html`${shown.length === 0 ? html`<p class="soft">None.</p>` : pairTable(shown)}${
    others.length > 0 &&
    html`<p class="soft taken">Defaults used: ${joined(
      others.map(([name, { value, unit }]) => {
        const schema = schemaOf(context.inputSchema, name);
        return html`<span id="${anchorOf(`input:${name}`)}">${fieldTitle({ name, schema })} ${quantity(worded(value, schema), unit, exactNumber)}</span>`;
      }),
      "; ",
    )}.</p>`
  }`;
}

interface Pair {
  readonly name: string;
  readonly value: unknown;
  readonly unit?: string | undefined;
  readonly schema: unknown;
  readonly anchor?: string;
}

function pairTable(pairs: readonly Pair[]): Html {
  return html`<table class="pairs"><tbody>${pairs
    .flatMap(fieldsOf)
    .map(
      ({ name, value, unit, schema, anchor }) =>
        html`<tr${anchor !== undefined && html` id="${anchor}"`}><th scope="row">${fieldTitle({ name, schema })}</th><td>${quantity(worded(value, schema), unit, exactNumber)}</td></tr>`,
    )}</tbody></table>`;
}

/** A record takes one line per field. */
function fieldsOf(pair: Pair): readonly Pair[] {
  if (!isRecord(pair.value)) return [pair];
  const known = Object.entries(pair.value).filter(([, value]) => value !== null);
  return known.map(([name, value], nth) => {
    const schema = schemaOf(pair.schema, name);
    const anchor = nth === 0 ? pair.anchor : undefined;
    return { name, value, schema, unit: unitOf(schema), ...(anchor === undefined ? {} : { anchor }) };
  });
}

/** Returns single results in order, without those in the headline and those equal to inputs. */
function keyResults(explanation: Explanation, context: SheetContext): readonly Pair[] {
  const { verdict, answers = [], numbers = [] } = context.headline ?? {};
  const fixed = (context.results ?? []).filter(({ fixedBecause }) => fixedBecause !== undefined);
  const elsewhere = new Set([
    verdict,
    ...answers.flatMap(pathsInAnswer),
    ...numbers,
    ...Object.keys(explanation.inputs),
    ...fixed.map(({ name }) => name),
  ]);
  return ownResults(explanation)
    .filter(([name, value]) => !elsewhere.has(name) && isKey(value))
    .slice(0, KEY_RESULTS)
    .map(([name, value]) => {
      const schema = schemaOf(context.outputSchema, name);
      return { name, value, unit: unitOf(schema), schema };
    });
}

function isKey(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.length <= 40);
}

function barList(bars: readonly LeafValue[], { headline }: SheetContext, work: Work): Html {
  const shown = governingFirst(bars, headline);
  const absent = bars.filter(({ value }) => value === null);
  return html`<ul class="bars">${shown.map((leaf, nth) => {
    const { ratio } = work.worked.find(({ title, isCheck }) => isCheck && title === rowTitle(leaf)) ?? {};
    return bar(
      leaf,
      html`${nth === 0 && shown.length > 1 && html` <b class="governs">governs</b>`}${
        ratio !== undefined &&
        html`<span class="sides">${sideText(ratio.demand)} of ${sideText(ratio.limit)}</span>`
      }`,
    );
  })}</ul>${absent.length > 0 && html`<p class="soft">No part of this verdict: ${absent.map(rowTitle).join(", ")}.</p>`}`;
}

function sideText({ leaf: { value }, unit }: WorkedSide): string {
  return typeof value === "number" ? quantityText(value, unit, shortNumber) : valueText(value);
}

interface Sentences {
  readonly title: string;
  readonly items: readonly string[];
}

/** Returns lists of sentences among the results, such as conditions or unchecked clauses, then the assumptions. */
function sentenceLists(explanation: Explanation, context: SheetContext): Sentences[] {
  const own = ownResults(explanation).flatMap(([name, items]) => (isSentences(items) ? [name] : []));
  return [...own, "assumptions"]
    .map((name) => ({
      title: fieldTitle({ name, schema: schemaOf(context.outputSchema, name) }),
      items: readerTexts(explanation, name, context),
    }))
    .filter(({ items }) => items.length > 0);
}

function listBlock({ title, items }: Sentences): Html {
  return html`<div class="part"><h2>${title}</h2><ul class="said">${items.map((item) => html`<li>${item}</li>`)}</ul></div>`;
}

/** Renders the standard and the disclaimer. */
function closing(explanation: Explanation): Html {
  const { standard_reference: standard, disclaimer } = resultOf(explanation);
  return html`<p class="closing">${typeof standard === "string" && html`<b>Standards.</b> ${standard}. `}${typeof disclaimer === "string" && disclaimer}</p>`;
}

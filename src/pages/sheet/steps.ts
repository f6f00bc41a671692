// The steps of a calculation: name and result in one line, formula and numbers below, authority beside them.
import type { ExplainedStep } from "../../engine/reference/explain.js";
import { type Html, html, joined, nameHtml } from "../html.js";
import { exactNumber, valueText } from "../show.js";
import { formulaOf, typeset, typesetFormula } from "../typeset.js";
import { type Known, substituted } from "./known.js";
import type { References } from "./references.js";
import { ruleTable } from "./rules.js";
import { block, isBrief, pairs, quantity, standsFor } from "./values.js";

export function stepList(
  steps: readonly ExplainedStep[],
  known: Known,
  references: References,
  prefix = "",
): Html {
  return html`<ol class="steps">${steps.map((step, at) => stepItem(step, known, references, `${prefix}${at + 1}`))}</ol>`;
}

export function stepItem(step: ExplainedStep, known: Known, references: References, number: string): Html {
  const inner = step.steps ?? [];
  const brief = isBrief(step.value) && !standsFor(step.value);
  const lines = [...formulaLines(step, known), ...tableLines(step, references)];
  const refs = references.lines(step.citations);
  return html`<li class="step kind-${step.kind}" id="step-${number}"><div class="work"><div class="calc">
<p class="head"><span class="no">${number}</span> <span class="name">${stepName(step)}</span>${
    brief && html` <span class="out">= <b>${quantity(step.value, step.unit)}</b></span>`
  }</p>${lines}${!brief && !standsFor(step.value) && !isRow(step) && html`<div class="value">${block(step.value)}</div>`}${entries(step)}${
    step.because !== undefined && html`<p class="because">${step.because}</p>`
  }</div><div class="side">${refs}</div></div>${
    step.rules !== undefined && ruleTable(step.rules, step.citations, known, references)
  }${inner.length > 0 && stepList(inner, known.inside(inner), references, `${number}.`)}</li>`;
}

/** The title where there is one; then what stands for it in formulas, its symbol or its name. */
function stepName({ name, title, symbol }: ExplainedStep): Html {
  const sign =
    symbol === undefined
      ? nameHtml(name)
      : typeset({ kind: "name", name, nth: 0 }, new Map([[name, symbol]]));
  return title === undefined ? sign : html`<b>${title}</b> <span class="sign">${sign}</span>`;
}

function formulaLines(step: ExplainedStep, { symbols }: Known): Html[] {
  if (step.expression === undefined) return [];
  const expr = formulaOf(step.expression);
  if (expr === undefined) return [line(html`<code>${step.expression}</code>`)];
  if (expr.kind === "number" || expr.kind === "boolean" || expr.kind === "null") return [];
  const numbers = substituted(expr, step);
  // A name alone stands for the value that is printed at the end of the line above.
  const bare = numbers === undefined || isLiteral(numbers.kind);
  return [line(typesetFormula(expr, symbols)), ...(bare ? [] : [line(typesetFormula(numbers, symbols))])];
}

function isLiteral(kind: string): boolean {
  return kind === "number" || kind === "text" || kind === "boolean" || kind === "null";
}

function line(formula: Html): Html {
  return html`<div class="formula"><span class="equals">=</span><div class="math">${formula}</div></div>`;
}

function tableLines(step: ExplainedStep, references: References): Html[] {
  return (step.tables ?? []).map(({ table, keys, row, citations }) => {
    const found =
      row === null
        ? html`no row`
        : typeof row === "object"
          ? pairs(row as Record<string, unknown>, { number: exactNumber })
          : html`${valueText(row)}`;
    return html`<div class="lookup"><p>Table ${nameHtml(table)}, key ${joined(
      keys.map((key) => html`<q>${valueText(key)}</q>`),
      ", ",
    )}: ${found}</p>${references.lines(citations, step.citations)}</div>`;
  });
}

function entries(step: ExplainedStep): Html {
  if (step.entries === undefined || step.entries.length === 0) return html``;
  return html`<div class="value">${block(step.entries)}</div>`;
}

/** The row that was looked up is the value: it stands there already. */
function isRow(step: ExplainedStep): boolean {
  const [only, second] = step.tables ?? [];
  return (
    second === undefined && only !== undefined && JSON.stringify(only.row) === JSON.stringify(step.value)
  );
}

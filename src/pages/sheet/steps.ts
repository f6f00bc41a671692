// Every step of the calculation: name and result in one line, formula and numbers below, authority beside them.
import type { ExplainedStep } from "../../engine/reference/explain.js";
import { capital } from "../../wording/plain-names.js";
import { formulaOf, isLiteral } from "../formulas.js";
import { type Html, html, joined, nameHtml } from "../html.js";
import { exactNumber, numberText, valueText } from "../show.js";
import { typesetFormula, typesetSymbol } from "../typeset.js";
import { Known } from "./known.js";
import { numbersIn } from "./put-in.js";
import type { References } from "./references.js";
import { ruleTable } from "./rules.js";
import { type Scope, scopeOf } from "./trail.js";
import { block, isBrief, pairs, quantity, type Shown, standsFor } from "./values.js";
import type { Work } from "./work.js";

/** Where a step stands, and what the page knows around it. */
interface At {
  readonly work: Work;
  readonly references: References;
  readonly scope: Scope;
}

export function stepList(steps: readonly ExplainedStep[], at: At, prefix = ""): Html {
  return html`<ol class="steps">${steps.map((step, nth) => stepItem(step, at, `${prefix}${nth + 1}`))}</ol>`;
}

export function stepItem(step: ExplainedStep, at: At, number: string): Html {
  const { work, references, scope } = at;
  const inner = step.steps ?? [];
  const value = work.naming.word(step.value, step.name);
  const brief = isBrief(value) && !standsFor(step.value);
  const lines = [...formulaLines(step, at), ...tableLines(step, at)];
  const called = { called: (name: string) => work.naming.column(name) };
  const known = new Known(work.naming, work.trail, step, scope);
  const inside = { ...at, scope: scopeOf(inner, { step, scope }) };
  return html`<li class="step" id="step-${number}"><div class="work"><div class="calc">
<p class="head"><span class="no">${number}</span> <span class="name">${stepName(step, work)}</span>${
    brief && html` <span class="out">= <b>${quantity(value, step.unit)}</b></span>`
  }</p>${lines}${!brief && !standsFor(step.value) && !isRow(step) && html`<div class="value">${block(value, called)}</div>`}${entries(step, called)}${
    step.because !== undefined && html`<p class="because">${capital(step.because)}</p>`
  }</div><div class="side">${references.lines(step.citations)}</div></div>${
    step.rules !== undefined && ruleTable(step.rules, step.citations, known, references)
  }${inner.length > 0 && stepList(inner, inside, `${number}.`)}</li>`;
}

/** What it is called, its symbol, and its name in the definition. */
function stepName(step: ExplainedStep, { naming }: Work): Html {
  const sign = typesetSymbol(naming.symbol(step));
  return html`<b>${naming.title(step)}</b>${sign && html` <span class="sign">${sign}</span>`} <span class="as-defined">${nameHtml(step.name)}</span>`;
}

/** The whole formula with all its branches, and with the numbers that were read. */
function formulaLines(step: ExplainedStep, { work, scope }: At): Html[] {
  if (step.expression === undefined) return [];
  const written = formulaOf(step.expression);
  if (written === undefined) return [line(html`<code>${step.expression}</code>`)];
  if (isLiteral(written)) return [];
  const expr = work.naming.inWords(written);
  const place = { step, scope };
  const numbers = numbersIn(expr, place, work);
  const bare = numbers === undefined || numbers.formula.kind === "name";
  return [
    line(typesetFormula(expr, work.naming.symbolsAt(place))),
    ...(bare ? [] : [line(typesetFormula(numbers.formula, numbers.symbols))]),
  ];
}

function line(formula: Html): Html {
  return html`<div class="formula"><span class="equals">=</span><div class="math">${formula}</div></div>`;
}

function tableLines(step: ExplainedStep, { references, work: { naming } }: At): Html[] {
  return (step.tables ?? []).map(({ table, keys, row, citations }) => {
    const found =
      row === null
        ? html`no row`
        : typeof row === "object"
          ? pairs(row as Record<string, unknown>, {
              number: exactNumber,
              called: (name) => naming.column(name),
            })
          : html`${valueText(row)}`;
    return html`<div class="lookup"><p>Table <i class="term">${naming.list(table)}</i>, key ${joined(
      keys.map((key) => html`<q>${valueText(key, numberText)}</q>`),
      ", ",
    )}: ${found}</p>${references.lines(citations, step.citations)}</div>`;
  });
}

/** Entries that were tried stand in one table with the reason that each was refused. */
function entries(step: ExplainedStep, shown: Shown): Html {
  if (step.entries === undefined || step.entries.length === 0) return html``;
  return html`<div class="value">${block(step.entries, shown)}</div>`;
}

/** The row that was looked up is the value: it stands there already. */
function isRow(step: ExplainedStep): boolean {
  const [only, second] = step.tables ?? [];
  return (
    second === undefined && only !== undefined && JSON.stringify(only.row) === JSON.stringify(step.value)
  );
}

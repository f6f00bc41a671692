// Renders every step of the calculation: name and result, formula with numbers, and citations.
import type { ExplainedStep } from "../../engine/explain/explanation.js";
import { capital } from "../../wording/plain-names.js";
import { isLiteral, pathOf } from "../formulas.js";
import { type Html, html, joined, nameHtml } from "../html.js";
import { exactNumber, numberText, valueText } from "../show.js";
import type { SheetOptions } from "./options.js";
import type { References } from "./references.js";
import { ruleTable } from "./rules.js";
import { numbersIn } from "./substitution.js";
import { block, isBrief, pairs, quantity, type ShownAs, standsFor } from "./values.js";
import type { Work } from "./work.js";

/** The context of a rendered step. */
export interface At {
  readonly work: Work;
  readonly references: References;
  readonly options?: SheetOptions;
}

export function stepList(steps: readonly ExplainedStep[], at: At, prefix = ""): Html {
  return html`<ol class="steps">${steps.map((step, nth) => stepItem(step, at, `${prefix}${nth + 1}`))}</ol>`;
}

/** Registers the steps that the page contains. */
export function noteSteps(steps: readonly ExplainedStep[], work: Work): void {
  for (const step of steps) {
    if (isToldElsewhere(step, work)) continue;
    work.links.add(step);
    noteSteps(step.steps ?? [], work);
  }
}

export function stepItem(step: ExplainedStep, at: At, number: string): Html {
  const { work, references } = at;
  const inner = (step.steps ?? []).filter((each) => !isToldElsewhere(each, work));
  const value = work.naming.word(step.value, step.name);
  const brief = isBrief(value) && !standsFor(step.value);
  const lines = [...formulaLines(step, at), ...tableLines(step, at)];
  const anchor = work.links.anchor(step);
  const called = { called: (name: string) => work.naming.column(name) };
  return html`<li class="step"${anchor !== undefined && html` id="${anchor}"`}><div class="work"><div class="calc">
<p class="head"><span class="no">${number}</span> <span class="name">${stepName(step, work)}</span>${
    brief && html` <span class="out">= <b>${quantity(value, work.naming.unit(step))}</b></span>`
  }</p>${lines}${!brief && !standsFor(step.value) && !isRow(step) && html`<div class="value">${block(value, called)}</div>`}${entries(step, called)}${
    step.because !== undefined && html`<p class="because">${capital(step.because)}</p>`
  }</div><div class="side">${step.citations.length > 0 && html`<p class="refs">${references.marks(step.citations)}</p>`}${placeOf(step, at)}${usersOf(step, work)}</div></div>${
    step.rules !== undefined && ruleTable(step, work, references)
  }${inner.length > 0 && stepList(inner, at, `${number}.`)}</li>`;
}

/** Renders the location in the definition: file name and line. */
export function placeOf({ at, of, id }: ExplainedStep, { options }: At): Html {
  const place = at.replace(/^.*\/|:\d+$/g, "");
  const href = options?.place?.(at, of ?? id.replace(/\[\d+\]/g, "[]"));
  return html`<p class="place">${href === undefined ? place : html`<a href="${href}">${place}</a>`}</p>`;
}

/** Longer lists of users are omitted. */
const MOST_USERS = 6;

/** Lists the steps on this page that use a step. */
export function usersOf(step: ExplainedStep, { graph, links, naming }: Work): Html {
  const users = graph.usedBy(step.id).flatMap((user) => {
    const href = links.ofStep(user);
    const title = naming.title(user);
    return href === undefined ? [] : [html`<a href="${href}">${title === "" ? user.name : title}</a>`];
  });
  if (users.length === 0) return html``;
  const more = users.length > MOST_USERS && html` and ${users.length - MOST_USERS} more`;
  return html`<p class="used-by">Used by ${joined(users.slice(0, MOST_USERS), ", ")}${more}</p>`;
}

/** Renders title, symbol and defined name. */
function stepName(step: ExplainedStep, { naming, math }: Work): Html {
  const sign = math.symbol(naming.symbol(step));
  return html`<b>${naming.title(step)}</b>${sign && html` <span class="sign">${sign}</span>`} <span class="as-defined">${nameHtml(step.name)}</span>`;
}

/** Whether another step shows the same: a forwarded parameter, or the count of a list. */
function isToldElsewhere(step: ExplainedStep, { graph }: Work): boolean {
  if (step.kind === "entries") return true;
  return step.kind === "given" && (step.expression === undefined || graph.alias(step) !== undefined);
}

/** Renders the complete formula, and the formula with its numbers. */
export function formulaLines(step: ExplainedStep, { work }: At): Html[] {
  if (step.expression === undefined) return [];
  const written = work.graph.written(step);
  if (written === undefined) return [line(html`<code>${step.expression}</code>`)];
  if (isLiteral(written.formula)) return [];
  const formula = work.naming.inWords(written.formula);
  const used = { ...written, formula };
  const numbers = numbersIn(used, work);
  const bare = numbers === undefined || pathOf(numbers.formula) !== undefined;
  return [
    line(work.math.whole(formula, work.naming.symbolsIn(used))),
    ...(bare ? [] : [line(work.math.whole(numbers.formula, numbers.symbols))]),
  ];
}

function line(formula: Html): Html {
  return html`<div class="formula"><span class="equals">=</span><div class="math">${formula}</div></div>`;
}

export function tableLines(step: ExplainedStep, { references, work: { naming } }: At): Html[] {
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
    return html`<div class="lookup"><p>Table <i class="term">${naming.list(table)}</i> for ${joined(
      keys.map((key) => html`<q>${valueText(naming.word(key, ""), numberText)}</q>`),
      ", ",
    )}: ${found}</p>${references.lines(citations, step.citations)}</div>`;
  });
}

/** Renders the tried entries in one table with the reasons for rejection. */
function entries(step: ExplainedStep, shown: ShownAs): Html {
  if (step.entries === undefined || step.entries.length === 0) return html``;
  return html`<div class="value">${block(step.entries, shown)}</div>`;
}

/** Whether the value is the looked-up row, which is already shown. */
function isRow(step: ExplainedStep): boolean {
  const [only, second] = step.tables ?? [];
  return (
    second === undefined && only !== undefined && JSON.stringify(only.row) === JSON.stringify(step.value)
  );
}

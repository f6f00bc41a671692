// The second part of a sheet: each check with demand, resistance and ratio, then the calculation of the numbers.
import { type Html, html } from "../html.js";
import { exactNumber, valueText } from "../show.js";
import { widthOf } from "../tex.js";
import type { Used } from "./graph.js";
import { unitOf } from "./headline.js";
import { shortNumber } from "./numbers.js";
import type { References } from "./references.js";
import { decidingRule } from "./rules.js";
import { numbersIn } from "./substitution.js";
import { quantity } from "./values.js";
import { authority, type Line, standsForMany, type Work, type Worked, type WorkedSide } from "./work.js";

/** Width in em up to which formula and numbers share a line. */
const ONE_LINE = 38;
/** Citations per line; the full sheet shows all. */
const MOST_CITED = 2;

export function checks(work: Work, references: References): Html {
  const ratios = work.worked
    .filter(({ isCheck }) => isCheck)
    .sort((a, b) => Number(b.leaf.value) - Number(a.leaf.value));
  const shown = work.worked.filter(({ lines }) => lines.length > 0);
  return html`<section id="checks"><h2>${ratios.length > 0 ? "Checks" : "How the answer was worked out"}</h2>${
    ratios.length > 0 && ratioTable(ratios, work, references)
  }${decidingRule(work, references)}${shown.map((each) => workedBlock(each, work, references))}${constants(work, references)}</section>`;
}

function ratioTable(checked: readonly Worked[], work: Work, references: References): Html {
  return html`<table class="ratios"><thead><tr><th scope="col">Check</th><th scope="col">Demand</th><th scope="col">Resistance or limit</th><th scope="col" class="number">Ratio</th><th scope="col">Outcome</th><th scope="col">Clause</th></tr></thead><tbody>${checked.map(
    ({ leaf, title, ratio }, nth) =>
      html`<tr><th scope="row">${title}${nth === 0 && checked.length > 1 && html` <b class="governs">governs</b>`}</th><td>${ratio && side(ratio.demand, work)}</td><td>${ratio && side(ratio.limit, work)}</td><td class="number">${valueText(leaf.value, exactNumber)}</td><td class="${Number(leaf.value) > 1 ? "bad" : "good"}">${Number(leaf.value) > 1 ? "fails" : "holds"}</td><td>${ratio && references.marks(ratio.citations.slice(0, 2))}</td></tr>`,
  )}</tbody></table>`;
}

function side({ used, leaf: { value }, unit }: WorkedSide, { naming, math }: Work): Html {
  return html`${math.line(used.formula, naming.symbolsIn(used))} = ${quantity(value, unit, shortNumber)}`;
}

function workedBlock({ title, lines, leaf }: Worked, work: Work, references: References): Html {
  return html`<div class="worked"><h3>${title} <span class="out">${quantity(leaf.value, unitOf(leaf.schema), exactNumber)}</span></h3><ol class="lines">${lines.map((each) => lineItem(each, work, references))}</ol></div>`;
}

function lineItem({ step, used, citations }: Line, work: Work, references: References): Html {
  const { naming, math } = work;
  const sign = math.symbol(naming.symbol(step));
  return html`<li id="${work.links.lineAnchor(step)}"><span class="what">${naming.title(step)}${sign && html` <span class="sign">${sign}</span>`}</span><span class="how">${formulaLines(used, work, !standsForMany(step.value))}</span><span class="value">${
    standsForMany(step.value)
      ? html`for each of ${step.value.replace(/\D/g, "")}`
      : html`= ${quantity(naming.word(step.value, step.name), naming.unit(step), shortNumber, true)}`
  }</span><span class="by">${references.marks(citations.slice(0, MOST_CITED))}${
    citations.length > MOST_CITED &&
    html` <span class="soft">and ${citations.length - MOST_CITED} more</span>`
  }</span></li>`;
}

/** Renders the formula, and the formula with its numbers. */
function formulaLines(written: Used, work: Work, withNumbers: boolean): Html {
  const formula = work.naming.inWords(written.formula);
  const used = { ...written, formula };
  const names = work.naming.symbolsIn(used);
  const numbers = withNumbers ? numbersIn(used, work) : undefined;
  const first = work.math.line(formula, names);
  if (numbers === undefined) return html`<span class="formula">= ${first}</span>`;
  const second = work.math.line(numbers.formula, numbers.symbols);
  return widthOf(formula, names) + widthOf(numbers.formula, numbers.symbols) <= ONE_LINE
    ? html`<span class="formula">= ${first} = ${second}</span>`
    : html`<span class="formula">= ${first}</span><span class="formula">= ${second}</span>`;
}

/** Lists the constants used, with their citations. */
function constants({ constants: used, naming, math, links }: Work, references: References): Html {
  if (used.length === 0) return html``;
  return html`<div class="worked"><h3>Factors and constants used</h3><ul class="constants">${used.map(
    (step) => {
      const sign = math.symbol(naming.symbol(step));
      return html`<li id="${links.lineAnchor(step)}"><span>${naming.title(step)}${sign && html` ${sign}`}</span> ${quantity(naming.word(step.value, step.name), naming.unit(step), exactNumber, true)} ${references.marks(authority(step))}</li>`;
    },
  )}</ul></div>`;
}

// Lists rejected candidates in one table, grouped by reason, with their numbers.

import type { ExplainedRefusal, ExplainedStep, Explanation } from "../../engine/explain/explanation.js";
import { partsOf } from "../../engine/language/formula.js";
import { manyOf } from "../../wording/wording.js";
import { lastOf } from "../formulas.js";
import { type Html, html, joined } from "../html.js";
import { condition } from "../sentences.js";
import { exactNumber, valueText } from "../show.js";
import { begun, SentenceNames } from "./sentence-names.js";
import type { Work } from "./work.js";

export function candidates(explanation: Explanation, work: Work): Html {
  return html`${explanation.steps.map((step) => (step.refused === undefined ? "" : tried(step, step.refused, work)))}`;
}

function tried(step: ExplainedStep, refused: readonly ExplainedRefusal[], work: Work): Html {
  const { graph } = work;
  /** Renders the failed part, with the names of the chosen candidate. */
  const reasonOf = ({ of, part, condition: text }: ExplainedRefusal): Html => {
    const formula = graph.trees.formulas.get(of);
    const failed = formula && partsOf(formula)[part];
    const known = new SentenceNames(work, graph.step(`${step.picked}.${lastOf(of)}`) ?? step, false);
    return failed === undefined ? html`<code>${text}</code>` : begun(condition(failed, known, true));
  };
  const reasons = [...new Set(refused.map(({ condition }) => condition))];
  return html`<div class="worked"><h3>Tried and refused: ${manyOf(refused.length, "candidate")}</h3><table class="candidates"><thead><tr><th scope="col">Reason</th><th scope="col">Candidates in the order in which they were tried, with their values</th></tr></thead><tbody>${reasons.map(
    (reason) => {
      const those = refused.filter(({ condition }) => condition === reason);
      return html`<tr><th scope="row">${reasonOf(those[0] as ExplainedRefusal)}</th><td>${joined(
        those.map(({ item, inputs }) => html`<span class="candidate"><b>${item}</b> ${worth(inputs)}</span>`),
        "; ",
      )}</td></tr>`;
    },
  )}</tbody></table></div>`;
}

function worth(inputs: Readonly<Record<string, unknown>>): string {
  return Object.values(inputs)
    .map((value) => valueText(value, (number) => exactNumber(Number(number.toPrecision(3)))))
    .join(", ");
}

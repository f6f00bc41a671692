// Candidates that were tried and refused, as one table: the reason, and all that failed by it with their numbers.

import type { ExplainedStep, Explanation } from "../../engine/reference/explain.js";
import type { ExplainedRefusal } from "../../engine/reference/refused.js";
import { manyOf } from "../../wording/wording.js";
import { type Html, html, joined } from "../html.js";
import { exactNumber, valueText } from "../show.js";
import { Known } from "./known.js";
import { sentence } from "./rules.js";
import { scopeOf } from "./trail.js";
import type { Work } from "./work.js";

export function candidates(explanation: Explanation, work: Work): Html {
  return html`${explanation.steps.map((step) => (step.refused === undefined ? "" : tried(step, step.refused, work)))}`;
}

function tried(step: ExplainedStep, refused: readonly ExplainedRefusal[], work: Work): Html {
  const scope = scopeOf(step.steps ?? [], { step, scope: work.trail.root });
  const reasons = [...new Set(refused.map(({ condition }) => condition))];
  return html`<div class="worked"><h3>Tried and refused: ${manyOf(refused.length, "candidate")}</h3><table class="candidates"><thead><tr><th scope="col">Reason</th><th scope="col">Candidates in the order in which they were tried, and what they came to</th></tr></thead><tbody>${reasons.map(
    (reason) => {
      const known = new Known(work.naming, work.trail, { ...step, inputs: {} }, scope, false);
      const those = refused.filter(({ condition }) => condition === reason);
      return html`<tr><th scope="row">${sentence(`not (${reason})`, known)}</th><td>${joined(
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

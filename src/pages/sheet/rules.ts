// The rules on a calculation sheet: each with its conditions, whether they held, the reason and the clause.
import type { ExplainedCitation, ExplainedRule } from "../../engine/reference/explain.js";
import { manyOf } from "../../wording.js";
import { type Html, html } from "../html.js";
import { condition } from "../sentences.js";
import { formulaOf } from "../typeset.js";
import type { Known } from "./known.js";
import type { References } from "./references.js";

export function ruleTable(
  rules: readonly ExplainedRule[],
  around: readonly ExplainedCitation[],
  known: Known,
  references: References,
): Html {
  const tried = rules.filter(({ outcome }) => outcome !== "not reached");
  const rest = rules.filter(({ outcome }) => outcome === "not reached");
  return html`<ul class="rules">${tried.map((rule) => ruleItem(rule, around, known, references))}</ul>${
    rest.length > 0 &&
    html`<p class="soft unreached">Not reached, a rule above had decided: ${namesOf(rest)}.</p>`
  }`;
}

function ruleItem(
  rule: ExplainedRule,
  around: readonly ExplainedCitation[],
  known: Known,
  references: References,
): Html {
  const holds = rule.outcome === "holds";
  const title = [...rule.groups, ...(rule.id === undefined ? [] : [rule.id])].join(" · ");
  return html`<li class="rule ${holds ? "holds" : "fails"}"><div class="verdict">${holds ? "holds" : "fails"}</div>
<div>${title !== "" && html`<p class="rule-name">${title}</p>`}${
    rule.conditions.length === 0
      ? html`<p class="always">without a condition</p>`
      : html`<ul class="conditions">${rule.conditions.map(
          ({ text, holds: yes }) =>
            html`<li><span class="mark ${yes ? "yes" : "no"}">${yes ? "yes" : "no"}</span> <span>${sentence(text, known)}</span></li>`,
        )}</ul>`
  }${rule.because !== undefined && html`<p class="because">${rule.because}</p>`}${references.lines(rule.citations, around)}</div></li>`;
}

function sentence(text: string, known: Known): Html {
  const expr = formulaOf(text);
  return expr === undefined ? html`<code>${text}</code>` : condition(expr, known);
}

/** Rules by name; those without one are counted. */
function namesOf(rules: readonly ExplainedRule[]): string {
  const names = rules.flatMap(({ id, groups }) => id ?? groups.at(-1) ?? []);
  const nameless =
    rules.length - rules.filter(({ id, groups }) => id !== undefined || groups.length > 0).length;
  const counted = nameless === 0 ? [] : [`${manyOf(nameless, "rule")} without a name`];
  return [...new Set(names), ...counted].join(", ");
}

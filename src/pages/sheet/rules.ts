// The rules on a sheet: each with its conditions, whether they held, the reason and the clause.
import type { ExplainedCitation, ExplainedRule } from "../../engine/reference/explain.js";
import { capital } from "../../wording/plain-names.js";
import { manyOf } from "../../wording/wording.js";
import { formulaOf } from "../formulas.js";
import { type Html, html } from "../html.js";
import { condition } from "../sentences.js";
import { valueText } from "../show.js";
import { Known } from "./known.js";
import type { References } from "./references.js";
import type { Place } from "./trail.js";
import { isSimple } from "./values.js";
import type { Work } from "./work.js";

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

/** What decided the verdict: the rule that held, or the row of a table, and what was tried before. */
export function decidingRule(place: Place, work: Work, references: References): Html {
  const { step, scope } = place;
  const { naming, trail } = work;
  const { rules = [], tables = [] } = step;
  const decided = rules.find(({ outcome }) => outcome === "holds");
  const refused = rules.filter(({ outcome }) => outcome === "fails").length;
  if (decided === undefined && tables.length === 0 && refused === 0) return html``;
  const known = new Known(naming, trail, step, scope);
  const value = isSimple(step.value) && valueText(naming.word(step.value, step.name));
  const rows = decided === undefined ? tables : [];
  const tried =
    refused === 0
      ? ""
      : `${manyOf(refused, "rule")} ${refused === 1 ? "was" : "were"} tried before and ${refused === 1 ? "does" : "do"} not hold.`;
  return html`<div class="worked"><h3>What decided${value !== false && html` <span class="out">${value}</span>`}</h3>${
    decided !== undefined && html`<ul class="rules">${ruleItem(decided, [], known, references)}</ul>`
  }${rows.map(
    ({ table, keys, citations }) =>
      html`<p>From the table <i class="term">${naming.list(table)}</i> at ${keys.map((key) => valueText(key)).join(", ")}. ${references.marks(citations.filter(({ clause }) => clause !== ""))}</p>`,
  )}${tried !== "" && html`<p class="soft">${tried}</p>`}</div>`;
}

function ruleItem(
  rule: ExplainedRule,
  around: readonly ExplainedCitation[],
  known: Known,
  references: References,
): Html {
  const holds = rule.outcome === "holds";
  const title = [...rule.groups, ...(rule.id === undefined ? [] : [rule.id])].join(" · ");
  return html`<li class="rule ${holds ? "holds" : "fails"}"><div class="outcome">${holds ? "holds" : "fails"}</div>
<div>${title !== "" && html`<p class="rule-name">${title}</p>`}${
    rule.conditions.length === 0
      ? html`<p class="always">without a condition</p>`
      : html`<ul class="conditions">${rule.conditions.map(
          ({ text, holds: yes }) =>
            html`<li><span class="mark ${yes ? "yes" : "no"}">${yes ? "yes" : "no"}</span> <span>${sentence(text, known)}</span></li>`,
        )}</ul>`
  }${rule.because !== undefined && html`<p class="because">${capital(rule.because)}</p>`}${references.lines(rule.citations, around)}</div></li>`;
}

export function sentence(text: string, known: Known): Html {
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

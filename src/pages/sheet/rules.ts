// Renders the rules of a sheet: conditions with their outcome, reason and clause.

import type {
  ExplainedCitation,
  ExplainedLookup,
  ExplainedRule,
  ExplainedStep,
} from "../../engine/explain/explanation.js";
import type { Expr } from "../../engine/language/formula.js";
import { capital } from "../../wording/plain-names.js";
import { manyOf } from "../../wording/wording.js";
import { withParts } from "../formulas.js";
import { type Html, html, joined } from "../html.js";
import { condition } from "../sentences.js";
import { valueText } from "../show.js";
import { conditionsIn, reasonsOfRule } from "./because.js";
import { type References, withClause } from "./references.js";
import { SentenceNames } from "./sentence-names.js";
import type { Work } from "./work.js";

export function ruleTable(step: ExplainedStep, work: Work, references: References): Html {
  const rules = (step.rules ?? []).map((rule, at) => ({ rule, at }));
  const tried = rules.filter(({ rule }) => rule.outcome !== "not reached");
  const rest = rules.filter(({ rule }) => rule.outcome === "not reached").map(({ rule }) => rule);
  return html`<ul class="rules">${tried.map(({ rule, at }) => ruleItem(rule, conditionsOf(step, at, work), step.citations, references))}</ul>${
    rest.length > 0 && html`<p class="soft unreached">${laterRules(rest)}</p>`
  }`;
}

/** Returns the conditions of a rule in words, each with its outcome. */
export function conditionsOf(step: ExplainedStep, at: number, work: Work): readonly Told[] {
  const formulas = work.graph.conditions(step, at);
  const told = step.rules?.[at]?.conditions ?? [];
  const known = new SentenceNames(work, step);
  return told.map(({ text, holds }, nth) => {
    const formula = formulas.length === told.length ? formulas[nth] : undefined;
    return {
      holds,
      words: formula === undefined ? html`<code>${text}</code>` : condition(unrounded(formula), known),
    };
  });
}

/** Display rounds anyway. */
function unrounded(expr: Expr): Expr {
  const [first, digits] = expr.kind === "call" && expr.name === "round" ? expr.args : [];
  return first !== undefined && digits?.kind === "number" && digits.value >= 2
    ? unrounded(first)
    : withParts(expr, unrounded);
}

interface Told {
  readonly holds: boolean;
  readonly words: Html;
}

/** Renders the decision behind the verdict: the rule that applied, else the table rows, else the comparisons. */
export function decidingRule({ verdict, ...work }: Work, references: References): Html {
  for (const step of verdict?.steps ?? []) {
    const said = decidedBy(step, work, references);
    if (said.length > 0)
      return html`<div class="worked"><h3>Deciding rule <span class="out">${verdict?.words ?? ""}</span></h3>${said}</div>`;
  }
  return html``;
}

function decidedBy(step: ExplainedStep, work: Work, references: References): readonly Html[] {
  const at = step.rules?.findIndex(({ outcome }) => outcome === "holds") ?? -1;
  const decided = step.rules?.[at];
  if (decided !== undefined) return [decidedItem(decided, wordsOf(step, at, work), references)];
  const rows = lookupsOf(step, work).map((row) => rowItem(row, work, references));
  if (rows.length > 0) return [...new Map(rows.map((row) => [row.text, row])).values()];
  // If there are checks, their table shows the comparisons.
  const compared = work.worked.some(({ isCheck }) => isCheck) ? [] : comparedIn(step, work);
  return compared.length === 0 ? [] : [html`<p>Because ${joined(compared, " and ")}.</p>`];
}

/** Returns the lookups of a step and of the functions that it calls. */
export function lookupsOf(
  { tables = [], called = {} }: ExplainedStep,
  work: Work,
): readonly ExplainedLookup[] {
  const calls = Object.values(called).flatMap((id) => work.graph.step(id) ?? []);
  return [...tables, ...calls.flatMap((call) => lookupsOf(call, work))];
}

function rowItem(
  { table, keys, citations }: ExplainedLookup,
  { naming }: Work,
  references: References,
): Html {
  return html`<p>From the table <i class="term">${naming.list(table)}</i> at ${keys.map((key) => valueText(naming.word(key, ""))).join(", ")}. ${references.marks(withClause(citations))}</p>`;
}

/** Returns the comparisons behind a verdict without rules and tables. */
function comparedIn(step: ExplainedStep, work: Work): readonly Html[] {
  const found = conditionsIn(step, work);
  return found.length > 0 ? found : conditionsIn(step, work, true);
}

/** Returns the comparisons of a rule, else its conditions. */
function wordsOf(step: ExplainedStep, at: number, work: Work): readonly Html[] {
  const reasons = reasonsOfRule(step, at, work);
  return reasons.length > 0 ? reasons : conditionsOf(step, at, work).map(({ words }) => words);
}

/** Renders the rule's reason, else its true conditions. */
function decidedItem(rule: ExplainedRule, conditions: readonly Html[], references: References): Html {
  const said =
    rule.because !== undefined
      ? html`${capital(rule.because)}`
      : html`Because ${joined(conditions, " and ")}.`;
  return html`<p>${conditions.length === 0 && rule.because === undefined ? html`No other rule applies.` : said} ${references.marks(withClause(rule.citations))}</p>`;
}

function ruleItem(
  rule: ExplainedRule,
  conditions: readonly Told[],
  around: readonly ExplainedCitation[],
  references: References,
): Html {
  const holds = rule.outcome === "holds";
  const title = [...rule.groups, ...(rule.id === undefined ? [] : [rule.id])].join(" · ");
  return html`<li class="rule ${holds ? "holds" : "other"}"><div class="outcome">${holds ? "this case" : "not this case"}</div>
<div>${title !== "" && html`<p class="rule-name">${title}</p>`}${
    conditions.length === 0
      ? html`<p class="always">in every case</p>`
      : html`<ul class="conditions">${conditions.map(
          ({ words, holds: yes }) =>
            html`<li><span class="mark ${yes ? "yes" : "no"}">${yes ? "true" : "not so"}</span> <span>${words}</span></li>`,
        )}</ul>`
  }${rule.because !== undefined && html`<p class="because">${capital(rule.because)}</p>`}${references.lines(rule.citations, around)}</div></li>`;
}

/** Summarises the rules after the deciding one. */
export function laterRules(rules: readonly ExplainedRule[]): string {
  const names = [...new Set(rules.flatMap(({ id, groups }) => id ?? groups.at(-1) ?? []))];
  const named = names.length === 0 ? "" : `: ${names.join(", ")}`;
  return `${manyOf(rules.length, "later rule")} not needed${named}.`;
}

// Flags, assumptions and recommendations: what was said, on which rule, and the rules that did not hold.
import type { ExplainedStep, Explanation } from "../../engine/reference/explain.js";
import { isRecord } from "../../objects.js";
import { titleOf } from "../../wording.js";
import { type Html, html } from "../html.js";
import { valueText } from "../show.js";
import type { Known } from "./known.js";
import type { References } from "./references.js";
import { ruleTable } from "./rules.js";

const LISTS = ["flags", "assumptions", "recommendations"] as const;

/** Steps that are shown here, not among those of the calculation. */
export const LIST_STEPS: ReadonlySet<string> = new Set([...LISTS, "standard_reference"]);

export function said(explanation: Explanation, references: References): Html {
  return html`${LISTS.map((name) => {
    const step = stepOf(explanation, name);
    const items = Array.isArray(step?.value) ? (step.value as unknown[]) : [];
    const rules = (step?.rules ?? []).filter(({ outcome }) => outcome === "holds");
    // An entry that runs over a list says several things: then its clause cannot be told for each.
    const paired = rules.length === items.length;
    return html`<h3>${titleOf(name)}</h3>${
      items.length === 0
        ? html`<p class="none">None.</p>`
        : html`<ul class="said ${name}">${items.map(
            (item, at) =>
              html`<li>${itemText(item)}${paired && references.lines(rules[at]?.citations ?? [], step?.citations)}</li>`,
          )}</ul>`
    }`;
  })}`;
}

/** The rules behind the three lists and the standard that is named. */
export function listRules(explanation: Explanation, known: Known, references: References): Html {
  return html`${[...LISTS, "standard_reference" as const].map((name) => {
    const step = stepOf(explanation, name);
    return (
      step?.rules !== undefined &&
      html`<h3>${titleOf(name)}</h3>${references.lines(step.citations)}${ruleTable(step.rules, step.citations, known, references)}`
    );
  })}`;
}

function stepOf(explanation: Explanation, name: string): ExplainedStep | undefined {
  return explanation.steps.find((step) => step.name === name);
}

function itemText(item: unknown): Html {
  if (isRecord(item) && "code" in item && "warning" in item)
    return html`<code class="code">${valueText(item.code)}</code> ${valueText(item.warning)}`;
  return html`${valueText(item)}`;
}

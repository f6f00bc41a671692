// Renders the rules behind flags, assumptions, recommendations and the standard: which applied, and which did not.
import type { Explanation } from "../../engine/explain/explanation.js";
import { titleOf } from "../../wording/wording.js";
import { type Html, html } from "../html.js";
import { anchorOf } from "./links.js";
import type { References } from "./references.js";
import { ruleTable } from "./rules.js";
import type { Work } from "./work.js";

const LISTS = ["flags", "assumptions", "recommendations", "standard_reference"] as const;

/** Steps shown here instead of in the calculation. */
export const LIST_STEPS: ReadonlySet<string> = new Set(LISTS);

export function listRules(explanation: Explanation, work: Work, references: References): Html {
  return html`${LISTS.map((name) => {
    const step = explanation.steps.find((each) => each.name === name);
    if (step?.rules === undefined) return "";
    return html`<h3 id="${anchorOf(step.id)}">${titleOf(name)}</h3>${references.lines(step.citations)}${ruleTable(step, work, references)}`;
  })}`;
}

// Inputs that influence nothing: what reads them is never reached. One that only labels the result says so, and is not
// computed with.

import type { Check } from "../engine/checks/check.js";
import { walk } from "../engine/checks/parts.js";
import type { Report } from "../engine/language/findings.js";
import type { ToolPlan } from "../engine/typing/plan.js";
import type { Reach } from "./reason/reach.js";

export const INFLUENCE: Check = {
  code: "influence",
  refuses: "an input that influences nothing, and a `label` that is computed with",
  example:
    "The input spare_kw influences nothing: what reads it is never reached. (delete it, use it, or state label: and why)",
};

export function checkInfluence({ def, formulas }: ToolPlan, reach: Reach | undefined, report: Report): void {
  const labels = new Set([...def.inputs.values()].flatMap(({ name, isLabel }) => (isLabel ? [name] : [])));
  for (const { name, location } of def.inputs.values()) {
    if (reach === undefined || reach.inputs.has(name) || labels.has(name)) continue;
    report.error(
      "influence",
      location,
      `The input ${name} influences nothing: what reads it is never reached.`,
      "delete it, use it, or state label: and why",
    );
  }
  for (const { typed, role, slot, written } of formulas) {
    if (labels.size === 0) return;
    const shown = role === "text" || (slot === undefined && typed.op === "input");
    if (shown) continue;
    walk(typed, (part) => {
      if ((part.op !== "input" && part.op !== "sent") || !labels.has(part.name)) return;
      report.error(
        "influence",
        written.at.ofWord(written.key, part.name),
        `The input ${part.name} is said to be a label only, and is computed with here.`,
        "delete label: of the input",
      );
    });
  }
}

// Reports inputs declared as labels that a formula uses.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { ToolPlan } from "../engine/typing/plan.js";
import { walk } from "../engine/typing/visit.js";

export const LABEL: Check = {
  code: "label",
  refuses: "an input with `label` that a formula uses",
  example: "The input note is declared as a label, and this formula uses it. (delete label: of the input)",
};

export function checkLabels({ def, formulas }: ToolPlan, report: Report): void {
  const labels = new Set([...def.inputs.values()].flatMap(({ name, isLabel }) => (isLabel ? [name] : [])));
  if (labels.size === 0) return;
  for (const { typed, role, slot, written } of formulas) {
    const isShown = role === "text" || (slot === undefined && typed.op === "input");
    if (isShown) continue;
    walk(typed, (part) => {
      if ((part.op !== "input" && part.op !== "sent") || !labels.has(part.name)) return;
      const message = `The input ${part.name} is declared as a label, and this formula uses it.`;
      report.found(LABEL, written.at.ofWord(written.key, part.name), message, "delete label: of the input");
    });
  }
}

// Reports inputs with a single choice.
import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { ToolDef } from "../engine/language/model.js";

export const CHOICE: Check = {
  code: "choice",
  isRemark: true,
  refuses: "an input with a single choice",
  example: "The input kind has one choice only. (add the others, or delete the input)",
};

export function checkOnlyChoice(def: ToolDef, report: Report): void {
  for (const { name, type, at } of def.inputs.values())
    if (type.kind === "text" && type.set?.size === 1)
      report.found(
        CHOICE,
        at.of("choices"),
        `The input ${name} has one choice only.`,
        "add the others, or delete the input",
      );
}

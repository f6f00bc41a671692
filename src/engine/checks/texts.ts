// Numbers that texts repeat, so that a change of the number does not forget the sentence.
import { LISTS } from "../language/common-fields.js";
import { leavesOf } from "../language/entries.js";
import type { Report } from "../language/findings.js";
import { locationOf } from "../language/locations.js";
import type { ToolDef, WrittenTemplate } from "../language/model.js";
import { unitOfName } from "../language/unit-names.js";
import type { Check } from "./check.js";

export const REPEATED_NUMBER: Check = {
  code: "repeated_number",
  refuses: "a text that repeats the number of a constant",
  example: "The text repeats 8,760, the value of hours. (change both together, or write {hours})",
};

export function checkRepeatedNumbers(tool: ToolDef, report: Report): void {
  const constants = new Map<number, { readonly name: string; readonly unit: string | undefined }>();
  for (const value of tool.values) {
    if (value.kind === "constant" && typeof value.constant === "number" && Math.abs(value.constant) >= 10) {
      constants.set(value.constant, { name: value.name, unit: value.unit ?? unitOfName(value.name) });
    }
  }
  const text = (template: WrittenTemplate): void => {
    for (const part of template.it.parts) {
      if (typeof part !== "string") continue;
      for (const match of part.matchAll(/(?<![\w.])[1-9][\d,]*(?:\.\d+)?(?![\w])/g)) {
        const constant = constants.get(Number(match[0].replaceAll(",", "")));
        const unit = unitAfter(part.slice(match.index + match[0].length));
        if (constant === undefined || (unit !== undefined && unit !== constant.unit)) continue;
        const { name } = constant;
        report.error(
          "repeated_number",
          locationOf(template.holder, template.key),
          `The text repeats ${match[0]}, the value of ${name}.`,
          `change both together, or write {${name}}`,
        );
      }
    }
  };
  for (const value of tool.values) {
    if (value.name === LISTS.standard) continue; // it names editions of standards
    if (value.kind === "collect" || value.kind === "decide")
      for (const { entry } of leavesOf(value.entries))
        if (entry.give?.kind === "text") text(entry.give.template);
    if (value.kind === "text") text(value.template);
  }
}

/** The unit that a sentence gives a number, where that tells it from constants of another: 20 to 30 %, a 24-hour day. */
function unitAfter(text: string): string | undefined {
  if (/^(?: to [\d.]+)? %/.test(text)) return "%";
  return /^-hour\b/.test(text) ? "h" : undefined;
}

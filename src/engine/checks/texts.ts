// Numbers that texts repeat: a remark, so that a change of the number does not forget the sentence.
import { leavesOf } from "../language/entries.js";
import type { Report } from "../language/findings.js";
import { locationOf } from "../language/locations.js";
import type { ToolDef, WrittenTemplate } from "../language/model.js";
import type { Check } from "./check.js";

export const REPEATED_NUMBER: Check = {
  code: "repeated_number",
  refuses: "nothing: a remark that a text repeats the number of a constant",
  example: "remark: The text repeats 8,760, the value of hours. (change both together, or write {hours})",
};

export function checkRepeatedNumbers(tool: ToolDef, report: Report): void {
  const constants = new Map<number, string>();
  for (const value of tool.values) {
    if (value.kind === "constant" && typeof value.constant === "number" && Math.abs(value.constant) >= 10) {
      constants.set(value.constant, value.name);
    }
  }
  const text = (template: WrittenTemplate): void => {
    for (const part of template.it.parts) {
      if (typeof part !== "string") continue;
      for (const match of part.matchAll(/(?<![\w.])[1-9][\d,]*(?:\.\d+)?(?![\w])/g)) {
        const name = constants.get(Number(match[0].replaceAll(",", "")));
        if (name === undefined) continue;
        report.remark(
          "repeated_number",
          locationOf(template.holder, template.key),
          `The text repeats ${match[0]}, the value of ${name}.`,
          `change both together, or write {${name}}`,
        );
      }
    }
  };
  for (const value of tool.values) {
    if (value.kind === "collect" || value.kind === "decide")
      for (const { entry } of leavesOf(value.entries))
        if (entry.give?.kind === "text") text(entry.give.template);
    if (value.kind === "text") text(value.template);
  }
}

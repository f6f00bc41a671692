// Divisions by what can be 0, roots and broken powers of what can be below it: inputs within their bounds would be refused by them.

import type { Check } from "../engine/checks/check.js";
import { walk } from "../engine/checks/parts.js";
import type { Report } from "../engine/language/findings.js";
import { locationIn } from "../engine/language/written.js";
import type { ToolPlan, Typed } from "../engine/typing/plan.js";
import type { Reach } from "./reason/reach.js";

export const UNDEFINED: Check = {
  code: "undefined",
  refuses: "a division by what can be 0, a root or broken power of what can be below it",
  example:
    "This divides by power_kw, which can be 0. (say what then holds: if(power_kw > 0, ..., null), or exclude 0 with above: 0)",
};

export function checkDefined({ formulas }: ToolPlan, reach: Reach | undefined, report: Report): void {
  if (reach === undefined || reach.undefined.size === 0) return;
  for (const { typed, written } of formulas) {
    walk(typed, (part) => {
      if (!reach.undefined.has(part)) return;
      if (part.op === "operator" && part.fn === "^") {
        const name = nameOf(part.args[0]) ?? "what stands before ^";
        report.error(
          "undefined",
          locationIn(written),
          `This is a broken power of ${name}, which can be below 0.`,
          "say what then holds with if(), or take max(0, ...)^...",
        );
      } else if (part.op === "operator") {
        const name = nameOf(part.args[1]) ?? "what stands below the line";
        report.error(
          "undefined",
          locationIn(written),
          `This divides by ${name}, which can be 0.`,
          `say what then holds: if(${name} > 0, ..., null), or exclude 0 with above: 0`,
        );
      } else if (part.op === "builtin") {
        const name = nameOf(part.args[0]) ?? "what stands in the brackets";
        report.error(
          "undefined",
          locationIn(written, part.name),
          `This takes ${part.name} of ${name}, which can be below 0.`,
          `say what then holds with if(), or take ${part.name}(max(0, ...))`,
        );
      }
    });
  }
}

function nameOf(typed: Typed | undefined): string | undefined {
  if (typed?.op === "slot") return typed.slot.name;
  return typed?.op === "input" ? typed.name : undefined;
}

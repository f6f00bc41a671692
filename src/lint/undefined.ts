// Reports divisions by an input that can be 0, and roots and fractional powers of an input that can be negative.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import { locationIn } from "../engine/language/written.js";
import type { ToolPlan } from "../engine/typing/plan.js";
import { walk } from "../engine/typing/visit.js";
import type { Reach } from "./reason/reach.js";

export const UNDEFINED: Check = {
  code: "undefined",
  isRemark: true,
  refuses: "a division by an input that can be 0, a root or broken power of an input that can be below 0",
  example:
    "This divides by power_kw, which can be 0. (write if(power_kw > 0, ..., null), or exclude 0 with above: 0)",
};

export function checkDefined({ formulas }: ToolPlan, reach: Reach, report: Report): void {
  if (reach.undefined.size === 0) return;
  for (const { typed, written } of formulas)
    walk(typed, (part) => {
      if (!reach.undefined.has(part) || (part.op !== "operator" && part.op !== "builtin")) return;
      const isDivision = part.op === "operator" && part.fn === "/";
      const input = part.args[isDivision ? 1 : 0];
      const name = input?.op === "input" ? input.name : "";
      if (isDivision) {
        const hint = `write if(${name} > 0, ..., null), or exclude 0 with above: 0`;
        report.found(UNDEFINED, locationIn(written), `This divides by ${name}, which can be 0.`, hint);
      } else {
        const fn = part.op === "builtin" ? part.name : undefined;
        const message = `This takes ${fn ?? "a broken power"} of ${name}, which can be below 0.`;
        const hint = `write max(0, ${name}), or state at_least: 0`;
        report.found(UNDEFINED, locationIn(written, fn), message, hint);
      }
    });
}

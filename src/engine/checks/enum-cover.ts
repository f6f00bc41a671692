// A decision without `otherwise` must have a rule for every case that can arise: for each word of the inputs, in every
// combination. What it leaves open is shown by an example.
import type { Report } from "../language/findings.js";
import type { Slot } from "../typing/plan.js";
import type { Check } from "./check.js";
import type { Reach } from "./reason/walk.js";

export const OTHERWISE: Check = {
  code: "otherwise",
  refuses: "a `decide` without `otherwise` that leaves a case open",
  example: "x has no rule for kind large. (add the rule, or otherwise:)",
};

export function checkCover(reach: Reach | undefined, slots: readonly Slot[], report: Report): void {
  for (const { def: value } of slots) {
    if (value.kind !== "decide" || value.otherwise !== undefined) continue;
    const gap = reach?.gaps.get(value);
    if (reach !== undefined && (gap === undefined || !reach.asked.has(value))) continue;
    const words = (gap?.words() ?? []).map(([input, word]) => `${input} ${word}`);
    report.error(
      "otherwise",
      value.entries.at(-1)?.location ?? value.location,
      words.length === 0
        ? `${value.name} decides without saying what holds otherwise.`
        : `${value.name} has no rule for ${words.slice(0, 4).join(" with ")}.`,
      words.length === 0 ? "add otherwise:" : "add the rule, or otherwise:",
    );
  }
}

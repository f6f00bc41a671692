// Requires `otherwise` in decisions.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { Location, Position } from "../engine/language/locations.js";
import type { ToolPlan } from "../engine/typing/plan.js";

export const OTHERWISE: Check = {
  code: "otherwise",
  refuses: "a `decide` without `otherwise`",
  example: "x decides without otherwise:. (add otherwise:)",
};

export function checkOtherwise({ slots }: ToolPlan, report: Report): void {
  for (const { def } of slots)
    if (def.kind === "decide" && def.otherwise === undefined) {
      const name = def.list ?? def.name;
      report.found(
        OTHERWISE,
        endOf(def.at.inner.get(name)) ?? def.location,
        `${name} decides without otherwise:.`,
        "add otherwise:",
      );
    }
}

/** Returns the end of a block, where a missing key would follow. */
function endOf(written: Position | undefined): Location | undefined {
  const last = [...(written?.values.keys() ?? [])].at(-1);
  return last === undefined ? undefined : (endOf(written?.inner.get(last)) ?? written?.ofKey(last));
}

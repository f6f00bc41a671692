// A decision says what holds where none of its rules does.
import type { Typer } from "../typing/typer.js";
import type { Check } from "./check.js";

export const OTHERWISE: Check = {
  code: "otherwise",
  refuses: "a `decide` without `otherwise`",
  example: "x decides without saying what holds otherwise. (add otherwise:)",
};

export function checkOtherwise({ slots, report }: Typer): void {
  for (const { def } of slots)
    if (def.kind === "decide" && def.otherwise === undefined)
      report.error(
        OTHERWISE.code,
        def.entries.at(-1)?.location ?? def.location,
        `${def.name} decides without saying what holds otherwise.`,
        "add otherwise:",
      );
}

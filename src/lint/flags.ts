// Reports duplicate flag codes.
import { leavesOf } from "../engine/language/entries.js";
import type { Report } from "../engine/language/findings.js";
import type { ToolDef } from "../engine/language/model.js";

export function checkFlags(def: ToolDef, report: Report): void {
  const seen = new Set<unknown>();
  for (const value of def.values) {
    if (value.list !== "flags" || value.kind !== "collect") continue;
    for (const { entry } of leavesOf(value.entries)) {
      const code = entry.own.get("code");
      if (code !== undefined && seen.has(code))
        report.error(
          "repeated",
          entry.location,
          `The flag code ${String(code)} occurs twice.`,
          "give each flag its own code, or join their conditions with or",
        );
      seen.add(code);
    }
  }
}

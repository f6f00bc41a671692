// Reports duplicate entries in a list.
import type { Check } from "../engine/checks/check.js";
import { valuesIn } from "../engine/language/entries.js";
import type { Report } from "../engine/language/findings.js";
import { unplaced } from "../engine/language/locations.js";
import type { Entry, ToolDef } from "../engine/language/model.js";

export const REPEATED_ENTRY: Check = {
  code: "repeated_entry",
  refuses: "a duplicate rule or entry in one list",
  example: "This entry is in the list twice. (delete one of the two)",
};

export const REPEATED_ROW: Check = {
  code: "repeated_row",
  isRemark: true,
  refuses: "a duplicate row in a table without keys",
  example: "This row of sizes occurs twice. (delete one of the two)",
};

export function checkRepeatedRows({ tables }: ToolDef, report: Report): void {
  for (const { name, keys, rows, rowLocations, periods, location } of tables.values()) {
    if (keys.length > 0) continue;
    const seen = new Set<string>();
    rows.forEach((row, at) => {
      const cells = JSON.stringify([row, periods[at]]);
      const place = rowLocations[at]?.() ?? location;
      if (seen.has(cells))
        report.found(REPEATED_ROW, place, `This row of ${name} occurs twice.`, "delete one of the two");
      seen.add(cells);
    });
  }
}

export function checkRepeatedEntries(def: ToolDef, report: Report): void {
  const entries = (list: readonly Entry[]): void => {
    const seen = new Set<string>();
    const conditions = list.map(({ when }) => when?.it.text);
    for (const [at, entry] of list.entries()) {
      const { rules, location } = entry;
      if (rules !== undefined) entries(rules);
      // Duplicates have equal conditions, so unique conditions are skipped.
      const when = conditions[at];
      if (conditions.indexOf(when) === conditions.lastIndexOf(when)) continue;
      const written = JSON.stringify(entry, unplaced);
      if (seen.has(written))
        report.found(REPEATED_ENTRY, location, "This entry is in the list twice.", "delete one of the two");
      seen.add(written);
    }
  };
  for (const [, value] of valuesIn({ ...def, calculations: def.calculations.values() }))
    if ("entries" in value) entries(value.entries);
}

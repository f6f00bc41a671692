// Braces in cells of shared tables, which have no constants: nothing fills them.
import type { Report } from "../engine/language/findings.js";
import type { ReadSet } from "../engine/read/set.js";

const BRACES = /\{[a-z_]\w*(?:\(\w*\))?(?::,?\d+)?\}/;

export function checkUnfilled({ shared }: ReadSet, report: Report): void {
  for (const { sections } of shared.values()) {
    const { rows, rowLocations, location } = sections.table;
    rows.forEach((row, at) => {
      for (const [column, cell] of Object.entries(row)) {
        const [braces] = BRACES.exec([cell].flat().join(" ")) ?? [];
        if (braces === undefined) continue;
        const message = `Nothing fills ${braces}: a shared table has no constants.`;
        report.error(
          "text",
          rowLocations[at]?.(column) ?? location,
          message,
          "write what the cell is to say",
        );
      }
    });
  }
}

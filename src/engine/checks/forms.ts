// Alias words must be in the form that the table's normalising function gives, or they would never be found.
import type { Report } from "../language/findings.js";
import type { Tool } from "../tool.js";

export function checkForms(tool: Tool, report: Report): void {
  const call = tool.functions();
  for (const plan of tool.plan.tables.values()) {
    const { def } = plan;
    for (const key of def.keys) {
      const forms = key.columns.flatMap((column) => {
        const form = key.form ?? def.columns.get(column)?.form;
        return form === undefined ? [] : [{ column, form }];
      });
      for (const { column, form } of forms) {
        const calculation = tool.plan.def.calculations.get(form);
        if (calculation === undefined) {
          report.error("symbol", def.spot, `${def.name} names the form ${form}, which is not a function.`);
          continue;
        }
        def.rows.forEach((row, at) => {
          for (const word of [row[column] ?? []].flat()) {
            const normal = call(form, String(word));
            if (normal !== undefined && normal !== word) {
              report.error(
                "form",
                def.rowSpots[at]?.(column) ?? def.spot,
                `The word ${String(word)} is not in the form that ${form} gives.`,
                `write ${String(normal)}`,
              );
            }
          }
        });
      }
    }
  }
}

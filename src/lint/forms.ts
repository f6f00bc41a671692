// Reports alias words that the table's normalising function would change, so that lookups never find them.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { ToolPlan } from "../engine/typing/plan.js";

export const FORM: Check = {
  code: "form",
  refuses: "an alias word that the table's normalising function would change",
  example: "The word Office is not in the form that plain gives. (write office)",
};

/** Calls a function of the tool with a word; undefined if it needs other inputs. */
type CallFunction = (name: string, word: string) => string | undefined;

export function checkForms({ def: tool, tables }: ToolPlan, call: CallFunction, report: Report): void {
  for (const { def } of tables.values()) {
    for (const key of def.keys) {
      const forms = key.columns.flatMap((column) => {
        const form = key.form ?? def.columns.get(column)?.form;
        return form === undefined ? [] : [{ column, form }];
      });
      for (const { column, form } of forms) {
        const calculation = tool.calculations.get(form);
        if (calculation === undefined) {
          const message = `${def.name} names the form ${form}, which is not a function.`;
          report.error("symbol", def.location, message);
          continue;
        }
        def.rows.forEach((row, at) => {
          for (const word of [row[column] ?? []].flat()) {
            const normal = call(form, String(word));
            if (normal === undefined || normal === word) continue;
            const location = def.rowLocations[at]?.(column) ?? def.location;
            const message = `The word ${String(word)} is not in the form that ${form} gives.`;
            report.found(FORM, location, message, `write ${normal}`);
          }
        });
      }
    }
  }
}

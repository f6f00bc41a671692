// Checks sums of tables: `check: {sum: weight, by: category, is: 100}`.
import type { Report } from "../language/findings.js";
import type { TableDef } from "../language/model.js";
import { isYamlMap, type YamlMap } from "./yaml.js";

export function sumsOf({ check }: YamlMap): TableDef["sums"] {
  return (Array.isArray(check) ? check : [check]).filter(isYamlMap).map(({ sum, by, is }) => ({
    column: String(sum),
    ...(by === undefined ? {} : { by: String(by) }),
    is: Number(is),
  }));
}

export function checkSums(def: TableDef, report: Report): void {
  // If a row has errors, the sum is wrong as a consequence.
  const isBroken = report.findings.some(
    ({ severity, location }) => severity === "error" && location.file === def.location.file,
  );
  if (isBroken) return;
  for (const { column, by, is } of def.sums) {
    const totals = new Map<string, number>();
    for (const row of def.rows) {
      const group = by === undefined ? "" : String(row[by]);
      totals.set(group, (totals.get(group) ?? 0) + Number(row[column] ?? 0));
    }
    for (const [group, total] of totals) {
      if (Math.abs(total - is) > 1e-9 * Math.abs(is)) {
        const which = by === undefined ? "" : ` for ${by} ${group}`;
        report.error(
          "sum",
          def.at.of("check"),
          `${column} adds up to ${Number(total.toPrecision(12))}${which}, but the table promises ${is}.`,
        );
      }
    }
  }
}

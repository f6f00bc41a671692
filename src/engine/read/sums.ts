// Sums that a table promises.
import type { Report } from "../language/findings.js";
import { locationOf } from "../language/locations.js";
import type { TableDef } from "../language/model.js";
import type { YamlMap } from "./yaml.js";
import { isYamlMap } from "./yaml.js";

/** A promise such as `check: {sum: weight, by: category, is: 100}`. */
export function checkSums(def: TableDef, map: YamlMap, report: Report): void {
  const promises = Array.isArray(map.check) ? map.check : map.check === undefined ? [] : [map.check];
  // What is wrong with a row was reported where it stands, and the sum with it.
  const isBroken = report.findings.some(
    ({ severity, location }) => severity === "error" && location.file === def.location.file,
  );
  if (isBroken) return;
  for (const promise of promises) {
    if (!isYamlMap(promise)) continue;
    const column = String(promise.sum);
    const by = promise.by === undefined ? undefined : String(promise.by);
    const totals = new Map<string, number>();
    for (const row of def.rows) {
      const group = by === undefined ? "" : String(row[by]);
      totals.set(group, (totals.get(group) ?? 0) + Number(row[column] ?? 0));
    }
    for (const [group, total] of totals) {
      if (Math.abs(total - Number(promise.is)) > 1e-9 * Math.abs(Number(promise.is))) {
        const which = by === undefined ? "" : ` for ${by} ${group}`;
        report.error(
          "sum",
          locationOf(map, "check"),
          `${column} adds up to ${Number(total.toPrecision(12))}${which}, but the table promises ${String(promise.is)}.`,
        );
      }
    }
  }
}

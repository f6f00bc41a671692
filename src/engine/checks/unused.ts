// What nothing uses. A part shared by several tools must have each of its names used by one of them.
import type { Report, Spot } from "../language/findings.js";
import type { ToolDef, ValueDef } from "../language/model.js";
import type { Part, SharedTable } from "../read/tool.js";

export function checkUnused(
  tools: readonly ToolDef[],
  parts: ReadonlyMap<string, Part>,
  shared: ReadonlyMap<string, SharedTable>,
  used: ReadonlySet<object>,
  report: Report,
): void {
  const usedTables = new Set(
    [...used].flatMap((def) => ("rows" in def && "holder" in def ? [def.holder as object] : [])),
  );
  const unused = (spot: Spot, what: string) =>
    report.error("unused", spot, `${what} is never used.`, "delete it, or use it");
  const values = (list: readonly ValueDef[]): void => {
    for (const value of list) {
      if (!used.has(value)) unused(value.spot, value.name);
      else if (value.kind === "group" || value.kind === "each") values(value.values);
    }
  };
  const taken = new Set<string>();
  for (const tool of tools) {
    values(tool.values);
    for (const table of tool.tables.values())
      if (!usedTables.has(table.holder)) unused(table.spot, `The table ${table.name}`);
    for (const calculation of tool.calculations.values()) {
      if (!used.has(calculation)) unused(calculation.spot, calculation.name);
      else if (!calculation.isFunction) values(calculation.values);
    }
    for (const file of tool.files) taken.add(file);
  }
  for (const part of parts.values()) {
    if (!taken.has(part.file))
      report.error(
        "unused",
        { file: part.file, line: 1, column: 1 },
        `The part ${part.name} is used by no tool.`,
      );
  }
  for (const table of shared.values()) {
    if (!taken.has(table.file))
      report.error("unused", table.spot, `The shared table ${table.name} is used by no tool.`);
  }
}

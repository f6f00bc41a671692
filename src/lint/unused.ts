// Reports unused names. A name of a shared part must be used by one of its tools.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { Location, Position } from "../engine/language/locations.js";
import type { ValueDef } from "../engine/language/model.js";
import type { ReadSet } from "../engine/read/set.js";
import type { ToolPlan } from "../engine/typing/plan.js";

export const UNUSED: Check = {
  code: "unused",
  refuses: "an input, value, table, function, part, shared table or source that nothing uses",
  example: "forgotten is never used. (delete it, or use it)",
};

export function checkUnused(
  { tools, parts, shared }: ReadSet,
  used: ReadonlySet<object>,
  report: Report,
): void {
  const usedTables = new Set<Position>();
  for (const def of used) if ("rows" in def && "at" in def) usedTables.add(def.at as Position);
  const unused = (location: Location, what: string) =>
    report.found(UNUSED, location, `${what} is never used.`, "delete it, or use it");
  const values = (list: readonly ValueDef[]): void => {
    for (const value of list) {
      if (!used.has(value)) unused(value.location, value.name);
      else if (value.kind === "group" || value.kind === "each") values(value.values);
    }
  };
  const taken = new Set<string>();
  for (const tool of tools) {
    values(tool.values);
    for (const table of tool.tables.values())
      if (!usedTables.has(table.at)) unused(table.location, `The table ${table.name}`);
    for (const calculation of tool.calculations.values()) {
      if (!used.has(calculation)) unused(calculation.location, calculation.name);
      else if (!calculation.isFunction) values(calculation.values);
    }
    for (const file of tool.files) taken.add(file);
  }
  for (const part of parts.values()) {
    if (!taken.has(part.file))
      report.found(
        UNUSED,
        { file: part.file, line: 1, column: 1 },
        `The part ${part.name} is used by no tool.`,
      );
  }
  for (const table of shared.values()) {
    if (!taken.has(table.file))
      report.found(UNUSED, table.location, `The shared table ${table.name} is used by no tool.`);
  }
}

/** Reports inputs that no formula names, unless unreadable formulas may use them. */
export function checkUnusedInputs(
  { inputs, isWhole }: ToolPlan,
  shown: ReadonlySet<object>,
  report: Report,
): void {
  if (!isWhole || report.findings.some(({ check }) => UNREADABLE.has(check))) return;
  for (const input of inputs.values())
    if (!shown.has(input) && !input.isLabel)
      report.found(UNUSED, input.location, `The input ${input.name} is never used.`);
}

const UNREADABLE: ReadonlySet<string> = new Set(["formula", "symbol", "name", "text"]);

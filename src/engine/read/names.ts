// Reports duplicate names: values, inputs, tables and functions of a tool share one namespace.

import { FUNCTION_NAMES } from "../functions/all.js";
import type { Report } from "../language/findings.js";
import { RESERVED } from "../language/formula.js";
import type { Location } from "../language/locations.js";
import type { ToolDef } from "../language/model.js";
import type { Sections } from "./sections.js";

export function checkNames(tool: ToolDef, all: readonly Sections[], report: Report): void {
  const seen = new Map<string, { readonly what: string; readonly location: Location }>();
  const claim = (name: string, what: string, location: Location): void => {
    const before = seen.get(name);
    if (before !== undefined) {
      // Reports a clash with a part in the tool's file, where authors look for it.
      const [here, other] =
        location.file === tool.file ? [location, before] : [before.location, { what, location }];
      const file = other.location.file === here.file ? "" : ` in ${other.location.file}`;
      const message = `${name} is already the name of ${other.what}${file}.`;
      report.error("name", here, message, "rename one of the two");
    } else if (RESERVED.has(name))
      report.error("name", location, `${name} is a word of the language and cannot be a name.`);
    else if (isCallable(what) && FUNCTION_NAMES.has(name))
      report.error("name", location, `${name} is the name of a built-in function.`, "rename it");
    else if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
      report.error(
        "name",
        location,
        `${name} cannot be a name: letters, digits and underscores only.`,
        name.endsWith(")") ? "quote this formula" : undefined,
      );
    } else seen.set(name, { what, location });
  };
  for (const { name, location } of tool.inputs.values()) claim(name, "an input", location);
  for (const section of all) {
    for (const [name, table] of section.tables) claim(name, "a table", table.location);
    for (const [name, calculation] of section.calculations) {
      claim(name, calculation.isFunction ? "a function" : "a calculation", calculation.location);
    }
    for (const value of section.values)
      claim(value.name, value.condition ? "a condition" : "a value", value.location);
  }
}

function isCallable(what: string): boolean {
  return what === "a table" || what === "a function" || what === "a calculation";
}

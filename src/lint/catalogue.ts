// Checks tool names in the catalogue's order and in `successor`.
import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import { didYouMean } from "../engine/language/nearest.js";
import type { ReadSet } from "../engine/read/set.js";

export const CATALOGUE: Check = {
  code: "catalogue",
  isRemark: true,
  refuses: "a name in the catalogue that no tool has",
  example: "The catalogue names fuel_tnk, which is not a tool. (did you mean fuel_tank?)",
};

export function checkCatalogue({ common, tools }: ReadSet, report: Report): void {
  const names = new Set(tools.map(({ name }) => name));
  for (const { name, location } of common?.catalogue ?? [])
    if (!names.has(name))
      report.found(
        CATALOGUE,
        location,
        `The catalogue names ${name}, which is not a tool.`,
        didYouMean(name, names),
      );
}

export function checkSuccessors({ tools }: ReadSet, report: Report): void {
  const known = tools.flatMap(({ name, file }) => (file.startsWith("tools/") ? [name] : []));
  for (const { successor, at } of tools) {
    if (successor === undefined || known.includes(successor)) continue;
    const message = `The successor ${successor} is not a tool of the set.`;
    report.error("name", at.of("successor"), message, didYouMean(successor, known));
  }
}

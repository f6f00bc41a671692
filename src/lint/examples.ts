// Reports examples that the tool refuses, and duplicate titles.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { ToolDef } from "../engine/language/model.js";
import { didYouMean, likely } from "../engine/language/nearest.js";

export const EXAMPLE: Check = {
  code: "example",
  refuses: "an example that the tool refuses, or two of one title",
  example: "The tool refuses this example: power_kw must be at most 100, not 500. (correct the input)",
};

const CORRECT = "correct the input";

/** Returns the errors of an input with their pointers. */
type Refuse = (
  input: Readonly<Record<string, unknown>>,
) => readonly { readonly pointer: string; readonly message: string; readonly allowed?: readonly unknown[] }[];

export function checkExamples(def: ToolDef, refuse: Refuse, report: Report): void {
  const titles = new Set<string>();
  for (const { title, input, at } of def.examples) {
    if (titles.has(title)) report.found(EXAMPLE, at.of("title"), `Two examples have the title ${title}.`);
    titles.add(title);
    const strange = Object.keys(input).filter((name) => !def.inputs.has(name));
    for (const { pointer, message, allowed = [] } of refuse(input)) {
      const [, field = ""] = pointer.split("/");
      // A misspelt input is not also reported as missing.
      if (!(field in input) && strange.some((name) => likely(name, [field]) !== undefined)) continue;
      const location = (field in input && at.inner.get("input")?.of(field)) || at.of("input");
      const sent = typeof input[field] === "object" ? "" : String(input[field]);
      const near =
        field in input && !def.inputs.has(field)
          ? didYouMean(field, def.inputs.keys(), CORRECT)
          : didYouMean(sent, allowed.map(String), CORRECT);
      report.found(EXAMPLE, location, `The tool refuses this example: ${message}`, near);
    }
  }
}

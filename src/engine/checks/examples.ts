// An example that the tool refuses teaches callers a mistake, and two of one title cannot be told apart.
import type { Report } from "../language/findings.js";
import { spotOf } from "../read/yaml.js";
import type { Tool } from "../tool.js";

export function checkExamples(tool: Tool, report: Report): void {
  const titles = new Set<string>();
  for (const { title, input, holder } of tool.plan.def.examples) {
    if (titles.has(title))
      report.error("example", spotOf(holder, "title"), `Two examples have the title ${title}.`);
    titles.add(title);
    const outcome = tool.run(input);
    for (const { pointer, message } of outcome.ok ? [] : outcome.problems) {
      const [, field = ""] = pointer.split("/");
      const spot = field in input ? spotOf(input, field) : spotOf(holder, "input");
      report.error("example", spot, `The tool refuses this example: ${message}`);
    }
  }
}

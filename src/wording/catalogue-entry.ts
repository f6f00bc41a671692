// The catalogue entry of a tool: texts, schemas and examples.
import type { RuntimeTool } from "../engine/run/tool.js";

export function entryOf(tool: RuntimeTool) {
  const { name, title, description, category, version, edition, standard, headline, examples } = tool.facts;
  return {
    name,
    title,
    description,
    category,
    version,
    edition,
    standard_reference: standard,
    ...(headline === undefined ? {} : { headline }),
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    examples,
  };
}

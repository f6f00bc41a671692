// The facts about a tool, from its definition.

import type { Headline } from "./language/headline.js";
import type { ToolFacts } from "./run/tool.js";
import type { ToolPlan } from "./typing/plan.js";

export function factsOf({ def, inputs }: ToolPlan, files: ToolFacts["files"]): ToolFacts {
  const { name, title, description, category, questions, also, version, edition, successor, file } = def;
  return {
    name,
    title,
    description,
    category,
    questions,
    also,
    version,
    edition,
    ...(successor === undefined ? {} : { successor }),
    standard: def.standard,
    inputs: [...inputs.keys()],
    ...(def.headline === undefined ? {} : { headline: plain(def.headline) as Headline }),
    examples: def.examples.map((each) => ({ title: each.title, input: plain(each.input) })),
    file,
    files,
  };
}

/** Copies an input as plain data, without positions. */
function plain(input: object): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(input)) as Readonly<Record<string, unknown>>;
}

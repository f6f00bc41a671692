// Explains a result in the worker, and finds the parts of the definition that contributed.

import { placeText } from "../../engine/explain/derivation.js";
import type { ExplainedStep, Explanation } from "../../engine/explain/explanation.js";
import type { ToolDef } from "../../engine/language/model.js";
import { shownResults } from "../../pages/results.js";
import { readsOf } from "../../pages/sheet/graph.js";
import { treesOf } from "../../pages/sheet/trees.js";
import { meaningsOf } from "./meanings.js";
import type { ExplainJob, Mark, WorkerExplanation } from "./messages.js";
import { wholeTool } from "./whole-tool.js";

export async function explainHere({ entry, input }: ExplainJob): Promise<WorkerExplanation> {
  const { tool } = await wholeTool(entry);
  const { def } = tool.plan;
  const { words, results } = def;
  const { outcome, explanation } = tool.explain(input);
  if (!outcome.ok || explanation === undefined) throw new Error("This input is not computed.");
  return {
    explanation,
    names: meaningsOf(tool.plan),
    marks: marksOf(def, explanation),
    sources: [...tool.context.sources.values()],
    words: [words.own, words.common, words.inputs],
    shown: { results: shownResults(results), trees: treesOf(def) },
  };
}

/** Returns marks for computed values, matching rules and table rows. */
function marksOf({ tables }: ToolDef, { steps, calls }: Explanation): Mark[] {
  const marks = new Map<string, Mark>();
  const note = (kind: Mark["kind"], name: string, place: string) => {
    const [file = "", line, column] = place.split(":");
    marks.set(`${kind} ${file} ${line}`, { kind, name, file, line: Number(line), column: Number(column) });
  };
  const rowAt = (id: string): void => {
    const [, name = "", row] = /^table:(.*)\[(\d+)\]$/.exec(id) ?? [];
    const location = tables.get(name)?.rowLocations[Number(row)]?.();
    if (location !== undefined) note("row", name, placeText(location));
  };
  const visit = (step: ExplainedStep): void => {
    note("value", step.name, step.at);
    for (const rule of step.rules ?? []) if (rule.outcome === "holds") note("rule", rule.id ?? "", rule.at);
    readsOf(step).forEach(rowAt);
    step.steps?.forEach(visit);
  };
  [...steps, ...calls].forEach(visit);
  return [...marks.values()];
}

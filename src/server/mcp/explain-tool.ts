// explain_result: how a result came about, in as many steps as the reader wants.
import type { ExplainedStep, Explanation } from "../../engine/reference/explanation.js";
import { Graph, readsOf } from "../../pages/sheet/graph.js";
import type { Offered, Params } from "./mcp-request.js";
import { given, pathsOf, refusal } from "./outcome.js";
import { ARGUMENTS, type OwnTool, ownEntry, recordIn, TOOL, toolIn, WrongArguments } from "./own-tools.js";
import { busy } from "./resources.js";

const DEPTHS = ["headline", "checks", "all"] as const;
type Depth = (typeof DEPTHS)[number];

export function explainTool({ set, explanations }: Offered): OwnTool {
  return {
    entry: ownEntry(
      "explain_result",
      "Explain a result",
      "How a tool comes to its result: formulas with their numbers, rules tried, table rows, sources.",
      {
        tool: TOOL,
        arguments: ARGUMENTS,
        depth: {
          type: "string",
          enum: DEPTHS,
          description: "Steps behind the headline (default), every rule too, or all",
        },
      },
      ["tool", "arguments"],
    ),
    cost: () => 1,
    call: async (args, asked) => {
      const tool = toolIn(set, args);
      const input = recordIn(args, "arguments");
      const depth = depthIn(args);
      const computed = tool.run(input);
      if (!computed.ok) return refusal(tool, computed.problems, asked);
      const explained = await explanations.run(asked.caller, tool, input, false);
      if (explained === undefined) throw busy();
      const { outcome, explanation } = explained;
      if (!outcome.ok) return refusal(tool, outcome.problems, asked);
      const whole = JSON.parse(explanation ?? "{}") as Explanation;
      const wanted = stepsFor(whole, pathsOf(tool.facts.headline), depth);
      const { result: _, figures: __, steps: ___, calls: ____, results: _____, ...about } = whole;
      const steps = wanted.map(told);
      const said = steps.map(({ name, substituted, value }) =>
        substituted === undefined
          ? `${name} = ${short(value)}`
          : `${name} = ${String(substituted)} = ${short(value)}`,
      );
      return given(
        { ...about, depth, steps, steps_in_all: whole.steps.length, tier: asked.tier },
        said.join("\n"),
        asked,
      );
    },
  };
}

function depthIn({ depth = "headline" }: Params): Depth {
  const found = DEPTHS.find((each) => each === depth);
  if (found !== undefined) return found;
  throw new WrongArguments("/depth", `depth must be one of ${DEPTHS.join(", ")}.`, { allowed: DEPTHS });
}

/** The steps that give the headline and what these were worked out from; the rules; or all. */
function stepsFor(whole: Explanation, headline: readonly string[], depth: Depth): readonly ExplainedStep[] {
  if (depth === "all") return whole.steps;
  const graph = new Graph(whole);
  const ids = new Set<string>();
  for (const [path, result] of Object.entries(whole.results)) {
    if (!headline.some((wanted) => path === wanted || path.replace(/\[\d+\]/g, "") === wanted)) continue;
    for (const id of readsOf(result))
      for (const each of [id, ...readsOf(graph.step(id) ?? {})]) ids.add(each);
  }
  const isWanted = ({ id, steps = [] }: ExplainedStep): boolean => ids.has(id) || steps.some(isWanted);
  return whole.steps.filter(
    (step) => isWanted(step) || (depth === "checks" && step.rules !== undefined && step.rules.length > 0),
  );
}

/** A step without what only typesetting needs. */
function told({ latex: _, symbol: __, inputs: ___, steps, ...step }: ExplainedStep): ExplainedStep {
  return steps === undefined ? step : { ...step, steps: steps.map(told) };
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

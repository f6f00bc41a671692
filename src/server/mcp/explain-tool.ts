// explain_result: shows how a result was computed, at the requested depth.
import type { ExplainedStep, Explanation } from "../../engine/explain/explanation.js";
import type { Offered, Params } from "./mcp-request.js";
import { given, refusal } from "./outcome.js";
import { ARGUMENTS, type OwnTool, ownTool, recordIn, TOOL, toolIn, WrongArguments } from "./own-tools.js";
import { busy } from "./resources.js";

const DEPTHS = ["headline", "checks", "all"] as const;
type Depth = (typeof DEPTHS)[number];

export function explainTool({ set, explanations }: Offered): OwnTool {
  return ownTool({
    name: "explain_result",
    title: "Explain a result",
    description:
      "How a tool comes to its result: formulas with their numbers, rules tried, table rows, sources.",
    properties: {
      tool: TOOL,
      arguments: ARGUMENTS,
      depth: {
        type: "string",
        enum: DEPTHS,
        description: "Steps that decide the headline (default), every rule too, or all",
      },
    },
    required: ["tool", "arguments"],
    cost: () => 1,
    call: async (args, asked) => {
      const tool = toolIn(set, args);
      const input = recordIn(args, "arguments");
      const depth = depthIn(args);
      const computed = tool.run(input);
      if (!computed.ok) return refusal(tool, computed.problems, asked);
      const explained = await explanations.run(asked.caller, tool, input, depth === "all" ? false : "why");
      if (explained === undefined) throw busy();
      const { outcome, explanation, why } = explained;
      if (!outcome.ok) return refusal(tool, outcome.problems, asked);
      const whole = JSON.parse(explanation ?? "{}") as Explanation;
      const wanted = stepsFor(whole, why?.steps, depth);
      const { result: _, figures: __, steps: ___, calls: ____, results: _____, ...about } = whole;
      const steps = wanted.map(told);
      const said = steps.map(({ name, substituted, value }) =>
        [name, ...(substituted === undefined ? [] : [String(substituted)]), short(value)].join(" = "),
      );
      const reason = why === undefined ? {} : { why: why.sentence };
      const data = { ...about, depth, ...reason, steps, steps_in_all: whole.steps.length, tier: asked.tier };
      return given(data, [...Object.values(reason), ...said].join("\n"), asked);
    },
  });
}

function depthIn({ depth = "headline" }: Params): Depth {
  const found = DEPTHS.find((each) => each === depth);
  if (found !== undefined) return found;
  throw new WrongArguments("/depth", `depth must be one of ${DEPTHS.join(", ")}.`, { allowed: DEPTHS });
}

/** Returns the steps that decided the result, result first; `checks` adds every rule, `all` adds everything. */
function stepsFor(
  whole: Explanation,
  ids: readonly string[] | undefined,
  depth: Depth,
): readonly ExplainedStep[] {
  if (ids === undefined) return whole.steps;
  const known = new Map<string, ExplainedStep>();
  const note = (step: ExplainedStep): void => {
    known.set(step.id, step);
    step.steps?.forEach(note);
  };
  [...whole.steps, ...whole.calls].forEach(note);
  const chain = ids.flatMap((id) => known.get(id) ?? []);
  const rules = whole.steps.filter(({ id, rules: tried = [] }) => tried.length > 0 && !ids.includes(id));
  return depth === "checks" ? [...chain, ...rules] : chain;
}

/** Removes fields that only typesetting needs. */
function told({ latex: _, symbol: __, inputs: ___, steps, ...step }: ExplainedStep): ExplainedStep {
  return steps === undefined ? step : { ...step, steps: steps.map(told) };
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

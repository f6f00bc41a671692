// explain_result: how a result came about, in as many steps as the reader wants.
import { isRecord } from "../../json/objects.js";
import type { Offered, Params } from "./asked.js";
import { given, pathsOf, refusal } from "./outcome.js";
import { ARGUMENTS, type OwnTool, ownEntry, recordIn, TOOL, toolIn, WrongArguments } from "./own-tools.js";
import { busy } from "./resources.js";

const DEPTHS = ["headline", "checks", "all"] as const;
type Depth = (typeof DEPTHS)[number];

interface Step extends Params {
  readonly name: string;
}

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
      const problems = tool.validate(input);
      if (problems.length > 0) return refusal(tool, problems, asked);
      const explained = await explanations.run(asked.caller, tool, input, false);
      if (explained === undefined) throw busy();
      const { outcome, explanation } = explained;
      if (!outcome.ok) return refusal(tool, outcome.problems, asked);
      const whole = JSON.parse(explanation ?? "{}") as Params & { readonly steps: readonly Step[] };
      const wanted = stepsFor(whole.steps, pathsOf(tool.facts.headline), depth);
      const { result: _, figures: __, steps: ___, ...about } = whole;
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

/** The steps that give the headline and what these are worked out from; the rules; or all. */
function stepsFor(steps: readonly Step[], headline: readonly string[], depth: Depth): readonly Step[] {
  if (depth === "all") return steps;
  const wanted = new Set(headline.map((path) => path.split(".", 1)[0] ?? ""));
  for (const step of steps)
    if (wanted.has(step.name) && isRecord(step.inputs))
      for (const name of Object.keys(step.inputs)) wanted.add(name);
  return steps.filter(
    (step) =>
      wanted.has(step.name) || (depth === "checks" && Array.isArray(step.rules) && step.rules.length > 0),
  );
}

/** A step without what only typesetting needs. */
function told({ latex: _, symbol: __, inputs: ___, ...step }: Step): Step {
  return Array.isArray(step.steps) ? { ...step, steps: step.steps.map((inner: Step) => told(inner)) } : step;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

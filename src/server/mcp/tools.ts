// Tools as MCP lists and calls them.
import type { ServedSet, ServedTool } from "../../engine/run/tool.js";
import type { InputProblem } from "../../engine/run/validate.js";
import { noSuch, refusalLines } from "../../wording.js";
import { described, withoutChoices } from "../described.js";
import { identityOf } from "../identity.js";
import { CODES, RpcError, textParam } from "./codes.js";

/** Every tool computes from its input alone: it changes nothing and looks nowhere else. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export function listTools(set: ServedSet): unknown[] {
  return [...set.tools.values()].map((tool) => {
    const { name, title, description, category, version, edition } = tool.facts;
    return {
      name,
      title,
      description,
      inputSchema: withoutChoices(described(tool.inputSchema)),
      outputSchema: withoutChoices(tool.outputSchema),
      annotations: { title, ...ANNOTATIONS },
      _meta: { category, version, edition, definition_sha256: identityOf(set, tool).sha256 },
    };
  });
}

export function callTool(set: ServedSet, params: Readonly<Record<string, unknown>>, tier: string): object {
  const name = textParam(params, "name");
  const tool = set.tools.get(name);
  if (tool === undefined) {
    const { message, near } = noSuch("tool", name, set.tools.keys());
    throw new RpcError(CODES.invalidParams, message, { near });
  }
  const input = params.arguments ?? {};
  const outcome = tool.run(input);
  if (!outcome.ok) return refusal(tool, outcome.problems);
  const text = tool.text(outcome.result, `,"tier":${JSON.stringify(tier)}`, input);
  return { content: [{ type: "text", text }], structuredContent: { ...outcome.result, tier } };
}

/** A result that says what to change: the model reads it and calls again. */
function refusal(tool: ServedTool, problems: readonly InputProblem[]): object {
  const { inputs: known, examples } = tool.facts;
  const required = (tool.inputSchema.required ?? []) as readonly string[];
  const optional = known.filter((name) => !required.includes(name));
  const text = [
    `The arguments do not fit ${tool.name}; nothing was computed.`,
    ...refusalLines(problems).map((line) => `- ${line}`),
    `Required: ${required.join(", ") || "none"}. Optional: ${optional.join(", ") || "none"}.`,
    ...examples.slice(0, 1).map(({ input }) => `A call that works: ${JSON.stringify(input)}`),
    "Correct the arguments and call again.",
  ].join("\n");
  return { content: [{ type: "text", text }], isError: true };
}

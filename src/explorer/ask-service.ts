// A tool computed by the service, through the public API.
import type { FigureData } from "../engine/language/figures.js";
import type { Outcome, Result } from "../engine/run/tool.js";
import type { InputProblem } from "../engine/run/validate.js";
import type { JsonSchema } from "../wording/field-words.js";
import type { FormInput } from "./inputs.js";
import type { CatalogueEntry, OpenTool, ToolAnswer } from "./tool-data.js";

/** A response of the API: a result with its explanation, or a problem document. */
interface Answered {
  readonly explanation?: { readonly figures: readonly FigureData[] };
  readonly errors?: readonly InputProblem[];
  readonly detail?: string;
}

export async function askService(entry: CatalogueEntry): Promise<OpenTool> {
  const path = `/v1/tools/${encodeURIComponent(entry.name)}`;
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  const { inputSchema, outputSchema } = (await response.json()) as Record<
    "inputSchema" | "outputSchema",
    JsonSchema
  >;
  return {
    entry,
    inputSchema,
    outputSchema,
    hints: {},
    answer: (input) => ask(path, input),
    draw: ({ figures = [] }) => ({ figures }),
  };
}

async function ask(path: string, input: FormInput): Promise<ToolAnswer> {
  const response = await fetch(`${path}?explain=true`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as Answered & Result;
  if (response.ok) {
    const { explanation, tier: _, ...result } = body;
    return { input, outcome: { ok: true, result }, figures: explanation?.figures ?? [] };
  }
  const refused: Outcome = {
    ok: false,
    problems: body.errors ?? [
      { pointer: "", message: body.detail ?? `The service answered ${response.status}.` },
    ],
  };
  return { input, outcome: refused };
}

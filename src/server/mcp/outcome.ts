// Results of tool calls over MCP: structured content, text for revisions before 2026-07-28, and links to the
// definition and the calculation sheet.
import { headlinePaths } from "../../engine/language/headline.js";
import type { Result, RuntimeTool } from "../../engine/run/tool.js";
import type { InputProblem } from "../../engine/run/validate.js";
import { checklistLines, requirementsIn } from "../../pages/sheet/checklist.js";
import { answersOf, verdictOf } from "../../pages/sheet/headline.js";
import { pathReader } from "../../tables/columns.js";
import { choiceOf, type FieldAt, fieldAt } from "../../wording/field-words.js";
import { refusalLines } from "../../wording/wording.js";
import { definitionUri, sheetUri } from "./addresses.js";
import { viewHtml } from "./app-page.js";
import { answered, type McpRequest, type McpResult } from "./mcp-request.js";
import { resultText } from "./result-text.js";
import { shareHints } from "./share-hints.js";

/** Runs a tool. The caller has been admitted. */
export function runTool(tool: RuntimeTool, input: unknown, asked: McpRequest): McpResult {
  const outcome = tool.run(input);
  if (!outcome.ok) return refusal(tool, outcome.problems, asked);
  const structured = { ...outcome.result, tier: asked.tier };
  const text = asked.modern ? saidOf(tool, outcome.result) : resultText(structured);
  return answered({
    // The page is for the client, not for the model.
    ...(asked.apps ? { _meta: { "plumbline/view": viewHtml(tool, outcome.result, input) } } : {}),
    content: [
      { type: "text", text },
      ...shareHints(tool.inputSchema, input).map((hint) => ({ type: "text", text: hint })),
      ...(asked.links ? linksOf(tool, input) : []),
    ],
    structuredContent: structured,
  });
}

/** Returns the result of a built-in tool. `said` is the text if the revision sends data only once. */
export function given(structured: object, said: string, asked: McpRequest): McpResult {
  const text = asked.modern ? said : JSON.stringify(structured);
  return answered({ content: [{ type: "text", text }], structuredContent: structured });
}

/** Returns an error that the model can correct before it calls again. */
export function refused(said: string, structured: object, asked: McpRequest, failed = 1): McpResult {
  return answered(
    {
      content: [{ type: "text", text: said }],
      // Clients validate structured content against the result schema of the full view.
      ...(asked.view.full ? {} : { structuredContent: structured }),
      isError: true,
    },
    failed,
  );
}

export function refusal(tool: RuntimeTool, problems: readonly InputProblem[], asked: McpRequest): McpResult {
  const { inputs, examples } = tool.facts;
  const required = (tool.inputSchema.required ?? []) as readonly string[];
  const optional = inputs.filter((name) => !required.includes(name));
  const [example] = examples;
  const said = [
    `The arguments do not fit ${tool.name}; nothing was computed.`,
    ...refusalLines(problems).map((line) => `- ${line}`),
    `Required: ${required.join(", ") || "none"}. Optional: ${optional.join(", ") || "none"}.`,
    ...(example === undefined ? [] : [`A call that works: ${JSON.stringify(example.input)}`]),
    "Correct the arguments and call again.",
  ].join("\n");
  const data = { tool: tool.name, errors: problems, required, example: example?.input ?? null };
  return refused(said, data, asked);
}

function linksOf({ name }: RuntimeTool, input: unknown): object[] {
  const link = (uri: string, title: string, mimeType: string) => ({
    type: "resource_link",
    uri,
    name,
    title,
    mimeType,
  });
  const sheet = sheetUri(name, input);
  const definition = link(definitionUri(name), "Definition", "text/yaml");
  return sheet === undefined ? [definition] : [definition, link(sheet, "Calculation sheet", "text/html")];
}

/** Fields that every summary includes, each with its label. */
const TOLD = [
  ["warnings", "Warnings"],
  ["flags", "Flags"],
  ["assumptions", "Assumed"],
  ["standard_reference", "Reference"],
  ["disclaimer", ""],
] as const;

/** Summarises a result in a few lines, what decides first, for clients that show their model nothing else. */
function saidOf({ facts, inputSchema, outputSchema }: RuntimeTool, result: Result): string {
  const { headline = {} } = facts;
  const context = { headline, outputSchema };
  const verdict = verdictOf({ result }, context);
  const { numbers = [], bars = [] } = headline;
  const values = headlinePaths({ numbers, bars }).flatMap((path) => {
    const field = fieldAt(outputSchema, path);
    const value = pathReader(path)(result);
    if (value === null || value === undefined || typeof value === "object") return [];
    return [`${field.title} ${shown(value, field)}`];
  });
  const limits = TOLD.flatMap(([name, word]) => {
    const value = result[name];
    const text = (Array.isArray(value) ? value : [value ?? ""]).join(" ");
    return text === "" ? [] : [word === "" ? text : `${word}: ${text}`];
  });
  return [
    verdict === undefined ? `${facts.title}.` : `${facts.title}. ${verdict.title}: ${verdict.words}.`,
    ...answersOf({ result }, context),
    ...checklistLines(requirementsIn(result, inputSchema)),
    ...(values.length === 0 ? [] : [`${values.join("; ")}.`]),
    ...limits,
    "The whole result is in the structured content.",
  ].join("\n");
}

function shown(value: unknown, { schema, unit }: FieldAt): string {
  const word = choiceOf(schema, value)?.title;
  return word ?? `${String(value)}${unit === undefined ? "" : ` ${unit}`}`;
}

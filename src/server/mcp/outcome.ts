// The result of a tool call over MCP: what was computed once, as structured content, and for revisions before 2026-07-28 as
// text too; with links to the definition behind it and to its calculation sheet.
import { headlinePaths } from "../../engine/language/headline.js";
import type { Result, RuntimeTool } from "../../engine/run/tool.js";
import type { InputProblem } from "../../engine/run/validate.js";
import { answersOf } from "../../pages/sheet/headline.js";
import { pathReader } from "../../tables/columns.js";
import { choiceOf, type FieldAt, fieldAt } from "../../wording/field-words.js";
import { refusalLines } from "../../wording/wording.js";
import { definitionUri, sheetUri } from "./addresses.js";
import { viewHtml } from "./app-page.js";
import { answered, type McpRequest, type McpResult } from "./mcp-request.js";
import { shareHints } from "./share-hints.js";

/** A call of a tool of the set; the caller has been admitted. */
export function runTool(tool: RuntimeTool, input: unknown, asked: McpRequest): McpResult {
  const outcome = tool.run(input);
  if (!outcome.ok) return refusal(tool, outcome.problems, asked);
  const structured = { ...outcome.result, tier: asked.tier };
  const text = asked.modern ? saidOf(tool, outcome.result) : JSON.stringify(structured);
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

/** The result of a tool that is not of the set; `said` is what a reader of texts is told where data are given once. */
export function given(structured: object, said: string, asked: McpRequest): McpResult {
  const text = asked.modern ? said : JSON.stringify(structured);
  return answered({ content: [{ type: "text", text }], structuredContent: structured });
}

/** A call that cannot be understood: the model reads what to change, and calls again. */
export function refused(said: string, structured: object, asked: McpRequest, failed = 1): McpResult {
  return answered(
    {
      content: [{ type: "text", text: said }],
      // Clients hold structured content to the schema of results where they were given one.
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

/** Links to the definition behind a result and to its calculation sheet. */
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

/** Fields of a result that its reader must be told, each with the word it begins with. */
const TOLD = [
  ["warnings", "Warnings"],
  ["flags", "Flags"],
  ["assumptions", "Assumed"],
  ["standard_reference", "Reference"],
  ["disclaimer", ""],
] as const;

/** A result in a few lines, for clients that show their model nothing else: what answers the question, and what limits it. */
function saidOf({ facts, outputSchema }: RuntimeTool, result: Result): string {
  const { headline } = facts;
  const { answers: _, ...shownAs } = headline ?? {};
  const sentences = headline === undefined ? [] : answersOf({ result }, { headline, outputSchema });
  const answers = headlinePaths(shownAs).flatMap((path) => {
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
  const head = answers.length === 0 ? `${facts.title}.` : `${facts.title}: ${answers.join("; ")}.`;
  return [head, ...sentences, ...limits, "The whole result is in the structured content."].join("\n");
}

function shown(value: unknown, { schema, unit }: FieldAt): string {
  const word = choiceOf(schema, value)?.title;
  return word ?? `${String(value)}${unit === undefined ? "" : ` ${unit}`}`;
}

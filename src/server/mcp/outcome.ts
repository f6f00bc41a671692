// The result of a tool call over MCP: what was computed once, as structured content, and for revisions before 2026-07-28 as
// text too; with links to the definition behind it and to its calculation sheet.
import type { Headline } from "../../engine/language/headline.js";
import type { Result, ServedTool } from "../../engine/run/tool.js";
import type { InputProblem } from "../../engine/run/validate.js";
import { isRecord } from "../../objects.js";
import { refusalLines } from "../../wording.js";
import { definitionUri, sheetUri } from "./addresses.js";
import type { Answered, Asked } from "./asked.js";
import { answered } from "./asked.js";

/** A call of a tool of the set; the caller has been admitted. */
export function runTool(tool: ServedTool, input: unknown, asked: Asked): Answered {
  const outcome = tool.run(input);
  if (!outcome.ok) return refusal(tool, outcome.problems, asked);
  const structured = tool.text(outcome.result, `,"tier":${JSON.stringify(asked.tier)}`, input);
  const said = asked.modern ? headlineText(tool, outcome.result) : structured;
  const links = asked.links ? linksOf(tool, input) : "";
  return {
    text: `{"content":[{"type":"text","text":${JSON.stringify(said)}}${links}],"structuredContent":${structured}}`,
    failed: 0,
  };
}

/** The result of a tool that is not of the set; `said` is what a reader of texts is told where data are given once. */
export function given(structured: object, said: string, asked: Asked): Answered {
  const text = asked.modern ? said : JSON.stringify(structured);
  return answered({ content: [{ type: "text", text }], structuredContent: structured });
}

/** A call that cannot be understood: the model reads what to change, and calls again. */
export function refused(said: string, structured: object, asked: Asked, failed = 1): Answered {
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

export function refusal(tool: ServedTool, problems: readonly InputProblem[], asked: Asked): Answered {
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
  return refused(
    said,
    { tool: tool.name, errors: problems, required, example: example?.input ?? null },
    asked,
  );
}

function linksOf(tool: ServedTool, input: unknown): string {
  const { name } = tool.facts;
  const sheet = sheetUri(name, input);
  const link = (uri: string, title: string, mimeType: string) =>
    `,${JSON.stringify({ type: "resource_link", uri, name, title, mimeType })}`;
  return (
    link(definitionUri(name), "Definition", "text/yaml") +
    (sheet === undefined ? "" : link(sheet, "Calculation sheet", "text/html"))
  );
}

/** The verdict and the numbers that answer the question, in a line. */
export function headlineText(tool: ServedTool, result: Result): string {
  const { title, headline } = tool.facts;
  const parts = pathsOf(headline).flatMap((path) => {
    const { value, schema } = at(result, tool.outputSchema, path);
    if (value === null || value === undefined || typeof value === "object") return [];
    return [`${titled(schema, path)} ${worded(value, schema)}`];
  });
  const warnings = Array.isArray(result.warnings) ? result.warnings.map(String) : [];
  const said = parts.length === 0 ? title : `${title}: ${parts.join("; ")}`;
  return [`${said}.`, ...warnings, "The whole result is in the structured content."].join(" ");
}

export function pathsOf(headline: Headline | undefined): string[] {
  const { verdict, numbers = [], bars = [] } = headline ?? {};
  return [...(verdict === undefined ? [] : [verdict]), ...numbers, ...bars];
}

function at(result: unknown, schema: unknown, path: string): { value: unknown; schema: unknown } {
  let value: unknown = result;
  let about: unknown = schema;
  for (const name of path.split(".")) {
    value = isRecord(value) ? value[name] : undefined;
    const properties: unknown = isRecord(about) ? about.properties : undefined;
    about = isRecord(properties) ? properties[name] : undefined;
  }
  return { value, schema: about };
}

function titled(schema: unknown, path: string): string {
  return isRecord(schema) && typeof schema.title === "string" ? schema.title : path;
}

function worded(value: unknown, schema: unknown): string {
  if (!isRecord(schema)) return String(value);
  const { choices, unit } = schema;
  const choice = isRecord(choices) ? choices[String(value)] : undefined;
  if (choice !== undefined) return String(isRecord(choice) ? choice.title : choice);
  return `${String(value)}${typeof unit === "string" && unit !== "1" ? ` ${unit}` : ""}`;
}

// The result of a tool call over MCP: what was computed once, as structured content, and for revisions before 2026-07-28 as
// text too; with links to the definition behind it and to its calculation sheet.
import type { Headline } from "../../engine/language/headline.js";
import { type Result, type RuntimeTool, resultText } from "../../engine/run/tool.js";
import type { InputProblem } from "../../engine/run/validate.js";
import { isRecord } from "../../json/objects.js";
import { choiceOf, type FieldAt, fieldAt } from "../../wording/field-words.js";
import { refusalLines } from "../../wording/wording.js";
import { definitionUri, sheetUri } from "./addresses.js";
import { viewHtml } from "./app-page.js";
import type { Answered, Asked } from "./asked.js";
import { answered } from "./asked.js";

/** A call of a tool of the set; the caller has been admitted. */
export function runTool(tool: RuntimeTool, input: unknown, asked: Asked): Answered {
  const outcome = tool.run(input);
  if (!outcome.ok) return refusal(tool, outcome.problems, asked);
  const structured = resultText(outcome.result, `,"tier":${JSON.stringify(asked.tier)}`);
  const said = asked.modern ? headlineText(tool, outcome.result) : structured;
  const links = asked.links ? linksOf(tool, input) : "";
  const text = `{"content":[{"type":"text","text":${JSON.stringify(said)}}${links}],"structuredContent":${structured}}`;
  if (!asked.apps) return { text, failed: 0 };
  const view = viewHtml(tool, outcome.result, input);
  return { text, meta: `"plumbline/view":${JSON.stringify(view)}`, failed: 0 };
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

export function refusal(tool: RuntimeTool, problems: readonly InputProblem[], asked: Asked): Answered {
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

/** What is said of every result of a tool, worked out with the first. */
interface Said {
  readonly headline: readonly Leaf[];
  /** The link to its definition, and what stands around the address of a sheet. */
  readonly definition: string;
  readonly beforeSheet: string;
  readonly afterSheet: string;
}
interface Leaf extends FieldAt {
  readonly path: readonly string[];
}
const known = new WeakMap<RuntimeTool, Said>();

function saidOf(tool: RuntimeTool): Said {
  const before = known.get(tool);
  if (before !== undefined) return before;
  const { name, headline } = tool.facts;
  const link = (uri: string, title: string, mimeType: string) =>
    `,${JSON.stringify({ type: "resource_link", uri, name, title, mimeType })}`;
  const [beforeSheet = "", afterSheet = ""] = link("@", "Calculation sheet", "text/html").split('"@"');
  const said: Said = {
    headline: pathsOf(headline).map((path) => leafAt(tool.outputSchema, path)),
    definition: link(definitionUri(name), "Definition", "text/yaml"),
    beforeSheet,
    afterSheet,
  };
  known.set(tool, said);
  return said;
}

function linksOf(tool: RuntimeTool, input: unknown): string {
  const { definition, beforeSheet, afterSheet } = saidOf(tool);
  const sheet = sheetUri(tool.name, input);
  return sheet === undefined
    ? definition
    : `${definition}${beforeSheet}${JSON.stringify(sheet)}${afterSheet}`;
}

/** The verdict, the sentences and the numbers that answer the question, in a line. */
function headlineText(tool: RuntimeTool, result: Result): string {
  const parts = saidOf(tool).headline.flatMap((leaf) => {
    let value: unknown = result;
    for (const name of leaf.path) value = isRecord(value) ? value[name] : undefined;
    if (value === null || value === undefined || typeof value === "object") return [];
    return [`${leaf.title} ${shown(value, leaf)}`];
  });
  const warnings = Array.isArray(result.warnings) ? result.warnings.map(String) : [];
  const { title } = tool.facts;
  const said = parts.length === 0 ? title : `${title}: ${parts.join("; ")}`;
  return [`${said}.`, ...warnings, "The whole result is in the structured content."].join(" ");
}

export function pathsOf(headline: Headline | undefined): string[] {
  const { verdict, answers = [], numbers = [], bars = [] } = headline ?? {};
  return [...(verdict === undefined ? [] : [verdict]), ...answers, ...numbers, ...bars];
}

function leafAt(schema: unknown, path: string): Leaf {
  return { path: path.split("."), ...fieldAt(schema, path) };
}

function shown(value: unknown, { schema, unit }: Leaf): string {
  const word = choiceOf(schema, value)?.title;
  return word ?? `${String(value)}${unit === undefined ? "" : ` ${unit}`}`;
}

// MCP Apps: a self-contained page for each tool, which hosts show in a conversation. Headline and figures are drawn
// by the code of the calculation sheet.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REFERENCE_FOLDER } from "../../definitions/folder.js";
import { once } from "../../engine/language/once.js";
import type { Result, RuntimeTool } from "../../engine/run/tool.js";
import { isRecord } from "../../json/objects.js";
import { figureList } from "../../pages/figures/figure.js";
import { html, trusted } from "../../pages/html.js";
import { checklist, requirementsIn } from "../../pages/sheet/checklist.js";
import { headlineOf } from "../../pages/sheet/headline-card.js";
import { unitText } from "../../pages/show.js";
import { styleOf } from "../../pages/styles.js";
import { choiceOf, fieldWords, type JsonSchema, propertiesOf } from "../../wording/field-words.js";

export const APP_TYPE = "text/html;profile=mcp-app";
const PREFIX = "ui://plumbline/";
const FOLDER = join(REFERENCE_FOLDER, "../app");

const script = once(() => readFileSync(join(FOLDER, "app.js"), "utf8"));
const style = once(() => readFileSync(join(FOLDER, "app.css"), "utf8") + styleOf("figures.css"));

export function appUri(name: string): string {
  return PREFIX + name;
}

/** Returns the tool of a page's address. */
export function toolOfApp(uri: string): string | undefined {
  return uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : undefined;
}

export function appPage(tool: RuntimeTool): string {
  const { title } = tool.facts;
  // Escaped, so that no text of a definition can end the script element.
  const about = JSON.stringify(aboutOf(tool)).replaceAll("<", "\\u003c");
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trusted(style())}</style>
</head>
<body>
<h1>${title}</h1>
<div id="result" aria-live="polite"></div>
<p id="wrong" class="wrong" role="alert" hidden></p>
<details id="why"><summary>Why</summary><ol id="steps" class="why"></ol></details>
<details><summary>Change inputs</summary><form id="inputs"><div id="fields" class="fields"></div><button id="again" type="button">Compute again</button></form></details>
<script type="application/json" id="about">${trusted(about)}</script>
<script>${trusted(script())}</script>
</body>
</html>`.text
  }\n`;
}

/** The tool and its editable inputs, for the page. */
function aboutOf({ facts, inputSchema }: RuntimeTool) {
  return { tool: facts.name, version: facts.version, inputs: inputsOf(inputSchema) };
}

const SINGLE: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);

/** Describes a field for each single value, checkboxes for a list of words, and JSON text for other values. */
function inputsOf(object: JsonSchema): object[] {
  const isRequired = (name: string) => Array.isArray(object.required) && object.required.includes(name);
  return Object.entries(propertiesOf(object)).map(([name, schema]) => {
    const { type, minimum, maximum, assumed, items } = schema;
    const { title, unit } = fieldWords(schema, name);
    const list = type === "array" && isRecord(items) ? wordsOf(items) : undefined;
    const about = { name, title, required: isRequired(name) };
    if (list !== undefined) return { ...about, type: "list", words: list };
    if (type === "object" && isRecord(schema.properties)) return { ...about, type, inputs: inputsOf(schema) };
    if (!SINGLE.has(type)) return { ...about, type: "json" };
    const shown = unit === undefined ? {} : { unit: unitText(unit) };
    return { ...about, type, ...shown, words: wordsOf(schema), minimum, maximum, assumed };
  });
}

/** Returns the allowed words with their titles. */
function wordsOf(schema: JsonSchema): [string, string][] | undefined {
  if (!Array.isArray(schema.enum)) return undefined;
  return schema.enum.map((word) => [String(word), choiceOf(schema, word)?.title ?? String(word)]);
}

/** Returns headline, warnings and figures of a result as HTML. */
export function viewHtml(tool: RuntimeTool, result: Result, input: unknown): string {
  const { headline } = tool.facts;
  const warnings = Array.isArray(result.warnings) ? result.warnings.map(String) : [];
  const figures = tool.figures(input as Readonly<Record<string, unknown>>);
  return html`${headlineOf({ result }, { outputSchema: tool.outputSchema, ...(headline === undefined ? {} : { headline }) })}${checklist(
    requirementsIn(result, tool.inputSchema),
  )}${
    warnings.length > 0 &&
    html`<ul class="notes">${warnings.map((warning) => html`<li>${warning}</li>`)}</ul>`
  }${figureList(figures)}`.text;
}

// A calculation sheet: one explanation as one HTML page that needs nothing from outside, for screen and A4.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "../../engine/language/once.js";
import type { Explanation } from "../../engine/reference/explain.js";
import type { Tool } from "../../engine/tool.js";
import { REFERENCE_FOLDER } from "../../folder.js";
import { figureHtml } from "../figures/figure.js";
import { type Html, html, trusted } from "../html.js";
import { inlineStyles } from "../typeset.js";
import { answer, recommendations } from "./answer.js";
import { candidates } from "./candidates.js";
import { checks } from "./checks.js";
import type { SheetContext } from "./context.js";
import { LIST_STEPS, listRules } from "./lists.js";
import { type Detail, PROJECT, type SheetOptions } from "./options.js";
import { inputTable, resultTable } from "./quantities.js";
import { References } from "./references.js";
import { stepList } from "./steps.js";
import { type Work, workOf } from "./work.js";

const PAGES_FOLDER = join(REFERENCE_FOLDER, "../pages");

/** A style of the pages, as a file. */
export function styleOf(name: string): string {
  return readFileSync(join(PAGES_FOLDER, name), "utf8");
}

const sheetStyle = once(() => styleOf("tokens.css") + styleOf("sheet.css"));
const figureStyle = once(() => styleOf("figures.css"));

/** The page may use its own styles and fonts: nothing else, and no script, whatever a text in it says. */
export const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

/** The page of an explanation. With the context of its tool it also says what inputs and results mean. */
export function explanationPage(
  explanation: Explanation,
  context: SheetContext = {},
  options: SheetOptions = {},
): string {
  const body = bodyOf(explanation, context, options).text;
  const { title, tool, version, figures } = explanation;
  const drawn = figures.length === 0 ? "" : figureStyle();
  const styles = [inlineStyles(body), sheetStyle(), drawn, footer(explanation)].join("\n");
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Plumbline">
<title>${title} · ${tool} ${version}</title>
<style>${trusted(styles)}</style>
</head>
<body>
${trusted(body)}
</body>
</html>`.text
  }\n`;
}

/** What the page can take from the tool that was explained. */
export function contextOf(tool: Tool): SheetContext {
  return {
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    sources: tool.surroundings.sources,
    words: tool.plan.def.words,
    results: tool.plan.def.results,
    calculations: tool.plan.def.calculations,
    ...(tool.facts.headline === undefined ? {} : { headline: tool.facts.headline }),
  };
}

function bodyOf(explanation: Explanation, context: SheetContext, options: SheetOptions): Html {
  const { detail = "checks" } = options;
  const work = workOf(explanation, context);
  const references = new References();
  const parts =
    detail === "summary"
      ? html``
      : html`${checks(work, references)}${inFull(explanation, context, work, detail)}`;
  const appendix = detail === "full" ? appendixOf(explanation, work, references) : html``;
  if (detail === "full") references.noteAll(explanation.steps);
  return html`<main>
${head(explanation, options)}
${answer(explanation, context, work)}
${recommendations(explanation, context)}
${parts}${appendix}
${
  detail !== "summary" &&
  html`<section id="sources"><h2>Sources</h2>${detail === "full" ? references.list(context.sources) : references.shortList(context.sources)}</section>`
}${detail === "full" && record(explanation)}
</main>`;
}

function head(explanation: Explanation, { project = {} }: SheetOptions): Html {
  return html`<header>
<div class="title"><p class="kind">Calculation sheet</p>
<h1>${explanation.title}</h1></div>
<dl class="project">${Object.entries(PROJECT).map(
    ([name, label]) =>
      html`<div><dt>${label}</dt><dd>${project[name as keyof typeof PROJECT] ?? ""}</dd></div>`,
  )}</dl>
<p class="facts">Version ${explanation.version} · edition ${explanation.edition} · law and data as of ${explanation.as_of} · definition <code>${explanation.tool}</code> <code>${fingerprint(explanation)}</code></p>
</header>`;
}

function inFull(explanation: Explanation, context: SheetContext, work: Work, detail: Detail): Html {
  const [, ...others] = explanation.figures;
  const shape = { context, meanings: detail === "full" };
  // The first page names every input already; what each means is for the whole sheet.
  return html`${detail === "full" && html`<section id="inputs"><h2>Inputs in full</h2>${inputTable(explanation, shape)}</section>`}
<section id="result"><h2>Results in full</h2>${resultTable(explanation, shape)}${
    others.length > 0 &&
    html`<div class="figures">${others.map((figure) => figureHtml(figure, "slim"))}</div>`
  }${candidates(explanation, work)}</section>`;
}

function appendixOf(explanation: Explanation, work: Work, references: References): Html {
  const steps = explanation.steps.filter(({ name }) => !LIST_STEPS.has(name));
  const at = { work, references, scope: work.trail.root };
  return html`<section id="calculation" class="appendix"><h2>Appendix: every step</h2>
<p class="soft">Each step gives the formula, the formula with its numbers, and the result; its name in the definition stands in grey. Beside it stands the authority: source, clause and how sure it is.</p>
${stepList(steps, at)}</section>
<section id="rules"><h2>Rules behind flags, assumptions and recommendations</h2>${listRules(explanation, work, references)}</section>`;
}

function record(explanation: Explanation): Html {
  return html`<section id="record"><h2>Definition files</h2>
<p class="soft">The result can be computed again from these files; SHA-256 names their exact content.</p>
<table class="files"><thead><tr><th scope="col">File</th><th scope="col">SHA-256</th></tr></thead><tbody>${Object.entries(
    explanation.definition_files,
  ).map(
    ([file, hash]) =>
      html`<tr><th scope="row"><code>${file}</code></th><td><code class="hash">${hash}</code></td></tr>`,
  )}</tbody></table></section>`;
}

/** The beginning of the hash of the tool's own file, which stands first. */
function fingerprint(explanation: Explanation): string {
  return (Object.values(explanation.definition_files)[0] ?? "").slice(0, 12);
}

/** Tool, version and hash at the foot of every printed page. */
function footer(explanation: Explanation): string {
  const { tool, version, as_of } = explanation;
  const text = `${tool} ${version} · definition ${fingerprint(explanation)} · as of ${as_of}`;
  const quoted = text.replace(/[^\w .·-]/g, "");
  return `@page { @bottom-left { content: "${quoted}"; } @bottom-right { content: counter(page) " / " counter(pages); } }`;
}

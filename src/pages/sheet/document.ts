// A calculation sheet as one HTML document, on a server and in a browser: who makes it brings the styles.
import type { Explanation } from "../../engine/reference/explain.js";
import { isRecord } from "../../objects.js";
import { figureList } from "../figures/figure.js";
import { type Html, html, trusted } from "../html.js";
import type { Symbols } from "../tex.js";
import type { SheetContext } from "./context.js";
import { headlineOf } from "./headline.js";
import { Known } from "./known.js";
import { LIST_STEPS, listRules, said } from "./lists.js";
import { closing, inputTable, resultTable } from "./quantities.js";
import { References } from "./references.js";
import { stepList } from "./steps.js";

/** The page may use its own styles and fonts: nothing else, and no script, whatever a text in it says. */
export const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

/** The document of an explanation; `styles` is given the body, whose formulas decide which fonts there must be. */
export function sheetDocument(
  explanation: Explanation,
  context: SheetContext,
  styles: (body: string) => string,
): string {
  const body = sheetBody(explanation, context).text;
  const { title, tool, version } = explanation;
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Plumbline">
<title>${title} · ${tool} ${version}</title>
<style>${trusted(`${styles(body)}\n${footer(explanation)}`)}</style>
</head>
<body>
${trusted(body)}
</body>
</html>`.text
  }\n`;
}

/** The sheet without the document around it. */
export function sheetBody(explanation: Explanation, context: SheetContext): Html {
  const references = new References(explanation);
  const known = Known.of(explanation, symbolsOf(context.inputSchema));
  const steps = explanation.steps.filter(({ name }) => !LIST_STEPS.has(name));
  return html`<main>
<header>
<p class="kind">Calculation sheet</p>
<h1>${explanation.title}</h1>
<dl class="facts">
<div><dt>Tool</dt><dd><code>${explanation.tool}</code></dd></div>
<div><dt>Version</dt><dd>${explanation.version}</dd></div>
<div><dt>Edition</dt><dd>${explanation.edition}</dd></div>
<div><dt>Law and data as of</dt><dd>${explanation.as_of}</dd></div>
<div><dt>Definition</dt><dd><code>${fingerprint(explanation)}</code></dd></div>
</dl>
<dl class="by-hand">${["Project", "Reference", "Prepared by, date", "Checked by, date"].map(
    (label) => html`<div><dt>${label}</dt><dd></dd></div>`,
  )}</dl>
</header>
${headlineOf(explanation, context)}
<section id="inputs"><h2>1 Inputs</h2>${inputTable(explanation, context)}</section>
<section id="result"><h2>2 Result</h2>${resultTable(explanation, context)}${figureList(explanation.figures)}${closing(explanation)}</section>
<section id="said"><h2>3 Flags, assumptions, recommendations</h2>${said(explanation, references)}</section>
<section id="calculation"><h2>4 Calculation</h2>
<p class="legend">Each step gives the formula, the formula with its numbers, and the result. Beside it stands the authority: source, clause and how sure it is.</p>
${stepList(steps, known, references)}</section>
<section id="rules"><h2>5 Rules behind flags, assumptions and recommendations</h2>${listRules(explanation, known, references)}</section>
<section id="sources"><h2>6 Sources</h2>${references.list(context.sources)}</section>
<section id="record"><h2>7 Definition files</h2>
<p class="legend">The result can be computed again from these files; SHA-256 names their exact content.</p>
<table class="files"><thead><tr><th scope="col">File</th><th scope="col">SHA-256</th></tr></thead><tbody>${Object.entries(
    explanation.definition_files,
  ).map(
    ([file, hash]) =>
      html`<tr><th scope="row"><code>${file}</code></th><td><code class="hash">${hash}</code></td></tr>`,
  )}</tbody></table></section>
</main>`;
}

/** Symbols of the trade that inputs have. */
export function symbolsOf(schema: SheetContext["inputSchema"]): Symbols {
  const properties = isRecord(schema?.properties) ? schema.properties : {};
  return new Map(
    Object.entries(properties).flatMap(([name, field]) =>
      isRecord(field) && typeof field.symbol === "string" ? [[name, field.symbol] as const] : [],
    ),
  );
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

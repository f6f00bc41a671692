// A calculation sheet as one HTML document, on server and browser. The caller supplies the styles.

import type { Explanation } from "../../engine/explain/explanation.js";
import { figureHtml } from "../figures/figure.js";
import { type Html, html } from "../html.js";
import { pageAlone } from "../standalone-page.js";
import { answer, firstFigures, recommendations } from "./answer.js";
import { candidates } from "./candidates.js";
import { checklist, requirementsIn } from "./checklist.js";
import { checks } from "./checks.js";
import { type PageContext, resultOf } from "./context.js";
import { LIST_STEPS, listRules } from "./lists.js";
import type { Typesetter } from "./math.js";
import { type Detail, PROJECT, type SheetOptions } from "./options.js";
import { inputTable, resultTable } from "./quantities.js";
import { References } from "./references.js";
import { noteSteps, stepList } from "./steps.js";
import { checkLink, storedSheet } from "./stored.js";
import { type Work, workOf } from "./work.js";

/** Renders the document. `styles` receives the body, because its formulas determine the fonts. */
export function sheetDocument(
  explanation: Explanation,
  context: PageContext,
  styles: (body: string) => string,
  options: SheetOptions,
): string {
  const body = sheetBody(explanation, context, options).text;
  const { title, tool, version } = explanation;
  return pageAlone(
    `${title} · ${tool} ${version}`,
    `${styles(body)}\n${footer(explanation, context, options.project)}`,
    `<main>${body}</main>${storedSheet(explanation, context).text}`,
  );
}

/** Renders the sheet without its document. */
export function sheetBody(
  explanation: Explanation,
  context: PageContext,
  options: SheetOptions,
  math?: Typesetter,
): Html {
  const { detail = "checks" } = options;
  const work = workOf(explanation, context, detail === "full" ? "steps" : "lines", math);
  if (detail === "full")
    noteSteps(
      explanation.steps.filter(({ name, rules }) => !LIST_STEPS.has(name) || rules !== undefined),
      work,
    );
  const references = new References();
  const parts =
    detail === "summary"
      ? html``
      : html`${checks(work, references)}${inFull(explanation, context, work, detail)}`;
  const appendix = detail === "full" ? appendixOf(explanation, work, references, options) : html``;
  if (detail === "full") references.noteAll(explanation.steps);
  return html`<div class="sheet-body">
${head(explanation, context, options)}
${answer(explanation, context, work)}
${checklist(requirementsIn(resultOf(explanation), context.inputSchema))}
${recommendations(explanation, context)}
${parts}${appendix}
${
  detail !== "summary" &&
  html`<section id="sources"><h2>Sources</h2>${detail === "full" ? references.list(context.sources) : references.shortList(context.sources)}</section>`
}${detail === "full" && record(context)}
${checkLink(explanation, context)}</div>`;
}

function head(explanation: Explanation, context: PageContext, { project = {}, rules }: SheetOptions): Html {
  return html`<header>
<div class="title"><p class="kind">Calculation sheet${project.member !== undefined && html` · ${explanation.title}`}</p>
<h1>${project.member ?? explanation.title}</h1></div>
<dl class="project">${Object.entries(PROJECT).map(
    ([name, label]) =>
      name !== "member" &&
      html`<div><dt>${label}</dt><dd>${project[name as keyof typeof PROJECT] ?? ""}</dd></div>`,
  )}</dl>
<p class="facts">Version ${explanation.version} · edition ${explanation.edition} · law and data as of ${explanation.as_of} · definition <code>${explanation.tool}</code> <code>${fingerprint(context)}</code>${rules !== undefined && html` · <a href="${rules}">its rules and sources</a>`}</p>
</header>`;
}

function inFull(explanation: Explanation, context: PageContext, work: Work, detail: Detail): Html {
  const before = firstFigures(explanation);
  // Sweeps show other inputs, so a short sheet omits them.
  const others = explanation.figures.filter(
    (figure) => !before.includes(figure) && (figure.kind !== "sweep" || detail === "full"),
  );
  const shape = { context, meanings: detail === "full" };
  // The first page lists all inputs; only the full sheet explains them.
  return html`${detail === "full" && html`<section id="inputs"><h2>Inputs in full</h2>${inputTable(explanation, shape)}</section>`}
<section id="result"><h2>Results in full</h2>${resultTable(explanation, shape)}${
    others.length > 0 &&
    html`<div class="figures">${others.map((figure) => figureHtml(figure, "slim"))}</div>`
  }${candidates(explanation, work)}</section>`;
}

function appendixOf(
  explanation: Explanation,
  work: Work,
  references: References,
  options: SheetOptions,
): Html {
  const steps = explanation.steps.filter(({ name }) => !LIST_STEPS.has(name));
  const at = { work, references, options };
  return html`<section id="calculation" class="appendix"><h2>Appendix: every step</h2>
<p class="soft">Each step gives its name in the definition, the result, the formula, the formula with its numbers, and the authority: source, clause and how sure it is.</p>
${stepList(steps, at)}</section>
<section id="rules"><h2>Rules behind flags, assumptions and recommendations</h2>${listRules(explanation, work, references)}</section>`;
}

function record({ identity }: PageContext): Html {
  return html`<section id="record"><h2>Definition files</h2>
<p class="soft">The result can be computed again from these files; SHA-256 names their exact content. The hash over this list, in the form that <code>sha256sum</code> prints, is the definition's: <code class="hash">${identity.sha256}</code></p>
<table class="files"><thead><tr><th scope="col">File</th><th scope="col">SHA-256</th></tr></thead><tbody>${identity.files.map(
    ([file, hash]) =>
      html`<tr><th scope="row"><code>${file}</code></th><td><code class="hash">${hash}</code></td></tr>`,
  )}</tbody></table></section>`;
}

/** The first digits of the definition's hash. */
function fingerprint({ identity }: PageContext): string {
  return identity.sha256.slice(0, 12);
}

/** Returns the CSS of the printed footer: tool, version and hash. */
export function footer(
  explanation: Explanation,
  context: PageContext,
  project: SheetOptions["project"] = {},
): string {
  const { tool, title, version, as_of } = explanation;
  const text = `${tool} ${version} · definition ${fingerprint(context)} · as of ${as_of}`;
  const given = [project.project, project.reference, project.member].filter((each) => each !== undefined);
  const head =
    given.length === 0 ? "" : [...given, ...(project.member === undefined ? [title] : [])].join(" · ");
  const box = (place: string, content: string) =>
    `@${place} { content: "${content.replace(/[^\p{L}\p{N} .,:()/&+·-]/gu, "")}"; font: 7pt system-ui, Arial, sans-serif; color: #444; }`;
  return `@page { ${box("top-left", head)} @bottom-left { content: "${text.replace(/[^\w .·-]/g, "")}"; } @bottom-right { content: counter(page) " / " counter(pages); } }`;
}

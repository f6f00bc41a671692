// Renders the review page of a change: for each tool its changed results, plots, flipped verdicts, examples with both
// sheets, and changed lines.
import { manyOf } from "../../wording/wording.js";
import { figureHtml } from "../figures/figure.js";
import { type Html, html, nameHtml } from "../html.js";
import { pageAlone } from "../standalone-page.js";
import { styleOf } from "../styles.js";
import { numbersOf, wideTable } from "../wide-table.js";
import type { ExampleView, ImpactView, Matrix, NumberView, SourceView, ToolView } from "./view.js";

export function impactPage(view: ImpactView): string {
  const { before, after, how, tools, untouched, sources } = view;
  const body = html`<main class="sheet-body">
<header><p class="kind">Change of definitions</p><h1>${before} to ${after}</h1><p class="soft">${how}</p></header>
${overview(tools)}
${tools.map(toolSection)}
${sources.length > 0 && html`<section id="sources"><h2>Bibliography</h2>${sourceList(sources)}</section>`}
<section id="untouched"><h2>Untouched</h2><p class="soft">${untouched.length === 0 ? "No tool: all are named above." : untouched.join(", ")}</p></section>
</main>`;
  const styles = styleOf("tokens.css", "sheet.css", "figures.css", "impact.css");
  return pageAlone(`Impact: ${before} to ${after}`, styles, body.text);
}

function overview(tools: readonly ToolView[]): Html {
  if (tools.length === 0) return html`<p class="answer">No definition that a tool is made of changed.</p>`;
  const counts = ["Verdicts that flipped", "Golden cases moved", "Findings"].map(numbersOf);
  return wideTable(
    { label: "Overview", looks: "scroll", table: "overview" },
    ["Tool", "Version", "What moved", ...counts],
    tools.map(
      ({ name, title, version, share, verdicts, cases, findings }) =>
        html`<tr><th scope="row"><a href="#${name}">${title}</a></th><td>${version}</td><td>${share.split(" (")[0]?.replace(" %", "\u202F%")}</td><td class="number">${flips(verdicts)}</td><td class="number">${cases.count}</td><td class="number">${findings.length > 0 ? html`<b class="bad">${findings.length}</b>` : "0"}</td></tr>`,
    ),
  );
}

function flips(verdicts: readonly Matrix[]): number {
  return verdicts.reduce((sum, { cells }) => sum + cells.reduce((all, { count }) => all + count, 0), 0);
}

function toolSection(tool: ToolView): Html {
  const { name, title, version, share, findings } = tool;
  return html`<section class="tool" id="${name}"><h2>${title}</h2><p class="soft">${nameHtml(name)} ${version}. ${share}</p>
${findings.map((said) => html`<p class="finding"><b>Finding.</b> ${said}</p>`)}
${tool.verdicts.map(matrix)}${tool.acceptance.map(({ said, example }) => html`<p>${said} ${example !== undefined && exampleLinks(example)}</p>`)}
${tool.numbers.length > 0 && numbers(tool.numbers)}
${tool.figures.length > 0 && html`<h3>Before and after</h3><div class="figures">${tool.figures.map((figure) => figureHtml(figure, "slim"))}</div>`}
${tool.texts.length > 0 && html`<h3>Sentences</h3>${tool.texts.map(sentences)}`}
${casesAndPromises(tool)}${tool.files.map(diff)}</section>`;
}

/** Rows are verdicts before, columns after the change. */
function matrix({ title, from, to, cells }: Matrix): Html {
  return html`<h3>${title}: verdicts that flipped</h3>${wideTable(
    { label: title, looks: "scroll", table: "matrix" },
    ["before, then after", ...to],
    from.map(
      (old) =>
        html`<tr><th scope="row">${old}</th>${to.map((now) => {
          const cell = cells.find((each) => each.from === old && each.to === now);
          return cell === undefined
            ? html`<td class="none">–</td>`
            : html`<td><b>${cell.count}</b> ${cell.example !== undefined && exampleLinks(cell.example)}</td>`;
        })}</tr>`,
    ),
  )}`;
}

function numbers(moves: readonly NumberView[]): Html {
  return html`<h3>Numbers</h3>${wideTable(
    { label: "Numbers", looks: "scroll" },
    ["Result", ...["Changed", "Before", "After"].map(numbersOf), "Largest change", "Where"],
    moves.map(
      ({ title, unit, changed, before, after, by, example }) =>
        html`<tr><th scope="row">${title}${unit !== undefined && html` <span class="unit">${unit}</span>`}</th><td class="number">${changed}</td><td class="number">${before}</td><td class="number">${after}</td><td class="by">${by}</td><td>${example !== undefined && exampleLinks(example)}</td></tr>`,
    ),
  )}`;
}

function exampleLinks({ name, input, before, after }: ExampleView): Html {
  return html`<span class="example"><span title="${input}">${name}</span>${before !== undefined && html` <a href="${before}">sheet before</a>`}${after !== undefined && html` <a href="${after}">sheet after</a>`}</span>`;
}

function sentences({ title, changed, gone, come }: ToolView["texts"][number]): Html {
  return html`<p class="soft">${title}, ${manyOf(changed, "time")}</p><ul class="words">${gone.map((text) => html`<li><del>${text}</del></li>`)}${come.map((text) => html`<li><ins>${text}</ins></li>`)}</ul>`;
}

/** Names listed before folding. */
const FEW = 8;

function casesAndPromises({ cases, promised, tried, promises, sources }: ToolView): Html {
  const more = cases.count - cases.moved.length;
  return html`<div class="columns"><div class="part"><h3>Golden cases</h3><p>${cases.all === 0 ? "It has none." : `${cases.count} of ${cases.all} moved.`}</p>${
    cases.moved.length > 0 &&
    html`<details${cases.moved.length <= FEW && html` open`}><summary>Which</summary><ul class="said">${cases.moved.map((name) => html`<li>${name}</li>`)}${more > 0 && html`<li>and ${more} more</li>`}</ul></details>`
  }</div><div class="part"><h3>Promises and sources</h3>${promised !== "" && html`<p>${promised}</p>`}${
    tried.length > 0 &&
    html`<details><summary>Each promise</summary><ul class="said">${tried.map((each) => html`<li>${each}</li>`)}</ul></details>`
  }${
    promises.length + sources.length === 0
      ? html`<p>None was added, dropped or changed.</p>`
      : html`<ul class="said">${promises.map(({ id, change, because }) => html`<li>promise ${change}: ${nameHtml(id)}, ${because}</li>`)}${sources.map(({ title, change }) => html`<li>source ${change}: ${title}</li>`)}</ul>`
  }</div></div>`;
}

function diff({ path, lines, leftOut }: ToolView["files"][number]): Html {
  const kinds: Readonly<Record<string, string>> = { "-": "gone", "+": "come", "…": "gap" };
  return html`<details class="diff" open><summary>${path}</summary><pre tabindex="0" aria-label="Changed lines of ${path}">${lines.map(
    ({ mark, text }) => html`<span class="${kinds[mark] ?? "same"}">${mark} ${text}</span>\n`,
  )}</pre>${leftOut > 0 && html`<p class="soft">${manyOf(leftOut, "line")} more are not shown.</p>`}</details>`;
}

function sourceList(sources: readonly SourceView[]): Html {
  return html`<ul class="said">${sources.map(({ title, change, said }) => html`<li><b>${change}</b>: ${title}${said !== "" && html`, ${said}`}</li>`)}</ul>`;
}

// Renders the page of one definition file: a tool, a part or a shared table.
import { LISTS } from "../../engine/language/common-fields.js";
import { kindOfFile } from "../../engine/language/files.js";
import type { ToolDef, ValueDef } from "../../engine/language/model.js";
import { capital } from "../../wording/plain-names.js";
import { type Html, html, joined, nameHtml } from "../html.js";
import type { Book } from "./book.js";
import { type Chapter, KINDS, type PageKind } from "./chapters.js";
import { figureItems } from "./figures.js";
import { answerTable, constraintList, inputTable, resultTable, scaleList } from "./interface.js";
import { judgementFile, linkTo } from "./links.js";
import { promiseList } from "./promises.js";
import { requirementList } from "./requirements.js";
import { tableItem } from "./tables.js";
import { calculationItem, valueItem, valueList } from "./values.js";
import { PageWriter } from "./writer.js";

export function chapterBody(book: Book, chapter: Chapter): Html {
  const page = new PageWriter(book, chapter);
  const tool =
    chapter.kind === "tool" || chapter.kind === "legacy"
      ? chapter.tools.find(({ plan }) => plan.def.file === chapter.file)
      : undefined;
  const def = tool?.plan.def;
  const sections: (readonly [id: string, title: string, body: Html])[] = [];
  const add = (id: string, title: string, body: Html | undefined): void => {
    if (body !== undefined) sections.push([id, title, body]);
  };
  const conditions = chapter.values.filter(({ condition }) => condition);
  const steps = chapter.values.filter(({ condition, list }) => !condition && list === undefined);
  const verdict = def?.headline?.verdict;
  const rules = steps
    .filter(({ kind }) => kind === "decide")
    .sort((a, b) => Number(b.name === verdict) - Number(a.name === verdict));
  const values = steps.filter(({ kind }) => kind !== "decide");
  if (def !== undefined) add("answering", "What it answers", answerTable(def, page));
  if (def !== undefined) add("requiring", "Requirements", requirementList(def, page));
  if (rules.length > 0) add("deciding", "Deciding rules", valueList(rules, "", page));
  if (conditions.length > 0) add("conditions", "Conditions", valueList(conditions, "", page));
  if (def !== undefined) add("flagging", "Flags", listOf(def, LISTS.flags, page));
  if (values.length > 0) add("steps", "Method", valueList(values, "", page));
  for (const [id, title, wanted] of [
    ["functions", "Functions", true],
    ["calculations", "Calculations", false],
  ] as const) {
    const found = chapter.calculations.filter(({ isFunction }) => isFunction === wanted);
    if (found.length > 0) add(id, title, html`${found.map((each) => calculationItem(each, page))}`);
  }
  if (def !== undefined) add("results", "Results", resultTable(def, page));
  if (tool !== undefined) add("inputs", "Inputs", inputTable(tool, page));
  if (def !== undefined && def.constraints.length > 0)
    add("constraints", "What is refused", constraintList(def.constraints, page));
  const scales = chapter.head?.scales ?? new Map<string, string[]>();
  if (scales.size > 0) add("scales", "Scales", scaleList(scales, page));
  const tables = chapter.tables.map((table) => tableItem(table, page));
  if (tables.length > 0) add("tables", chapter.kind === "table" ? "Rows" : "Tables", html`${tables}`);
  if (def !== undefined)
    for (const [id, title, name] of [
      ["assuming", "Assumptions", LISTS.assumptions],
      ["recommending", "Recommendations", LISTS.recommendations],
      ["naming", "Standard that results name", LISTS.standard],
    ] as const)
      add(id, title, listOf(def, name, page));
  if (tool !== undefined && tool.plan.def.figures.length > 0)
    add("figures", "Figures", figureItems(tool, page));
  if (def !== undefined && def.promises.length > 0) add("promises", "Promises", promiseList(def, page));
  add("history", "History", history(book, chapter));
  return html`${head(book, chapter, def)}<nav class="contents" aria-label="On this page">${sections.map(([id, title]) => html`<a href="#${id}">${title}</a> `)}</nav>${sections.map(
    ([id, title, body]) => html`<section class="part" id="${id}"><h2>${title}</h2>${body}</section>`,
  )}`;
}

function listOf(def: ToolDef, name: string, page: PageWriter): Html | undefined {
  const value: ValueDef | undefined = def.values.find((each) => each.name === name);
  return value === undefined || (value.kind === "collect" && value.entries.length === 0)
    ? undefined
    : valueItem(value, "", page);
}

function head(book: Book, chapter: Chapter, def: ToolDef | undefined): Html {
  const { file, head: said, kind, name } = chapter;
  const page = new PageWriter(book, chapter);
  const link = (to: string) => html`<a href="${linkTo(file, to)}">${book.chapters.get(to)?.title ?? to}</a>`;
  const takes = (def?.files ?? []).filter((other) => other !== file);
  const takesOf = (of: PageKind) => takes.filter((other) => kindOfFile(other) === of).map(link);
  const users = chapter.tools
    .filter(({ plan }) => plan.def.file !== file)
    .map(({ plan }) => link(plan.def.file));
  const usedParts = [...book.chapters.values()]
    .filter(
      (other) =>
        other.kind !== "table" &&
        other.file !== file &&
        kind === "table" &&
        other.head?.shared.includes(name) === true,
    )
    .map((other) => link(other.file));
  const facts: (readonly [string, Html | string])[] = [
    ...(def === undefined
      ? []
      : [["Version", def.version] as const, ["Category", def.category.replaceAll("_", " ")] as const]),
    ...(said?.edition === undefined ? [] : [["Edition", said.edition] as const]),
    ["File", html`<code>${file}</code>`],
    ["SHA-256", html`<code class="hash">${book.set.files.get(file)?.sha256 ?? ""}</code>`],
  ];
  return html`<p class="kind">${capital(KINDS[kind])}</p><h1>${chapter.title}</h1>${def !== undefined && html`<p class="name">${nameHtml(def.name)}</p>`}
<p class="lead">${said?.description ?? ""}</p>${def !== undefined && kind === "tool" && beside(book, def)}${page.chapter.comments.head.length > 0 && html`<p class="comment">${page.chapter.comments.head.join(" ")}</p>`}
<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${linked("Uses", takesOf("part"))}${linked("Shared tables", takesOf("table"))}${linked("Used by", usedParts)}${linked("Used in", users)}${
  def !== undefined && def.disclaimer !== "" && html`<p class="soft">Disclaimer: ${def.disclaimer}</p>`
}${page.cites(def?.cites ?? [])}`;
}

/** Links to the explorer, the API reference and the page of the numbers' evidence. */
function beside({ options: { served } }: Book, { file, name }: ToolDef): Html {
  return html`<p class="beside"><a href="${linkTo(file, judgementFile(name))}">How well founded are its numbers?</a>${
    served &&
    html` <a href="../../#/${name}">Try it in the explorer</a> <a href="../../docs/reference#${name}">Call it over the API</a>`
  }</p>`;
}

function linked(title: string, links: readonly Html[]): Html {
  return links.length === 0
    ? html``
    : html`<p class="linked"><span class="tag">${title}</span> <span>${joined(links, ", ")}</span></p>`;
}

function history(book: Book, chapter: Chapter): Html {
  const { changes } = book;
  const list = changes.of(chapter.file);
  return html`${changes.missing !== undefined && html`<p class="soft">${changes.missing}</p>`}${
    changes.uncommitted(chapter.file) &&
    html`<p class="soft">The file has changes that are not committed.</p>`
  }${
    list.length > 0 &&
    html`<table class="history"><thead><tr><th scope="col">Date</th><th scope="col">Commit</th><th scope="col">Change</th></tr></thead><tbody>${list.map(
      ({ date, commit, subject }) =>
        html`<tr><td class="date">${date}</td><td><code>${commit}</code></td><td>${subject}</td></tr>`,
    )}</tbody></table>`
  }`;
}

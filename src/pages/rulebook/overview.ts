// The first page of the rule book, and the bibliography with everything that rests on each source.
import type { Tool } from "../../engine/tool.js";
import { manyOf, termsOf } from "../../wording.js";
import { type Html, html, joined, nameHtml, trusted, webLink } from "../html.js";
import { evidenceMark } from "../sheet/references.js";
import type { Book } from "./book.js";
import type { Chapter } from "./chapters.js";
import { pageOf } from "./writer.js";

export function indexBody(book: Book): Html {
  const categories = new Map<string, Tool[]>();
  for (const tool of book.set.tools.values()) {
    const { category } = tool.plan.def;
    categories.set(category, [...(categories.get(category) ?? []), tool]);
  }
  const chapters = (kind: Chapter["kind"]) =>
    [...book.chapters.values()].filter((each) => each.kind === kind);
  const entry = (file: string, name: string, title: string, said: string) =>
    html`<li data-words="${`${name} ${title}`.toLowerCase()}"><a href="${pageOf(file)}">${title}</a> ${title !== name && nameHtml(name)}<p>${said}</p></li>`;
  const ofChapter = ({ file, name, map }: Chapter) =>
    entry(file, name, name, typeof map.description === "string" ? map.description : "");
  return html`<h1>Rule book</h1>
<p class="lead">Every calculation, rule, table and source of this set, as it stands in the definitions: ${book.set.tools.size} tools, ${chapters("part").length} parts, ${chapters("table").length} shared tables, ${book.set.sources.size} sources. Edition ${book.set.edition}.</p>
<p><label class="search" hidden>Find <input type="search" autocomplete="off" placeholder="name of a tool, part or table"></label></p>
${[...categories].map(
  ([category, tools]) =>
    html`<section class="part"><h2>${category.replaceAll("_", " ")}</h2><ul class="entries">${tools.map(({ plan: { def } }) => entry(def.file, def.name, def.title, def.description))}</ul></section>`,
)}
${[
  [
    "legacy",
    "Older interface",
    chapters("legacy").map(({ file, name, map }) =>
      entry(file, name, String(map.title ?? name), String(map.description ?? "")),
    ),
  ] as const,
  ["parts", "Parts of methods", chapters("part").map(ofChapter)] as const,
  ["tables", "Shared tables", chapters("table").map(ofChapter)] as const,
].map(
  ([id, title, list]) =>
    html`<section class="part" id="${id}"><h2>${title}</h2><ul class="entries">${list}</ul></section>`,
)}
<section class="part" id="common"><h2>Common to all results</h2><p class="said">${[...book.set.tools.values()][0]?.surroundings.disclaimer ?? ""}</p></section>
<section class="part" id="sources"><h2>Sources</h2><p><a href="sources.html">${book.set.sources.size} laws, standards and data sets</a>, each with its evidence and every place that rests on it.</p></section>`;
}

/** Without it the page is whole; with it the list narrows while one types. */
export const SEARCH: Html = html`<script>${trusted(`
const label = document.querySelector(".search");
const box = label.querySelector("input");
label.hidden = false;
box.addEventListener("input", () => {
  const wanted = box.value.toLowerCase().split(/[\\s_]+/).filter(Boolean);
  for (const item of document.querySelectorAll(".entries li"))
    item.hidden = !wanted.every((word) => item.dataset.words.includes(word));
  for (const part of document.querySelectorAll("section.part")) {
    const items = part.querySelectorAll(".entries li");
    part.hidden = items.length > 0 && [...items].every((item) => item.hidden);
  }
});
`)}</script>`;

const EVIDENCE: readonly (readonly [word: string, meaning: string])[] = [
  ["law", "law in force"],
  ["guidance", "official guidance"],
  ["standard", "a published standard"],
  ["published", "published data"],
  ["rule_of_thumb", "what practice commonly takes"],
  ["judgement", "the editors' own"],
  ["policy", "announced, not yet law"],
  ["unverified", "not confirmed in the source itself"],
];

export function sourcesBody(book: Book): Html {
  const sources = [...book.set.sources.values()];
  return html`<h1>Sources</h1>
<p class="lead">What the definitions rest on. Each source names how sure it is, the day by which it must be looked at again, and every place that cites it.</p>
<p class="legend">${joined(
    EVIDENCE.map(([word, meaning]) => html`${evidenceMark(word)} ${meaning}`),
    " · ",
  )}</p>
${sources.map((source) => {
  const uses = book.set.uses.get(source.id) ?? [];
  const about = [source.reference, source.publisher, source.date].filter((text) => text !== undefined);
  const due = source.review_by < book.set.edition;
  const licence = book.set.licences.get(source.licence ?? "");
  return html`<section class="value source" id="${source.id}"><h3>${source.title} ${evidenceMark(source.evidence)}</h3>
<p>${about.length > 0 && html`${about.join(", ")}. `}<code>${source.id}</code> · review by ${source.review_by}${due && html` <b>(overdue)</b>`}</p>
${source.url !== undefined && html`<p class="link">${webLink(source.url, source.url)}</p>`}${licence !== undefined && html`<p class="licence">Licence: ${licence.url === undefined ? termsOf(licence) : webLink(licence.url, termsOf(licence))}</p>`}${source.note !== undefined && html`<p class="soft">${source.note}</p>`}
<p class="uses"><span class="tag">cited in ${manyOf(uses.length, "place")}</span></p><ul class="cited">${uses.map(
    (use) => {
      const { file, line, column } = use.location;
      const place = book.placeAt(file, line, column);
      const name = file.replace(/^.*\/|\.yaml$/g, "");
      return html`<li><a href="${pageOf(file)}#${place?.anchor ?? "top"}">${name}: ${place?.label ?? "whole file"}</a>${use.clause !== "" && html`, <span class="clause">${use.clause}</span>`}${use.evidence !== undefined && html` ${evidenceMark(use.evidence)}`}</li>`;
    },
  )}</ul></section>`;
})}`;
}

// The first page of the rule book: lists every tool, part and table.
import type { Tool } from "../../engine/tool.js";
import { type Html, html } from "../html.js";
import type { Book } from "./book.js";
import type { Chapter } from "./chapters.js";
import { pageOf } from "./links.js";

export function indexBody(book: Book): Html {
  const categories = new Map<string, Tool[]>();
  for (const tool of book.set.tools.values()) {
    const { category } = tool.plan.def;
    categories.set(category, [...(categories.get(category) ?? []), tool]);
  }
  const chapters = (kind: Chapter["kind"]) =>
    [...book.chapters.values()].filter((each) => each.kind === kind);
  const entry = ({ file, title, head }: Chapter) =>
    html`<li><a href="${pageOf(file)}">${title}</a><p>${head?.description ?? ""}</p></li>`;
  const list = (id: string, title: string, all: readonly Chapter[]) =>
    all.length > 0 &&
    html`<section class="part" id="${id}"><h2>${title}</h2><ul class="entries">${all.map(entry)}</ul></section>`;
  return html`<h1>Rule book</h1>
<p class="lead">Every calculation, rule, table and source of this set: ${book.set.tools.size} tools, ${chapters("part").length} parts, ${chapters("table").length} shared tables, <a href="sources.html">${book.set.sources.size} sources</a>. Edition ${book.set.edition}.</p>
<p><a href="judgement.html">How well founded are the numbers?</a> Every value by strength of source, and due reviews.</p>
${[...categories].map(([category, tools]) =>
  list(
    `category-${category}`,
    book.titles.heading(category),
    tools.flatMap(({ plan }) => book.chapters.get(plan.def.file) ?? []),
  ),
)}
${list("legacy", "Older interface", chapters("legacy"))}${list("parts", "Parts of methods", chapters("part"))}${list("tables", "Shared tables", chapters("table"))}
<section class="part" id="common"><h2>Common to all results</h2><p class="said">${[...book.set.tools.values()][0]?.context.disclaimer ?? ""}</p></section>`;
}

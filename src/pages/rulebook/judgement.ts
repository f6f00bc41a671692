// "How well founded are the numbers?": counts numbers by evidence for each tool, and lists them on a page per tool,
// least certain and earliest review first.

import type { Citation } from "../../engine/language/model.js";
import type { Tool } from "../../engine/tool.js";
import { EVIDENCE, type Evidence, weakestOf } from "../../lint/shares.js";
import { manyOf, titleOf } from "../../wording/wording.js";
import { type Html, html, joined } from "../html.js";
import { evidenceMark } from "../sheet/references.js";
import { exactNumber } from "../show.js";
import { numbersOf, wideTable } from "../wide-table.js";
import type { Book } from "./book.js";
import { judgementFile, linkTo, pageOf, sourceFile } from "./links.js";
import { type CitedNumbers, placeOf } from "./numbers.js";
import { legend, reviewText } from "./sources.js";

/** Numbers of one location, or of all rows of a table with the same citations. */
interface Listed {
  readonly file: string;
  readonly anchor: string;
  readonly numbers: readonly number[];
  readonly cites: readonly Citation[];
  readonly evidence: Evidence;
  /** The earliest review date of its sources. */
  readonly review: string;
}

/** Numbers shown for a location; a table shows its rows. */
const SHOWN = 6;
const LEAST_SURE_FIRST = EVIDENCE.toReversed();

export function judgementBody(book: Book): Html {
  const tools = [...book.set.tools.values()].map((tool) => ({
    tool,
    counts: countsOf(listedOf(book, tool)),
  }));
  const due = [...book.set.sources.values()]
    .sort((a, b) => (a.review_by < b.review_by ? -1 : a.review_by > b.review_by ? 1 : 0))
    .slice(0, 20);
  return html`<h1>How well founded are the numbers?</h1>
<p class="lead">Every number of every tool by how sure its source is. A number that rests on several sources is as sure as the least sure of them.</p>${legend()}
${wideTable(
  { label: "Numbers by evidence", looks: "table whole" },
  ["Tool", ...[...LEAST_SURE_FIRST, "all"].map((word) => numbersOf(titleOf(word)))],
  tools.map(
    ({ tool, counts }) =>
      html`<tr><th scope="row"><a href="${pageOf(judgementFile(tool.name))}">${tool.plan.def.title}</a></th>${LEAST_SURE_FIRST.map((word) => html`<td class="number">${counts.get(word) ?? html`<span class="soft">–</span>`}</td>`)}<td class="number">${[...counts.values()].reduce((sum, count) => sum + count, 0)}</td></tr>`,
  ),
)}
<section class="part" id="due"><h2>Next to be looked at</h2><ul class="cited">${due.map(
    (source) =>
      html`<li><span class="date">${reviewText(source, book)}</span> <a href="${pageOf(sourceFile(source.id))}">${source.title}</a> ${evidenceMark(source.evidence)}</li>`,
  )}</ul></section>`;
}

export function toolJudgementBody(book: Book, tool: Tool): Html {
  const here = judgementFile(tool.name);
  const listed = listedOf(book, tool);
  const groups = LEAST_SURE_FIRST.map(
    (word) => [word, listed.filter(({ evidence }) => evidence === word)] as const,
  ).filter(([, list]) => list.length > 0);
  const { def } = tool.plan;
  return html`<p class="kind">How well founded are the numbers?</p><h1>${def.title}</h1>
<p class="lead">The numbers behind <a href="${linkTo(here, def.file)}">this tool</a>, those of its parts and tables included, by how sure their source is; within that, those first that must be looked at soonest.</p>
<nav class="contents" aria-label="Kinds of evidence">${groups.map(([word, list]) => html`<a href="#${word}">${titleOf(word)} (${countOf(list)})</a> `)}</nav>
${groups.map(
  ([word, list]) =>
    html`<section class="part" id="${word}"><h2>${titleOf(word)}</h2><p class="soft">${manyOf(countOf(list), "number")}</p>${wideTable(
      { label: `Numbers: ${titleOf(word)}`, looks: "table whole" },
      ["Number", "What it is", "Source and clause", "Review by"],
      list.map((each) => row(each, book, here)),
    )}</section>`,
)}`;
}

function row({ file, anchor, numbers, cites, review }: Listed, book: Book, here: string): Html {
  const chapter = book.chapters.get(file);
  const label = chapter?.places.find((place) => place.anchor === anchor)?.label ?? chapter?.title ?? file;
  const what = anchor === "table" ? (chapter?.title ?? label) : label;
  const values =
    numbers.length > SHOWN ? manyOf(numbers.length, "number") : numbers.map(exactNumber).join(", ");
  return html`<tr><td class="number">${values}</td><th scope="row"><a href="${linkTo(here, file)}#${anchor}">${what}</a></th><td>${joined(
    cites.map(
      ({ source, clause }) =>
        html`<a href="${linkTo(here, sourceFile(source))}">${book.sourceName(source)}</a>${clause !== "" && html`, ${clause}`}`,
    ),
    "; ",
  )}</td><td class="date">${review}${review < book.set.edition && html` <b class="overdue">overdue</b>`}</td></tr>`;
}

function listedOf(book: Book, { plan }: Tool): Listed[] {
  const found = plan.def.files.flatMap((file) => {
    const chapter = book.chapters.get(file);
    if (chapter === undefined) return [];
    const groups = new Map<string, CitedNumbers & { file: string }>();
    for (const each of book.numbers(chapter)) {
      if (each.numbers.length === 0 || each.cites.length === 0) continue;
      const key = `${placeOf(each)} ${JSON.stringify(each.cites)}`;
      const known = groups.get(key);
      const numbers = [...(known?.numbers ?? []), ...each.numbers];
      groups.set(key, { anchor: placeOf(each), cites: each.cites, numbers, file });
    }
    return [...groups.values()];
  });
  const evidenceOf = (id: string) => book.set.sources.get(id)?.evidence;
  return found
    .map(
      (each): Listed => ({
        ...each,
        evidence: weakestOf(each.cites, evidenceOf) ?? "unverified",
        review: each.cites.map(({ source }) => book.set.sources.get(source)?.review_by ?? "").sort()[0] ?? "",
      }),
    )
    .sort((a, b) => (a.review < b.review ? -1 : a.review > b.review ? 1 : 0));
}

function countsOf(listed: readonly Listed[]): Map<Evidence, number> {
  const counts = new Map<Evidence, number>();
  for (const { evidence, numbers } of listed)
    counts.set(evidence, (counts.get(evidence) ?? 0) + numbers.length);
  return counts;
}

function countOf(listed: readonly Listed[]): number {
  return listed.reduce((sum, { numbers }) => sum + numbers.length, 0);
}

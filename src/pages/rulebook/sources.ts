// The bibliography: a list of sources, and a page for each with every location that cites it.
import type { Source } from "../../engine/language/files.js";
import { manyOf, termsOf, titleOf } from "../../wording/wording.js";
import { type Html, html, joined, webLink } from "../html.js";
import { evidenceMark } from "../sheet/references.js";
import { numbersOf, wideTable } from "../wide-table.js";
import type { Book } from "./book.js";
import { linkTo, pageOf, sourceFile } from "./links.js";

const MEANINGS: readonly (readonly [evidence: string, meaning: string])[] = [
  ["law", "law in force"],
  ["guidance", "official guidance"],
  ["standard", "a published standard"],
  ["published", "published data"],
  ["rule_of_thumb", "what practice commonly takes"],
  ["judgement", "the editors' own"],
  ["policy", "announced, not yet law"],
  ["unverified", "not confirmed in the source itself"],
];

export function legend(): Html {
  return html`<p class="legend">${joined(
    MEANINGS.map(([word, meaning]) => html`${evidenceMark(word)} ${meaning}`),
    " · ",
  )}</p>`;
}

export function sourcesBody(book: Book): Html {
  const sources = [...book.set.sources.values()].sort((a, b) => (a.title < b.title ? -1 : 1));
  const groups = MEANINGS.map(
    ([word, meaning]) => [word, meaning, sources.filter(({ evidence }) => evidence === word)] as const,
  ).filter(([, , list]) => list.length > 0);
  return html`<h1>Sources</h1>
<p class="lead">The sources of the definitions. The page of a source shows its evidence, its next review and every citation.</p>
<nav class="contents" aria-label="Kinds of evidence">${groups.map(([word, , list]) => html`<a href="#${word}">${titleOf(word)} (${list.length})</a> `)}</nav>
${groups.map(
  ([word, meaning, list]) =>
    html`<section class="part" id="${word}"><h2>${titleOf(word)}</h2><p class="soft">${meaning}</p>${wideTable(
      { label: `Sources: ${titleOf(word)}`, looks: "table whole" },
      ["Source", "Review by", numbersOf("Cited")],
      list.map(
        (source) =>
          html`<tr><th scope="row"><a href="${pageOf(sourceFile(source.id))}">${source.title}</a>${source.reference !== undefined && html`<span class="soft"> ${source.reference}</span>`}</th><td class="date">${reviewText(source, book)}</td><td class="number">${book.set.uses.get(source.id)?.length ?? 0}</td></tr>`,
      ),
    )}</section>`,
)}`;
}

export function sourceBody(book: Book, source: Source): Html {
  const here = sourceFile(source.id);
  const uses = book.set.uses.get(source.id) ?? [];
  const files = [...new Set(uses.map(({ location }) => location.file))];
  const licence = book.set.licences.get(source.licence ?? "");
  const facts = [
    ["Reference", source.reference],
    ["Publisher", source.publisher],
    ["Of", source.date],
    ["Evidence", evidenceMark(source.evidence)],
    [
      "Licence",
      licence && (licence.url === undefined ? termsOf(licence) : webLink(licence.url, termsOf(licence))),
    ],
    ["Review by", reviewText(source, book)],
    ["Cited as", html`<code>${source.id}</code>`],
  ] as const;
  return html`<p class="kind">Source</p><h1>${source.title}</h1>
<dl class="facts">${facts.map(([label, value]) => value !== undefined && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${source.url !== undefined && html`<p class="link">${webLink(source.url, source.url)}</p>`}${source.note !== undefined && html`<p class="lead">${source.note}</p>`}
<section class="part" id="cited"><h2>What rests on it</h2><p class="soft">Cited in ${manyOf(uses.length, "place")} of ${manyOf(files.length, "page")}.</p>${files.map(
    (file) => {
      const title = book.chapters.get(file)?.title ?? file;
      return html`<section class="value"><h3><a href="${linkTo(here, file)}">${title}</a></h3><ul class="cited">${uses
        .filter(({ location }) => location.file === file)
        .map(({ location: { line, column }, clause, evidence }) => {
          const place = book.placeAt(file, line, column);
          return html`<li><a href="${linkTo(here, file)}#${place?.anchor ?? "top"}">${place?.label ?? "the whole page"}</a>${clause !== "" && html`, <span class="clause">${clause}</span>`}${evidence !== undefined && html` ${evidenceMark(evidence)}`}</li>`;
        })}</ul></section>`;
    },
  )}</section>`;
}

/** Renders the next review date. Overdue means before the edition, because pages read no clock. */
export function reviewText({ review_by: day }: Source, book: Book): Html {
  return html`${day}${day < book.set.edition && html` <b class="overdue">overdue</b>`}`;
}

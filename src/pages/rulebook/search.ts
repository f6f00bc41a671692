// Writes the search index of the rule book as a script, which pages can load from a folder or a service.
import { searchScript } from "../../wording/tool-search.js";
import { type Html, html } from "../html.js";
import { styleOf } from "../styles.js";
import type { Book } from "./book.js";
import type { PageInfo } from "./chapters.js";
import { pageOf } from "./links.js";

/** Tools listed for a page. Pages with more users do not identify a tool. */
const MOST_USERS = 4;

/** Page, anchor, label and searchable text. */
type Entry = readonly [page: number, anchor: string, label: string, text: string];

export function searchIndex(book: Book, pages: readonly PageInfo[]): string {
  const numbered = new Map(pages.map(({ path }, at) => [path, at]));
  const entries: Entry[] = [];
  for (const chapter of book.chapters.values()) {
    const page = numbered.get(pageOf(chapter.file)) ?? 0;
    const found = new Map<string, string[]>();
    for (const { anchor, numbers, cites } of book.numbers(chapter)) {
      const cited = cites.map(({ source, clause }) => `${book.sourceName(source)} ${clause}`);
      found.set(anchor, [...(found.get(anchor) ?? []), ...new Set(numbers.map(String)), ...cited]);
    }
    for (const { anchor, label } of chapter.places)
      entries.push([page, anchor, label, (found.get(anchor) ?? []).join(" · ")]);
  }
  for (const source of book.set.sources.values()) {
    const clauses = new Set((book.set.uses.get(source.id) ?? []).map(({ clause }) => clause));
    const text = [source.reference, source.publisher, source.note, ...clauses].filter((each) => each);
    entries.push([numbered.get(`sources/${source.id}.html`) ?? 0, "top", source.title, text.join(" · ")]);
  }
  const about = new Map(
    [...book.chapters.values()].map(({ file, head, tools }) => {
      const def = tools.find(({ plan }) => plan.def.file === file)?.plan.def;
      const text = [head?.description, ...(def?.questions ?? []), ...(def?.also ?? [])]
        .filter((each) => each)
        .join(" · ");
      const users = tools.map(({ plan }) => plan.def.name);
      return [pageOf(file), [text, users.length > MOST_USERS ? [] : users] as const];
    }),
  );
  const listed = pages.map(({ path, title, kind }) => [path, title, kind, ...(about.get(path) ?? ["", []])]);
  return `globalThis.ruleBook = ${JSON.stringify({ pages: listed, entries })};\n`;
}

/** Returns the search as one script: pages opened from a folder may not import modules. */
export function findScript(): string {
  return searchScript() + styleOf("find.js");
}

export function searchBody(): Html {
  return html`<h1>Search</h1>
<p class="lead">Tools, inputs, rules, tables, numbers and clauses: <q>1.52</q>, <q>Art. 12</q>, <q>buckling</q>. Enter opens the first.</p>
<noscript><p class="note">This search needs JavaScript. Without it, the lists of <a href="index.html">tools, parts and tables</a>, of <a href="sources.html">sources</a> and of <a href="judgement.html">numbers by evidence</a> lead to every place, and the search of the browser finds words in a page.</p></noscript>
<p id="found" class="soft" role="status"></p><ol id="hits" class="hits"></ol>`;
}

// The whole rule book as files: pages, styles, fonts.
import type { DefinitionSet } from "../../engine/set.js";
import { html } from "../html.js";
import { siteStyles } from "../katex-styles.js";
import { styleOf } from "../sheet/page.js";
import { Book } from "./book.js";
import type { Changes } from "./changes.js";
import { chapterBody } from "./chapter.js";
import { frame } from "./layout.js";
import { indexBody, SEARCH, sourcesBody } from "./overview.js";
import { pageOf } from "./writer.js";

export interface SiteFile {
  readonly path: string;
  readonly content: string | Buffer;
}

/** The number of steps that making the site takes, for showing progress. */
export function siteSteps(set: DefinitionSet): number {
  return 2 * set.files.size;
}

/** Files one after the other, so that a caller can show progress and stop; some steps yield nothing yet. */
export function* siteFiles(set: DefinitionSet, changes: Changes): Generator<SiteFile | undefined> {
  const book = new Book(set, changes);
  const foot = `Edition ${set.edition} · ${changes.state}. Results are indicative; a qualified engineer must validate them.`;
  // Written once to learn who uses what, and a second time to say it.
  for (const chapter of book.chapters.values()) {
    chapterBody(book, chapter);
    yield undefined;
  }
  for (const chapter of book.chapters.values()) {
    const title = typeof chapter.map.title === "string" ? chapter.map.title : chapter.name;
    const up = "../".repeat(chapter.file.split("/").length - 1);
    yield { path: pageOf(chapter.file), content: frame({ title, up, foot }, chapterBody(book, chapter)) };
  }
  yield { path: "index.html", content: frame({ title: "Contents", up: "", foot }, indexBody(book), SEARCH) };
  yield {
    path: "sources.html",
    content: frame({ title: "Sources", up: "", foot }, sourcesBody(book), html``),
  };
  const { css, fonts } = siteStyles();
  yield { path: "assets/katex.css", content: css };
  yield { path: "assets/rulebook.css", content: `${styleOf("rulebook.css")}\n${styleOf("figures.css")}` };
  for (const [name, content] of fonts) yield { path: `assets/fonts/${name}`, content };
}

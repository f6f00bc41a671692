// The complete rule book: its pages by path, with styles, fonts and scripts. `plumbline rulebook` writes them into a
// folder, and the build into the built form.
import type { DefinitionSet } from "../../engine/set.js";
import type { Html } from "../html.js";
import { siteStyles } from "../katex-styles.js";
import { styleOf } from "../styles.js";
import { Book, type BookOptions } from "./book.js";
import { chapterBody } from "./chapter.js";
import { KINDS, type PageInfo } from "./chapters.js";
import { judgementBody, toolJudgementBody } from "./judgement.js";
import { frame } from "./layout.js";
import { judgementFile, pageOf, sourceFile } from "./links.js";
import { indexBody } from "./overview.js";
import { findScript, searchBody, searchIndex } from "./search.js";
import { sourceBody, sourcesBody } from "./sources.js";

export interface SiteFile {
  readonly path: string;
  readonly content: string | Buffer;
}

interface Page extends PageInfo {
  readonly body: () => Html;
  readonly scripts?: readonly string[];
}

export class RuleBook {
  private readonly book: Book;
  private readonly all: ReadonlyMap<string, Page>;

  constructor(
    set: DefinitionSet,
    private readonly options: BookOptions,
  ) {
    const book = new Book(set, options);
    this.book = book;
    const pages: Page[] = [
      { path: "index.html", title: "Contents", kind: "contents", body: () => indexBody(book) },
      ...[...book.chapters.values()].map((chapter) => ({
        path: pageOf(chapter.file),
        title: chapter.title,
        kind: KINDS[chapter.kind],
        body: () => chapterBody(book, chapter),
      })),
      { path: "sources.html", title: "Sources", kind: "list", body: () => sourcesBody(book) },
      ...[...set.sources.values()].map((source) => ({
        path: pageOf(sourceFile(source.id)),
        title: source.title,
        kind: "source",
        body: () => sourceBody(book, source),
      })),
      {
        path: "judgement.html",
        title: "How well founded are the numbers?",
        kind: "list",
        body: () => judgementBody(book),
      },
      ...[...set.tools.values()].map((tool) => ({
        path: pageOf(judgementFile(tool.name)),
        title: `${tool.plan.def.title}: how well founded are the numbers?`,
        kind: "numbers by evidence",
        body: () => toolJudgementBody(book, tool),
      })),
      {
        path: "search.html",
        title: "Search",
        kind: "list",
        body: searchBody,
        scripts: ["search-index.js", "find.js", "search.js"],
      },
    ];
    this.all = new Map(pages.map((page) => [page.path, page]));
  }

  /** Every page, in book order. */
  get pages(): PageInfo[] {
    return [...this.all.values()].map(({ path, title, kind }) => ({ path, title, kind }));
  }

  get files(): number {
    return this.book.chapters.size;
  }

  /** Records which locations use which, and yields each file. Pages made earlier lack their users. */
  *learn(): Generator<string> {
    for (const chapter of this.book.chapters.values()) {
      chapterBody(this.book, chapter);
      yield chapter.file;
    }
  }

  /** Returns a page, or undefined. */
  page(path: string): string | undefined {
    const page = this.all.get(path);
    if (page === undefined) return undefined;
    const { title, scripts = [] } = page;
    const { changes, served } = this.options;
    const up = "../".repeat(path.split("/").length - 1);
    const foot = `Edition ${this.book.set.edition} · ${changes.state}. Results are indicative; a qualified engineer must validate them.`;
    return frame({ title, up, foot, served, scripts }, page.body());
  }

  *pageFiles(): Generator<SiteFile> {
    for (const path of this.all.keys()) yield { path, content: this.page(path) ?? "" };
  }

  *assets(): Generator<SiteFile> {
    const { css, fonts } = siteStyles();
    yield { path: "assets/katex.css", content: css };
    const styles = styleOf("tokens.css", "rulebook.css", "top.css", "figures.css");
    yield { path: "assets/rulebook.css", content: styles };
    for (const name of ["site.js", "search.js"]) yield { path: `assets/${name}`, content: styleOf(name) };
    yield { path: "assets/find.js", content: findScript() };
    yield { path: "assets/search-index.js", content: searchIndex(this.book, this.pages) };
    for (const [name, content] of fonts) yield { path: `assets/fonts/${name}`, content };
  }
}

// Builds the pages at /docs from the Markdown files in docs/: text on the left, samples next to it, and a list of
// pages. Each chapter of `docs/api.md` is a page.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Lexer, Parser, Renderer, type Token, type Tokens } from "marked";
import { HOME } from "../src/definitions/folder.js";
import { html, trusted } from "../src/pages/html.js";
import { siteTop } from "../src/pages/site-top.js";

/** Files in reading order, with their titles. */
const FILES: readonly (readonly [file: string, title: string])[] = [
  ["start.md", "Your first call"],
  ["tables.md", "Whole tables"],
  ["api.md", "The API at a glance"],
  ["api-reference.md", "API reference"],
  ["mcp.md", "Agents over MCP"],
  ["library.md", "As a library"],
  ["sql.md", "Tools as SQL"],
  ["command-line.md", "The command line"],
  ["command-line-reference.md", "Reference of commands"],
  ["verification.md", "Verification"],
  ["language.md", "The definition language"],
  ["language-reference.md", "Reference of the language"],
  ["authoring.md", "Writing and changing tools"],
  ["editing.md", "Editors"],
  ["operating.md", "Operating the service"],
  ["operating-reference.md", "Reference for operators"],
  ["keys.md", "Keys of callers"],
  ["licences.md", "Licences of sources"],
  ["faults.md", "Faults and guarantees"],
  ["stability.md", "Stability"],
  ["legacy.md", "The older interface"],
];
/** Files with one page per chapter. */
const SPLIT = new Set(["api.md"]);
const OUTPUT = join(HOME, "dist/guide");

interface GuidePage {
  readonly slug: string;
  readonly title: string;
  readonly file: string;
  readonly tokens: readonly Token[];
}

/** Returns the anchor of a heading as GitHub does. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

const isHeading = (token: Token, depth: number): token is Tokens.Heading =>
  token.type === "heading" && (token as Tokens.Heading).depth === depth;

function pagesOf([file, title]: readonly [string, string]): GuidePage[] {
  const tokens = new Lexer({ gfm: true }).lex(readFileSync(join(HOME, "docs", file), "utf8"));
  const pages: { slug: string; title: string; file: string; tokens: Token[] }[] = [
    { slug: file === "start.md" ? "" : file.replace(".md", ""), title, file, tokens: [] },
  ];
  for (const token of tokens) {
    if (SPLIT.has(file) && isHeading(token, 2))
      pages.push({ slug: slugOf(token.text), title: token.text, file, tokens: [] });
    pages.at(-1)?.tokens.push(token);
  }
  return pages;
}

const pages = FILES.flatMap(pagesOf);
const pathOf = ({ slug }: GuidePage) => (slug === "" ? "/docs" : `/docs/${slug}`);

/** Addresses of files and headings, for links between files. */
const addresses = new Map<string, string>();
for (const page of pages) {
  if (!addresses.has(page.file)) addresses.set(page.file, pathOf(page));
  for (const [at, token] of page.tokens.entries()) {
    if (token.type !== "heading") continue;
    const anchor = slugOf((token as Tokens.Heading).text);
    addresses.set(`${page.file}#${anchor}`, at === 0 ? pathOf(page) : `${pathOf(page)}#${anchor}`);
  }
}

/** A request that the page shows in several languages, with the reader's address and key. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

function callOf({ lang, text }: Tokens.Code): Call | undefined {
  if (lang === "http") {
    const [head = "", ...rest] = text.split("\n");
    const [method = "", path = ""] = head.split(" ");
    // Requests with custom headers are shown unchanged.
    return rest[0]?.includes(":") ? undefined : { method, path, body: rest.join("\n").trim() };
  }
  const curl =
    /^curl -s http:\/\/[^/]+(\/\S+) -H 'content-type: application\/json' \\\n\s+-d '([^']*)'$/.exec(text);
  return curl === null ? undefined : { method: "POST", path: curl[1] ?? "", body: curl[2] ?? "" };
}

function bodyOf(page: GuidePage): string {
  const renderer = new Renderer();
  renderer.heading = function ({ tokens, depth, text }) {
    const level =
      page.tokens[0]?.type === "heading" ? depth - (page.tokens[0] as Tokens.Heading).depth + 1 : depth;
    return `<h${level} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${level}>\n`;
  };
  renderer.link = function ({ href, tokens }) {
    const words = this.parser.parseInline(tokens);
    const known = addresses.get(href.startsWith("#") ? `${page.file}${href}` : href);
    const to = known ?? (/^(https?:|\/)/.test(href) ? href : undefined);
    return to === undefined ? words : html`<a href="${to}">${trusted(words)}</a>`.text;
  };
  renderer.table = function (token) {
    return `<div class="scroll" tabindex="0" role="region" aria-label="Table">${Renderer.prototype.table.call(this, token)}</div>`;
  };
  renderer.code = (token) => {
    const call = callOf(token);
    const data =
      call !== undefined &&
      html` data-method="${call.method}" data-path="${call.path}" data-body="${call.body}"`;
    return html`<div class="sample"${data}><pre tabindex="0">${token.text}</pre></div>`.text;
  };
  const parser = new Parser({ renderer });
  const rows: { text: Token[]; samples: Token[] }[] = [{ text: [], samples: [] }];
  // Blank lines between samples are ignored.
  for (const token of page.tokens.filter(({ type }) => type !== "space")) {
    const row = rows.at(-1);
    if (token.type === "code") row?.samples.push(token);
    else if (row === undefined || row.samples.length > 0 || (token.type === "heading" && row.text.length > 0))
      rows.push({ text: [token], samples: [] });
    else row.text.push(token);
  }
  return rows
    .map(
      ({ text, samples }) =>
        `<div class="text">${parser.parse(text)}</div>${samples.length === 0 ? "" : `<div class="samples">${parser.parse(samples)}</div>`}`,
    )
    .join("\n");
}

/** The sections of the pages for the search: address, heading, page, and texts with their weights. */
const sections = pages.flatMap((page) => {
  const found: { path: string; title: string; page: string; text: string[] }[] = [];
  for (const token of page.tokens) {
    if (token.type === "heading") {
      const title = (token as Tokens.Heading).text.replaceAll("`", "");
      const anchor = found.length === 0 ? "" : `#${slugOf((token as Tokens.Heading).text)}`;
      found.push({ path: `${pathOf(page)}${anchor}`, title, page: page.title, text: [] });
    } else found.at(-1)?.text.push(token.raw);
  }
  return found.map(({ path, title, page: where, text }) => ({
    path,
    title,
    where,
    topic: page.file.replace(".md", ""),
    texts: [
      [6, title],
      [3, where],
      [0.5, text.join(" ")],
    ],
  }));
});

function listOf(here: GuidePage): string {
  return [
    ...pages.map((page) => [pathOf(page), page.title, page === here] as const),
    ["/docs/reference", "Reference: every path", false] as const,
  ]
    .map(
      ([path, title, isHere]) =>
        html`<li><a href="${path}"${isHere && trusted(' aria-current="page"')}>${title}</a></li>`.text,
    )
    .join("");
}

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
for (const page of pages) {
  const next = pages[pages.indexOf(page) + 1];
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Plumbline API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/tokens.css">
<link rel="stylesheet" href="/docs/top.css">
<link rel="stylesheet" href="/docs/reference.css">
<script defer src="/docs/site.js"></script>
<script type="module" src="/docs/guide.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${siteTop({ root: "/", rules: "/rules/", here: "docs" })}
<div class="columns">
<nav class="side" aria-label="Documentation"><details open><summary>Documentation</summary><ul>${trusted(listOf(page))}</ul>
<label for="key">Your key, for the samples</label><input id="key" autocomplete="off" spellcheck="false" placeholder="none: free plan"></details></nav>
<main id="main" class="guide" tabindex="-1">${trusted(bodyOf(page))}${next !== undefined && html`<p class="text next"><a href="${pathOf(next)}">Next: ${next.title}</a></p>`}</main>
</div>
</body>
</html>
`.text;
  writeFileSync(join(OUTPUT, `${page.slug === "" ? "index" : page.slug}.html`), text);
}
writeFileSync(join(OUTPUT, "search.json"), JSON.stringify(sections));

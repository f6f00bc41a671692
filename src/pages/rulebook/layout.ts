// The HTML frame of rule book pages: head, content policy, header and footer.
import { type Html, html } from "../html.js";
import { siteTop } from "../site-top.js";

export interface PageFrame {
  readonly title: string;
  /** The path from the page to the top folder: "" or "../". */
  readonly up: string;
  /** Edition of the set and state of the files. */
  readonly foot: string;
  /** Whether the explorer and the API reference are on the same site. */
  readonly served: boolean;
  /** File names of scripts in assets. */
  readonly scripts?: readonly string[];
}

/** Own styles, fonts and scripts only. Typeset formulas position their glyphs by style attributes. */
export const BOOK_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self'; " +
  "base-uri 'none'; form-action 'self'";

export function frame({ title, up, foot, served, scripts = [] }: PageFrame, body: Html): string {
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${served ? BOOK_POLICY : BOOK_POLICY.replaceAll("'self'", "'self' file:")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Rule book</title>
<link rel="stylesheet" href="${up}assets/katex.css">
<link rel="stylesheet" href="${up}assets/rulebook.css">
<script defer src="${up}assets/site.js"></script>
${scripts.map((name) => html`<script defer src="${up}assets/${name}"></script>\n`)}</head>
<body>
<a class="skip" href="#top">To the content</a>
${siteTop({ root: served ? `${up}../` : undefined, rules: up, here: "rules" })}
<nav class="within" aria-label="Rule book"><a href="${up}index.html">Contents</a> <a href="${up}index.html#tables">Tables</a> <a href="${up}sources.html">Sources</a> <a href="${up}judgement.html">How well founded</a></nav>
<main id="top">
${body}
</main>
<footer>${foot}</footer>
</body>
</html>`.text
  }\n`;
}

// The HTML around every page of the rule book: head, policy, navigation, search box, foot.
import { type Html, html } from "../html.js";

export interface PageFrame {
  readonly title: string;
  /** The way from the page to the top folder: "" or "../". */
  readonly up: string;
  /** Edition of the set and state of the files. */
  readonly foot: string;
  /** Whether explorer and API reference stand beside the book. */
  readonly served: boolean;
  /** Scripts of the page, by their names in assets. */
  readonly scripts?: readonly string[];
}

/** Own styles, fonts and scripts, no inline script; typeset formulas place their signs by style attributes. */
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
${scripts.map((name) => html`<script defer src="${up}assets/${name}"></script>\n`)}</head>
<body>
<a class="skip" href="#top">To the content</a>
<header class="top"><nav aria-label="Rule book"><a href="${up}index.html">Rule book</a> <a href="${up}index.html#tables">Tables</a> <a href="${up}sources.html">Sources</a> <a href="${up}judgement.html">What is judgement</a>${served && html` <a href="${up}../">Explorer</a> <a href="${up}../docs">API</a>`}</nav><form role="search" action="${up}search.html" method="get"><input name="q" type="search" aria-label="Search names, numbers and clauses" placeholder="Name, number or clause" autocomplete="off" maxlength="200"></form></header>
<main id="top">
${body}
</main>
<footer>${foot}</footer>
</body>
</html>`.text
  }\n`;
}

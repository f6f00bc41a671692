// The HTML around every page of the rule book: head, navigation, foot.
import type { Html } from "../html.js";
import { html } from "../html.js";

export interface Frame {
  readonly title: string;
  /** The way from the page to the top folder: "" or "../". */
  readonly up: string;
  /** Edition of the set and state of the files. */
  readonly foot: string;
}

export function frame({ title, up, foot }: Frame, body: Html, script?: Html): string {
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Rule book</title>
<link rel="stylesheet" href="${up}assets/katex.css">
<link rel="stylesheet" href="${up}assets/rulebook.css">
</head>
<body>
<nav class="top"><a href="${up}index.html">Rule book</a> <a href="${up}index.html#parts">Parts</a> <a href="${up}index.html#tables">Tables</a> <a href="${up}sources.html">Sources</a></nav>
<main id="top">
${body}
</main>
<footer>${foot}</footer>
${script}
</body>
</html>`.text
  }\n`;
}

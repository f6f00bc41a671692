// A problem as a page, for a person whose browser opened the address: what is wrong, when to try again, and the way home.
import type { IncomingHttpHeaders } from "node:http";
import { html, trusted } from "../../pages/html.js";
import { siteTop } from "../../pages/site-top.js";
import { styleOf } from "../../pages/styles.js";

/** The header of all pages and its own style, in one piece: whoever may read nothing more now can still read it. */
export const PROBLEM_PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

const STYLE = `${styleOf("tokens.css", "top.css")}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 var(--sans)}
main{max-width:34rem;margin:0 auto;padding:8vh 1.5rem 3rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
p,ul{margin:.5rem 0}ul{padding-left:1.25rem}a{color:var(--link)}.ways{margin-top:1.5rem;display:flex;gap:1.25rem;flex-wrap:wrap}
small{color:var(--muted);font-size:.875rem}`;

/** Browsers that open an address say that they want HTML; programs and scripts of pages do not. */
export function wantsPage(method: string | undefined, { accept }: IncomingHttpHeaders): boolean {
  const wanted = accept ?? "";
  return (method === "GET" || method === "HEAD") && wanted.includes("text/html") && !wanted.includes("json");
}

/** What the page says of a problem document. */
interface Shown {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly [extension: string]: unknown;
}

export function problemPage(document: Shown, retryAfter: unknown): string {
  const { status, title, detail, limit, near, errors } = document;
  const faults = Array.isArray(errors) ? (errors as { message: string }[]).map(({ message }) => message) : [];
  const wait = Number(retryAfter);
  const again = Number.isFinite(wait) && wait > 0 ? Math.min(Math.ceil(wait), 3600) : undefined;
  const names = status === 404 && Array.isArray(near) ? near.map(String).slice(0, 5) : [];
  const isTool = document.type === "/problems/unknown-tool";
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Plumbline</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
${siteTop({ root: "/", rules: "/rules/" })}
<main>
<h1>${status === 404 ? "Page not found" : title}</h1>
${
  faults.length > 1
    ? html`<ul>${faults.map((fault) => html`<li>${fault}</li>`)}</ul>`
    : html`<p>${detail.replace(" at GET ", " at ").replace(/ (Try again|Retry) in \d+ s\b[^.]*\./, "")}</p>`
}
${again !== undefined && html`<p>Try again in ${again === 1 ? "a second" : `${again} seconds`}.</p>`}
${limit !== undefined && status === 429 && html`<p>With a key the limits are wider: <a href="/v1/plans">the plans</a> say what each allows, and the operator of this service issues keys.</p>`}
${names.length > 0 && html`<p>Did you mean ${names.map((name, at) => html`${at > 0 && ", "}${isTool ? html`<a href="/#/${encodeURIComponent(name)}">${name}</a>` : name}`)}?</p>`}
<p class="ways"><a href="/">All tools</a><a href="/rules/">Rule book</a><a href="/docs">Documentation</a></p>
<p><small>Error ${status}</small></p>
</main>
</body>
</html>
`;
  return page.text;
}

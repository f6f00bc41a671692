// Errors as problem documents (RFC 9457): what is wrong, where, and how to correct it. Browsers receive them as
// pages.
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import type { InputProblem } from "../../engine/run/validate.js";
import { html, trusted } from "../../pages/html.js";
import { siteTop } from "../../pages/site-top.js";
import { styleOf } from "../../pages/styles.js";

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly InputProblem[];
  readonly [extension: string]: unknown;
}

/** Status, title and advice for each kind of problem. The advice is shown at the address in `type`. */
export const KINDS = {
  "malformed-json": [
    400,
    "The body is not JSON",
    "Send one JSON value, complete and in UTF-8. `line`, `column` and `offset` show where reading stopped.",
  ],
  "bad-request": [
    400,
    "The request cannot be understood",
    "The detail names the parameter or the part of the request, and its allowed values.",
  ],
  "invalid-key": [
    401,
    "Invalid API key",
    "The detail gives the reason. Send a key that was issued for this interface, in its header; the operator issues new ones.",
  ],
  forbidden: [
    403,
    "This origin or host is not allowed",
    "The endpoint answers only to the hosts and origins that its operator listed.",
  ],
  "unknown-tool": [404, "There is no such tool", "`near` lists similar names; GET /v1/tools lists all."],
  "not-found": [404, "Not found", "GET /openapi.json lists the paths."],
  "method-not-allowed": [405, "The method is not allowed here", "The Allow header lists the methods."],
  "not-acceptable": [
    406,
    "None of the accepted types can be sent",
    "`allowed` lists the types that Accept may name.",
  ],
  "request-timeout": [408, "The request took too long to arrive", "Send it again, faster or smaller."],
  conflict: [
    409,
    "Conflict with the current state",
    "Nothing was changed. The detail gives the reason: read the key again before you repeat the request.",
  ],
  gone: [410, "Removed", "`replacement` is the path that took its place."],
  "body-too-large": [
    413,
    "The body is too large",
    "`limit` is the largest number of bytes; split a batch or a sweep.",
  ],
  "unsupported-media-type": [
    415,
    "Unsupported media type",
    "The detail names the Content-Type to send; send no Content-Encoding.",
  ],
  "invalid-input": [
    422,
    "Invalid input",
    "`errors` lists every invalid field, with the reason and, where there is one, the list of allowed values.",
  ],
  "too-many-requests": [
    429,
    "Rate limit exceeded",
    "`limit` names the limit, `quota` its value; Retry-After gives the seconds after which the same request fits.",
  ],
  "headers-too-large": [431, "The headers are too large", "Send fewer or shorter headers."],
  busy: [
    503,
    "Too many explanations are waiting",
    "Explanations are slow and queue. Retry-After gives the seconds to wait; calls without an explanation are not affected.",
  ],
  overloaded: [
    503,
    "The service is overloaded",
    "The request was turned away: nothing was computed. Retry-After gives the seconds to wait.",
  ],
  unavailable: [
    503,
    "Keys and limits cannot be checked now",
    "The request was not served and not counted. Retry-After gives the seconds to wait.",
  ],
  internal: [
    500,
    "Something went wrong on our side",
    "Your request was valid. Please send the operator the X-Request-Id.",
  ],
} as const satisfies Record<string, readonly [status: number, title: string, advice: string]>;
export type ProblemKind = keyof typeof KINDS;

export function problem(
  kind: ProblemKind,
  detail: string,
  more: Readonly<Record<string, unknown>> = {},
): Problem {
  const [status, title] = KINDS[kind];
  return { type: `/problems/${kind}`, title, status, detail, ...more };
}

export function invalidInput(errors: readonly InputProblem[], more: Record<string, unknown> = {}): Problem {
  const [first] = errors;
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  const detail = `${first?.message ?? "The input is not valid."}${rest}`;
  return problem("invalid-input", detail, { ...more, errors });
}

/** `tier` is the plan that sets the limit. */
export function tooLarge(limit: number, tier?: string): Problem {
  const whose = tier === undefined ? "" : ` on the plan ${tier}`;
  return problem("body-too-large", `The body may have at most ${limit} bytes here${whose}.`, { limit });
}

/** A request that is refused before its route runs. */
export class BadBody extends Error {
  readonly statusCode: number;

  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.statusCode = problem.status;
  }
}

export const PROBLEM_TYPE = "application/problem+json";

/** Sends a problem document, or a page if a browser opened the address. */
export function sendProblem(reply: FastifyReply, document: Problem): FastifyReply {
  const { method, headers } = reply.request;
  reply.code(document.status);
  if (!wantsPage(method, headers))
    return reply.header("content-type", PROBLEM_TYPE).send(Buffer.from(JSON.stringify(document)));
  const page = problemPage(document, reply.getHeader("retry-after"));
  return reply.headers(PROBLEM_PAGE_HEADERS).header("vary", "accept").send(Buffer.from(page));
}

/** The page contains its own style, because a client over its limit can load nothing else. */
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

/** Browsers that open an address accept HTML; programs and scripts do not. */
export function wantsPage(method: string | undefined, { accept }: IncomingHttpHeaders): boolean {
  const wanted = accept ?? "";
  return (method === "GET" || method === "HEAD") && wanted.includes("text/html") && !wanted.includes("json");
}

/** Returns the page for a browser: what is wrong, when to retry, and a link home. */
export function problemPage(document: Problem, retryAfter: unknown): string {
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
${limit !== undefined && status === 429 && html`<p>With a key the limits are wider: <a href="/v1/plans">the plans</a> list the limits, and the operator of this service issues keys.</p>`}
${names.length > 0 && html`<p>Did you mean ${names.map((name, at) => html`${at > 0 && ", "}${isTool ? html`<a href="/#/${encodeURIComponent(name)}">${name}</a>` : name}`)}?</p>`}
<p class="ways"><a href="/">All tools</a><a href="/rules/">Rule book</a><a href="/docs">Documentation</a></p>
<p><small>Error ${status}</small></p>
</main>
</body>
</html>
`;
  return page.text;
}

// Errors as problem documents (RFC 9457): what is wrong, where, and how to call right the next time.
import type { FastifyReply } from "fastify";
import type { InputProblem } from "../../engine/run/validate.js";
import { PROBLEM_PAGE_HEADERS, problemPage, wantsPage } from "./problem-html.js";

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly InputProblem[];
  readonly [extension: string]: unknown;
}

/** Kinds of problems: status, title, and what to do about one. The type of a problem is the path that tells it. */
export const KINDS = {
  "malformed-json": [
    400,
    "The body is not JSON",
    "Send one JSON value, complete and in UTF-8. `line`, `column` and `offset` say where reading stopped.",
  ],
  "bad-request": [
    400,
    "The request cannot be understood",
    "The detail names the parameter or the part of the request, and what it may be.",
  ],
  "invalid-key": [
    401,
    "Invalid API key",
    "The detail says why. Send a key that was issued for this interface, in its header; ask the operator for a new one.",
  ],
  forbidden: [
    403,
    "This origin or host is not allowed",
    "The endpoint answers only to the hosts and origins that its operator listed.",
  ],
  "unknown-tool": [
    404,
    "There is no such tool",
    "`near` lists the names nearest to the one that was asked for; GET /v1/tools lists all.",
  ],
  "not-found": [404, "Not found", "GET /openapi.json lists the paths."],
  "method-not-allowed": [405, "The method is not allowed here", "The Allow header lists the methods."],
  "request-timeout": [408, "The request took too long to arrive", "Send it again, faster or smaller."],
  conflict: [
    409,
    "Conflict with the current state",
    "Nothing was changed. The detail says why: look again before you repeat the request.",
  ],
  "body-too-large": [
    413,
    "The body is too large",
    "`limit` is the largest number of bytes; split a batch or a sweep.",
  ],
  "unsupported-media-type": [
    415,
    "Unsupported media type",
    "The detail names the Content-Type to send, application/json but for jobs; send no Content-Encoding.",
  ],
  "invalid-input": [
    422,
    "Invalid input",
    "`errors` lists every invalid field, with the reason and, where there is one, the list of allowed values.",
  ],
  "too-many-requests": [
    429,
    "Rate limit exceeded",
    "`limit` says which one, `quota` how much it allows; Retry-After gives the seconds after which the same request fits.",
  ],
  "headers-too-large": [431, "The headers are too large", "Send fewer or shorter headers."],
  busy: [
    503,
    "Too many explanations are waiting",
    "Explanations are slow and queue. Retry-After says when to try again; calls without an explanation are not affected.",
  ],
  overloaded: [
    503,
    "The service is overloaded",
    "The request was turned away: nothing was computed. Retry-After says when to try again.",
  ],
  unavailable: [
    503,
    "Keys and limits cannot be checked now",
    "The request was not served and not counted. Retry-After says when to try again.",
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

/** `tier`: the plan that allows no more. */
export function tooLarge(limit: number, tier?: string): Problem {
  const whose = tier === undefined ? "" : ` on the plan ${tier}`;
  return problem("body-too-large", `The body may have at most ${limit} bytes here${whose}.`, { limit });
}

export const PROBLEM_TYPE = "application/problem+json";

/** As a problem document, or as a page to a person whose browser opened the address. */
export function sendProblem(reply: FastifyReply, document: Problem): FastifyReply {
  const { method, headers } = reply.request;
  reply.code(document.status);
  if (!wantsPage(method, headers))
    return reply.header("content-type", PROBLEM_TYPE).send(Buffer.from(JSON.stringify(document)));
  const page = problemPage(document, reply.getHeader("retry-after"));
  return reply.headers(PROBLEM_PAGE_HEADERS).header("vary", "accept").send(Buffer.from(page));
}

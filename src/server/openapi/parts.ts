// Parameters, headers and responses that operations of the OpenAPI document share.
import { KINDS, PROBLEM_TYPE, type ProblemKind } from "../problems.js";
import { type Json, ref } from "./shapes.js";

export const HEADERS: Json = {
  RequestId: {
    description: "Id of the request: the caller's own, or a new one.",
    schema: { type: "string" },
  },
  Definition: { description: "The definition that answered, as name@version.", schema: { type: "string" } },
  DefinitionHash: {
    description: "SHA-256 of that definition; a stored result can be reproduced with it.",
    schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
  ETag: { description: "Strong tag; send it as If-None-Match.", schema: { type: "string" } },
  NoStore: { description: "Always no-store.", schema: { type: "string", const: "no-store" } },
  Location: { description: "Path of what was created.", schema: { type: "string" } },
  WwwAuthenticate: { description: "How to authenticate.", schema: { type: "string" } },
  RateLimit: {
    description:
      "What is left: for each limit of the plan its name, r calls, and t seconds until there are more. Absent where nothing is limited.",
    schema: { type: "string", examples: ['"minute";r=4;t=60, "month";r=499;t=1339200'] },
  },
  RateLimitPolicy: {
    description: "The limits of the plan: for each its name, q calls, and a window of w seconds.",
    schema: { type: "string", examples: ['"minute";q=5;w=60, "month";q=500;w=2592000'] },
  },
  RetryAfter: { description: "Seconds after which to try again.", schema: { type: "integer" } },
};

const header = (name: string) => ref("headers", name);
export const ALWAYS = { "X-Request-Id": header("RequestId") };
export const IDENTIFIED = {
  ...ALWAYS,
  "X-Definition": header("Definition"),
  "X-Definition-Hash": header("DefinitionHash"),
};
export const CHALLENGED = { "WWW-Authenticate": header("WwwAuthenticate") };
export const RETRIED = { "Retry-After": header("RetryAfter") };
/** What a caller may still use, on every answer that was counted. */
export const LIMITED = {
  RateLimit: header("RateLimit"),
  "RateLimit-Policy": header("RateLimitPolicy"),
};
const TAGGED = { ...ALWAYS, ETag: header("ETag") };

/** Problems that any request can have and that no operation lists. */
const UNLISTED = ["method-not-allowed", "headers-too-large"];

/** A response for each kind of problem, under its name. */
export const RESPONSES: Json = Object.fromEntries(
  Object.entries(KINDS)
    .filter(([kind]) => !UNLISTED.includes(kind))
    .map(([kind, [status, title, advice]]) => [
      kind,
      {
        description: `${title}. ${advice}`,
        headers: {
          ...ALWAYS,
          ...(status === 401 ? CHALLENGED : {}),
          ...(status === 429 ? LIMITED : {}),
          ...(status === 429 || status === 503 ? RETRIED : {}),
        },
        content: { [PROBLEM_TYPE]: { schema: ref("schemas", "Problem") } },
      },
    ]),
);

/** Responses by status; where two kinds share one, the first stands for both. */
export function problems(...kinds: readonly ProblemKind[]): Json {
  const responses: Json = {};
  for (const kind of kinds) responses[String(KINDS[kind][0])] ??= ref("responses", kind);
  return responses;
}

/** What can go wrong with any body. */
export const BODY_PROBLEMS: readonly ProblemKind[] = [
  "malformed-json",
  "invalid-key",
  "request-timeout",
  "body-too-large",
  "unsupported-media-type",
  "invalid-input",
  "too-many-requests",
  "overloaded",
  "unavailable",
  "internal",
];

export function operation(
  operationId: string,
  tag: string,
  summary: string,
  description: string,
  more: Json,
): Json {
  return { operationId, tags: [tag], summary, description, ...more };
}

export function query(name: string, description: string, schema: Json = { type: "string" }): Json {
  return { name, in: "query", description, schema };
}

export function json(schema: Json, examples?: Json): Json {
  return { "application/json": { schema, ...(examples === undefined ? {} : { examples }) } };
}

/** A page to look at. */
export const PAGE: Json = { "text/html": { schema: { type: "string" } } };

export function ok(description: string, content: Json, headers: Json = ALWAYS): Json {
  return { 200: { description, headers, content } };
}

/** What callers need not fetch again as long as its tag is the same. */
export function tagged(description: string, content: Json, headers: Json = {}): Json {
  return {
    ...ok(description, content, { ...headers, ...TAGGED }),
    304: { description: "The caller has it already.", headers: TAGGED },
  };
}

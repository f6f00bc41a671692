// OpenAPI responses for each kind of problem.
import { KINDS, PROBLEM_TYPE } from "../http/problems.js";
import type { Json } from "./fixed-part.js";

/** Problems that any request can have, so no operation lists them. */
const UNLISTED = ["method-not-allowed", "headers-too-large", "gone"];

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

export const PROBLEM_RESPONSES: Json = Object.fromEntries(
  Object.entries(KINDS)
    .filter(([kind]) => !UNLISTED.includes(kind))
    .map(([kind, [status, title, advice]]) => [
      kind,
      {
        description: `${title}. ${advice}`,
        headers: {
          "X-Request-Id": header("RequestId"),
          ...(status === 401 && { "WWW-Authenticate": header("WwwAuthenticate") }),
          ...(status === 429 && {
            RateLimit: header("RateLimit"),
            "RateLimit-Policy": header("RateLimitPolicy"),
          }),
          ...((status === 429 || status === 503) && { "Retry-After": header("RetryAfter") }),
        },
        content: { [PROBLEM_TYPE]: { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
);

// Errors as problem documents (RFC 9457): what is wrong, where, and how to call right the next time.
import type { FastifyReply } from "fastify";
import type { InputProblem } from "../engine/validate.js";

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly InputProblem[];
  readonly [extension: string]: unknown;
}

/** Kinds of problems; the type points at their description in the API documentation. */
const KINDS = {
  "malformed-json": [400, "The body is not JSON"],
  "bad-request": [400, "The request cannot be understood"],
  "unknown-tool": [404, "There is no such tool"],
  "not-found": [404, "There is nothing at this path"],
  "method-not-allowed": [405, "The method is not allowed here"],
  "body-too-large": [413, "The body is too large"],
  "unsupported-media-type": [415, "The body must be application/json"],
  "invalid-input": [422, "The input does not fit the tool"],
  internal: [500, "Something went wrong on our side"],
} as const satisfies Record<string, readonly [number, string]>;
export type ProblemKind = keyof typeof KINDS;

export function problem(
  kind: ProblemKind,
  detail: string,
  more: Readonly<Record<string, unknown>> = {},
): Problem {
  const [status, title] = KINDS[kind];
  return { type: `/problems/${kind}`, title, status, detail, ...more };
}

export function invalidInput(tool: string, errors: readonly InputProblem[]): Problem {
  const [first] = errors;
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return problem("invalid-input", `${first?.message ?? "The input is not valid."}${rest}`, { tool, errors });
}

export function sendProblem(reply: FastifyReply, document: Problem): FastifyReply {
  return reply
    .code(document.status)
    .header("content-type", "application/problem+json")
    .send(Buffer.from(JSON.stringify(document)));
}

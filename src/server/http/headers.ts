// Headers that every response carries, and the one line that every request leaves in the log.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { pathOf } from "./errors.js";
import { eachAnswer } from "./response-end.js";

/** A process' own UUID but for its last twelve digits, in which requests are counted: nobody needs to be unable to guess one. */
const PROCESS = randomUUID().slice(0, -12);
let requests = 0;

/** A caller's own request id is kept where it is harmless in a log. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  if (typeof given === "string" && /^[\w.:-]{1,64}$/.test(given)) return given;
  return PROCESS + (++requests).toString(16).padStart(12, "0");
}

/** For what a browser may show as a page of its own. */
export const DOCUMENT = { "x-frame-options": "DENY", "referrer-policy": "no-referrer" };

export function sendStandardHeaders(
  app: FastifyInstance,
  crossOrigin: boolean,
  stopping: () => boolean,
): void {
  const all = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": crossOrigin ? "cross-origin" : "same-origin",
  };
  const read = { ...all, ...DOCUMENT };
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(request.method === "POST" ? all : read).header("x-request-id", request.id);
    if (stopping()) reply.header("connection", "close");
    done();
  });
}

/** One line a request: never bodies, keys or query strings. */
export function requestLog(app: FastifyInstance): void {
  eachAnswer(app, (request, status, ms) => {
    const { method, ip, headers } = request;
    const line = { method, path: pathOf(request.raw), status, ms: Math.round(ms * 1000) / 1000, ip };
    request.log.info(
      { ...line, ...traceOf(headers.traceparent) },
      status === 429 || status === 401 ? "refused" : "request",
    );
  });
}

/** The trace that a caller's own systems follow (W3C Trace Context), where it is well-formed. */
function traceOf(header: unknown): { trace?: string; span?: string } {
  const [, trace, span] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(String(header)) ?? [];
  return trace === undefined || span === undefined ? {} : { trace, span };
}

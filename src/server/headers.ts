// Headers that every response carries, and the one line that every request leaves in the log.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { pathOf } from "./errors.js";

/** A caller's own request id is kept where it is harmless in a log. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}

export function standardHeaders(app: FastifyInstance, crossOrigin: boolean): void {
  const security = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": crossOrigin ? "cross-origin" : "same-origin",
  };
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(security).header("x-request-id", request.id);
    done();
  });
}

/** One line a request: never bodies, keys or query strings. */
export function requestLog(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 1000) / 1000,
        ip: request.ip,
        ...traceOf(request.headers.traceparent),
      },
      reply.statusCode === 429 || reply.statusCode === 401 ? "refused" : "request",
    );
    done();
  });
}

/** The trace that a caller's own systems follow (W3C Trace Context), where it is well-formed. */
function traceOf(header: unknown): { trace?: string; span?: string } {
  const [, trace, span] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(String(header)) ?? [];
  return trace === undefined || span === undefined ? {} : { trace, span };
}

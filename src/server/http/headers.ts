// Standard response headers, and one log line for each request.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { pathOf } from "./errors.js";
import { eachAnswer } from "./response-end.js";

/** A UUID of the process without its last twelve digits, which count requests. Request ids need not be secret. */
const PROCESS = randomUUID().slice(0, -12);
let requests = 0;

/** Keeps the caller's request id if it is safe to log. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  if (typeof given === "string" && /^[\w.:-]{1,64}$/.test(given)) return given;
  return PROCESS + (++requests).toString(16).padStart(12, "0");
}

/** For documents that a browser may display. */
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
    // Shared caches do not know the headers that carry keys. Documents replace this value.
    "cache-control": "no-store",
  };
  const read = { ...all, ...DOCUMENT };
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(request.method === "POST" ? all : read).header("x-request-id", request.id);
    if (stopping()) reply.header("connection", "close");
    done();
  });
}

/** Logs one line for each request, never bodies, keys or queries. */
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

/** Reads the caller's trace (W3C Trace Context) if it is well-formed. */
function traceOf(header: unknown): { trace?: string; span?: string } {
  const [, trace, span] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(String(header)) ?? [];
  return trace === undefined || span === undefined ? {} : { trace, span };
}

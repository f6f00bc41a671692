// Handles HTTP cases that Node handles too late or without a problem document: slow requests, too many headers, Host
// and Expect headers, and draining on shutdown.
import type { IncomingMessage, ServerOptions } from "node:http";
import { Server } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type Problem, problem, sendProblem } from "./problems.js";

/** Milliseconds between two checks for slow requests. Node's default of 30,000 would delay each timeout. */
const LOOK_MS = 500;

/** Headers of a request. Node silently drops headers beyond a thousand, possibly the key. */
const MOST_HEADERS = 200;

export function wireOptions(headersTimeout: number): ServerOptions {
  return {
    connectionsCheckingInterval: Math.min(LOOK_MS, headersTimeout),
    headersTimeout,
    // Disabled, because Node applies the same time to bodies of any length.
    requestTimeout: 0,
    requireHostHeader: false,
  };
}

export function answerOnTheWire(app: FastifyInstance): void {
  // Zero disables Node's count. The bytes of the headers stay bounded.
  app.server.maxHeadersCount = 0;
  // HTTP lets a server ignore unknown expectations. `Expect: 100-continue` is answered after the key is checked.
  app.server.on("checkContinue", (request, response) => app.server.emit("request", request, response));
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.addHook("onRequest", ({ raw }, reply, done) => {
    const fault = headerFault(raw);
    if (fault === undefined) done();
    else sendProblem(reply.header("connection", "close"), fault);
  });
}

/** Reports headers that a proxy and this service might interpret differently. */
function headerFault({ rawHeaders, headers, httpVersion }: IncomingMessage): Problem | undefined {
  if (rawHeaders.length > 2 * MOST_HEADERS)
    return problem("headers-too-large", `The request has more than ${MOST_HEADERS} headers.`);
  if (headers.host === undefined && httpVersion === "1.1")
    return problem("bad-request", "The request has no Host header, which HTTP/1.1 requires.");
  if (httpVersion === "1.0" && headers["transfer-encoding"] !== undefined)
    return problem("bad-request", "HTTP/1.0 has no Transfer-Encoding.");
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1 ? problem("bad-request", "The request has more than one Host header.") : undefined;
}

/** Milliseconds without a new connection, after which the system's accept queue is empty. */
const QUIET_MS = 50;
/** Upper limit of draining, as a multiple of its usual time. */
const MOST_DRAINS = 10;

/**
 * Before closing, accepts and answers connections for `drainMs`, and longer while new ones arrive. An immediate close
 * would lose calls in the system's accept queue. Each answer carries `connection: close`.
 */
export function drainOnClose(app: FastifyInstance, drainMs: number): void {
  if (drainMs === 0) return;
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    const latest = performance.now() + MOST_DRAINS * drainMs;
    let taken = 0;
    app.server.on("connection", () => taken++);
    await pause(drainMs);
    for (let before = -1; before !== taken && performance.now() < latest; ) {
      before = taken;
      await pause(QUIET_MS);
      // The event loop must run once to accept a connection, however late the timer fires.
      await turn();
    }
    // The close of the net server; the HTTP server's close would also cut connections that seem idle.
    const closed = new Promise<void>((resolve) => Server.prototype.close.call(app.server, () => resolve()));
    await Promise.race([closed, pause(drainMs, undefined, { ref: false })]);
    app.server.closeIdleConnections();
    await closed;
  });
}

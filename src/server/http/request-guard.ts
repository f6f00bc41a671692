// HTTP below the routes, where Node would look too late, pass something over or answer with a bare status: slow requests,
// too many headers, none or two Host headers, Expect, and the draining of connections on a stop.
import type { IncomingMessage, ServerOptions } from "node:http";
import { Server } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type Problem, problem, sendProblem } from "./problems.js";

/** Milliseconds between two looks for requests that take too long to arrive; Node's own 30,000 would add to each. */
const LOOK_MS = 500;

/** Headers that a request may have; Node would drop those beyond a thousand, a key among them, and say nothing. */
const MOST_HEADERS = 200;

export function wireOptions(headersTimeout: number): ServerOptions {
  return {
    connectionsCheckingInterval: Math.min(LOOK_MS, headersTimeout),
    headersTimeout,
    // Node would give all bodies the same time, however long they are.
    requestTimeout: 0,
    requireHostHeader: false,
  };
}

export function answerOnTheWire(app: FastifyInstance): void {
  // Their bytes are bounded all the same.
  app.server.maxHeadersCount = 0;
  // HTTP lets a server ignore what it does not know here.
  // Whether a body is wanted is known once its sender is.
  app.server.on("checkContinue", (request, response) => app.server.emit("request", request, response));
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.addHook("onRequest", ({ raw }, reply, done) => {
    const fault = headerFault(raw);
    if (fault === undefined) done();
    else sendProblem(reply.header("connection", "close"), fault);
  });
}

/** Headers that proxies and this service could understand differently. */
function headerFault({ rawHeaders, headers, httpVersion }: IncomingMessage): Problem | undefined {
  if (rawHeaders.length > 2 * MOST_HEADERS)
    return problem("headers-too-large", `The request has more than ${MOST_HEADERS} headers.`);
  if (headers.host === undefined && httpVersion === "1.1")
    return problem("bad-request", "The request has no Host header, which HTTP/1.1 asks for.");
  if (httpVersion === "1.0" && headers["transfer-encoding"] !== undefined)
    return problem("bad-request", "HTTP/1.0 has no Transfer-Encoding.");
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1 ? problem("bad-request", "The request has more than one Host header.") : undefined;
}

/** Milliseconds without a new connection after which none waits any more that the system has taken on our behalf. */
const QUIET_MS = 50;
/** How often the time to drain may pass while there are always new ones. */
const MOST_DRAINS = 10;

/**
 * On closing: for this long connections are still taken and answered, each answer telling to send no more, and longer while
 * new ones come at once: Node takes one in each turn. Closed before, calls that the system had taken on our behalf, or that
 * had arrived unread, would be lost.
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
      // However late the timer is, there was a turn in which one could be taken.
      await turn();
    }
    // Of a server for any protocol: that for HTTP would also close the connections that seem idle.
    const closed = new Promise<void>((resolve) => Server.prototype.close.call(app.server, () => resolve()));
    await Promise.race([closed, pause(drainMs, undefined, { ref: false })]);
    app.server.closeIdleConnections();
    await closed;
  });
}

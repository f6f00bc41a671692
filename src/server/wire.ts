// HTTP below the routes, where Node would look too late or answer with a bare status: slow requests, a missing Host
// header, Expect, and the draining of connections on a stop.
import type { ServerOptions } from "node:http";
import { Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { problem, sendProblem } from "./problems.js";

/** Milliseconds between two looks for requests that take too long to arrive; Node's own 30,000 would add to each. */
const LOOK_MS = 500;

export function wireOptions(requestTimeout: number): ServerOptions {
  return {
    connectionsCheckingInterval: Math.min(LOOK_MS, requestTimeout),
    requestTimeout,
    // Node swaps the two where the time for headers is the longer one, and its default is a minute.
    headersTimeout: requestTimeout,
    requireHostHeader: false,
  };
}

export function answerOnTheWire(app: FastifyInstance): void {
  // HTTP lets a server ignore what it does not know here.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.addHook("onRequest", ({ raw }, reply, done) => {
    if (raw.headers.host !== undefined || raw.httpVersion !== "1.1") done();
    else
      sendProblem(
        reply.header("connection", "close"),
        problem("bad-request", "The request has no Host header, which HTTP/1.1 asks for."),
      );
  });
}

/**
 * On closing: for this long connections are still taken and answered, each answer telling to send no more. Closed at once,
 * calls that the system had taken on our behalf, or that had arrived unread, would be lost.
 */
export function drainOnClose(app: FastifyInstance, drainMs: number): void {
  if (drainMs === 0) return;
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    await pause(drainMs);
    // Of a server for any protocol: that for HTTP would also close the connections that seem idle.
    const closed = new Promise<void>((resolve) => Server.prototype.close.call(app.server, () => resolve()));
    await Promise.race([closed, pause(drainMs, undefined, { ref: false })]);
    app.server.closeIdleConnections();
    await closed;
  });
}

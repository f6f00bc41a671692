// Adds a path with its methods to the service; any other method answers 405 and says which are allowed.
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod, RouteShorthandOptions } from "fastify";
import { problem, sendProblem } from "./problems.js";

const METHODS: readonly HTTPMethods[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export function route(
  app: FastifyInstance,
  path: string,
  handlers: Partial<Record<"GET" | "POST", RouteHandlerMethod>>,
  options: Pick<RouteShorthandOptions, "bodyLimit" | "onRequest" | "config"> = {},
): void {
  for (const [method, handler] of Object.entries(handlers))
    app.route({ ...options, method, url: path, handler: unwatched(handler) });
  const allowed = [...Object.keys(handlers), ...("GET" in handlers ? ["HEAD"] : [])].join(", ");
  app.route({
    method: METHODS.filter((method) => !(method in handlers)),
    url: path,
    // Answered before any body is read: whatever it holds, the method is what is wrong.
    onRequest: async (request, reply) =>
      sendProblem(
        reply.header("allow", allowed),
        problem("method-not-allowed", `${request.method} is not allowed here; use ${allowed}.`),
      ),
    handler: (_, reply) => reply,
  });
}

/** Fastify watches the end of every reply that a handler gives back; one that was sent already needs no watching. */
function unwatched(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function (request, reply) {
    const given = handler.call(this, request, reply);
    return given === reply ? undefined : given;
  };
}

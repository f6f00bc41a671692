// Adds a path with its methods to the service. Other methods receive 405 with the allowed ones.
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod, RouteShorthandOptions } from "fastify";
import { problem, sendProblem } from "./problems.js";

const METHODS: readonly HTTPMethods[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Handlers by method, and Fastify's options. */
type Route = Partial<Record<"GET" | "POST", RouteHandlerMethod>> &
  Pick<RouteShorthandOptions, "bodyLimit" | "onRequest" | "config">;

export function route(app: FastifyInstance, path: string, about: Route): void {
  const { GET: _, POST: __, ...options } = about;
  const methods = Object.keys(about).filter((key) => key === "GET" || key === "POST");
  for (const method of methods) {
    const handler = about[method];
    if (handler !== undefined) app.route({ ...options, method, url: path, handler: unwatched(handler) });
  }
  const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].join(", ");
  app.route({
    method: METHODS.filter((method) => !methods.some((own) => own === method)),
    url: path,
    // Answered before the body is read.
    onRequest: async (request, reply) =>
      sendProblem(
        reply.header("allow", allowed),
        problem("method-not-allowed", `${request.method} is not allowed here; use ${allowed}.`),
      ),
    handler: (_, reply) => reply,
  });
}

/** Fastify watches every reply that a handler returns. A reply that was already sent needs no watch. */
function unwatched(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function (request, reply) {
    const given = handler.call(this, request, reply);
    return given === reply ? undefined : given;
  };
}

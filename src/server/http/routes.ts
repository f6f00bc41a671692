// Adds a path with its methods to the service; any other method answers 405 and says which are allowed.
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod, RouteShorthandOptions } from "fastify";
import { problem, sendProblem } from "./problems.js";

const METHODS: readonly HTTPMethods[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Its handlers by their methods, and what else Fastify is told of it. */
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

// One path with its methods; any other method answers 405 and says which are allowed.
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod } from "fastify";
import { problem, sendProblem } from "./problems.js";

const METHODS: readonly HTTPMethods[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function route(
  app: FastifyInstance,
  path: string,
  handlers: Partial<Record<"GET" | "POST", RouteHandlerMethod>>,
): void {
  for (const [method, handler] of Object.entries(handlers)) app.route({ method, url: path, handler });
  const allowed = [...Object.keys(handlers), ...("GET" in handlers ? ["HEAD"] : [])].join(", ");
  app.route({
    method: METHODS.filter((method) => !(method in handlers)),
    url: path,
    // The body of a method that is not allowed is not read.
    bodyLimit: 1024 * 1024,
    handler: (request, reply) =>
      sendProblem(
        reply.header("allow", allowed),
        problem("method-not-allowed", `${request.method} is not allowed here; use ${allowed}.`),
      ),
  });
}

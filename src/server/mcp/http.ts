// MCP over Streamable HTTP, without sessions: every POST is independent and is answered with JSON.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { once } from "../../engine/language/once.js";
import { problemOf } from "../http/errors.js";
import { bodyOf } from "../http/json.js";
import { strangerProblem } from "../http/origin.js";
import { type Problem, sendProblem } from "../http/problems.js";
import { route } from "../http/routes.js";
import type { Service } from "../options.js";
import { admitted } from "./caller.js";
import { CODES } from "./codes.js";
import { sendError, sendRefusal } from "./replies.js";

export async function mcpRoutes(app: FastifyInstance, service: Service): Promise<void> {
  const allowed = { hosts: service.mcpHosts, origins: [...service.mcpOrigins, ...service.corsOrigins] };
  // Loads the SDK at the first request.
  const opening = once(async () => {
    const { postAnswerer } = await import("./post.js");
    return postAnswerer(service);
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const document = problemOf(error, request.routeOptions.bodyLimit);
    if (document.status >= 500) request.log.error(error);
    return sendWrong(service, request, reply, document);
  });
  route(app, "/mcp", {
    bodyLimit: service.bodyLimit,
    // Each message is charged by its content.
    config: { free: true },
    onRequest: async (request, reply) => {
      const refusal = strangerProblem(allowed, request);
      return refusal === undefined ? undefined : sendProblem(reply, refusal);
    },
    POST: async (request, reply) => {
      bodyOf(request);
      return (await opening())(request, reply);
    },
  });
}

/** Charges an invalid body like a message. */
async function sendWrong(service: Service, request: FastifyRequest, reply: FastifyReply, document: Problem) {
  const verdict = await admitted(service, request, 0);
  if ("refusal" in verdict) return sendRefusal(request, reply, verdict);
  const { status, detail, type } = document;
  const isJson = !type.endsWith("/malformed-json");
  const code = status >= 500 ? CODES.internal : isJson ? CODES.invalidRequest : CODES.parse;
  return sendError(request, reply.code(status), code, detail);
}

// MCP over Streamable HTTP, without sessions: every POST stands alone and is answered with JSON.
import type { FastifyError, FastifyInstance } from "fastify";
import { once } from "../../engine/language/once.js";
import { problemOf } from "../errors.js";
import type { Service } from "../options.js";
import { type Problem, sendProblem } from "../problems.js";
import { route } from "../routes.js";
import { CODES, errorResponse } from "./codes.js";
import { endpointOf } from "./endpoint.js";
import { refuseStrangers } from "./origin.js";
import { answerPost } from "./post.js";
import { send } from "./reply.js";

export async function mcpRoutes(app: FastifyInstance, service: Service): Promise<void> {
  const allowed = { hosts: service.mcpHosts, origins: [...service.mcpOrigins, ...service.corsOrigins] };
  const endpoint = once(() => endpointOf(service, (error) => app.log.debug(error)));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const document = problemOf(error, request);
    if (document.status >= 500) request.log.error(error);
    return send(request, reply.code(document.status), errorResponse(null, codeOf(document), document.detail));
  });
  route(
    app,
    "/mcp",
    { POST: async (request, reply) => answerPost(endpoint(), request, reply) },
    {
      bodyLimit: service.bodyLimit,
      // Every message is charged for what it asks.
      config: { free: true },
      onRequest: async (request, reply) => {
        const refusal = refuseStrangers(allowed, request);
        return refusal === undefined ? undefined : sendProblem(reply, refusal);
      },
    },
  );
}

function codeOf(document: Problem): number {
  if (document.status >= 500) return CODES.internal;
  return document.type.endsWith("/malformed-json") ? CODES.parse : CODES.invalidRequest;
}

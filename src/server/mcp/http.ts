// MCP over Streamable HTTP, without sessions: every POST stands alone and is answered with JSON.
import type { FastifyError, FastifyInstance } from "fastify";
import { once } from "../../engine/language/once.js";
import { problemOf } from "../http/errors.js";
import { type Problem, sendProblem } from "../http/problems.js";
import { route } from "../http/routes.js";
import type { Service } from "../options.js";
import { CODES, errorResponse } from "./codes.js";
import { refuseStrangers } from "./origin.js";
import { send } from "./reply.js";

export async function mcpRoutes(app: FastifyInstance, service: Service): Promise<void> {
  const allowed = { hosts: service.mcpHosts, origins: [...service.mcpOrigins, ...service.corsOrigins] };
  // Loaded, with the SDK, by the first that arrives.
  const opening = once(async () => {
    const [{ answerPost }, { endpointOf }] = await Promise.all([
      import("./post.js"),
      import("./endpoint.js"),
    ]);
    return { answerPost, endpoint: endpointOf(service, (error) => app.log.debug(error)) };
  });
  // Once it is there nothing is waited for.
  let open: Awaited<ReturnType<typeof opening>> | undefined;
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const document = problemOf(error, request.routeOptions.bodyLimit);
    if (document.status >= 500) request.log.error(error);
    return send(request, reply.code(document.status), errorResponse(null, codeOf(document), document.detail));
  });
  route(
    app,
    "/mcp",
    {
      POST: async (request, reply) => {
        open ??= await opening();
        return open.answerPost(open.endpoint, request, reply);
      },
    },
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

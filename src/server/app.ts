// The HTTP service over one definition set.
import fastify, { type FastifyError, type FastifyInstance, type FastifyServerOptions } from "fastify";
import type { DefinitionSet } from "../engine/definitions.js";
import { healthRoutes } from "./health.js";
import { problem, sendProblem } from "./problems.js";
import { toolRoutes } from "./tools.js";

export interface AppOptions {
  readonly set: DefinitionSet;
  readonly version: string;
  /** Seconds since some start; uptime is reckoned from it. */
  readonly now: () => number;
  readonly logger?: FastifyServerOptions["logger"];
}

/** Bytes of a request body. */
export const LARGEST_BODY = 256 * 1024;

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: options.logger ?? false,
    bodyLimit: LARGEST_BODY,
    routerOptions: { maxParamLength: 200 },
    requestTimeout: 30_000,
    forceCloseConnections: "idle",
  });
  app.removeContentTypeParser("text/plain");
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const document = fromError(error);
    if (document.status >= 500) request.log.error(error);
    return sendProblem(reply, document);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      reply,
      problem("not-found", `There is nothing at ${request.method} ${request.url.slice(0, 200)}.`),
    ),
  );
  await app.register(healthRoutes, options);
  await app.register(toolRoutes, options);
  return app;
}

/** What a caller did wrong, by Fastify's error codes; everything else is ours and says nothing of its inside. */
function fromError(error: FastifyError) {
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return problem(
        "unsupported-media-type",
        "Send the inputs as one JSON object with Content-Type: application/json.",
      );
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return problem("body-too-large", `A body may have at most ${LARGEST_BODY} bytes.`);
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
      return problem("malformed-json", "The body is empty; send the inputs as one JSON object.");
    default:
      if (error.statusCode === 413)
        return problem("body-too-large", `A body may have at most ${LARGEST_BODY} bytes.`);
      if (error.statusCode === 400)
        return problem("malformed-json", `The body cannot be read as JSON: ${error.message.slice(0, 200)}`);
      return problem("internal", "The request could not be answered. Nothing of it was kept.");
  }
}

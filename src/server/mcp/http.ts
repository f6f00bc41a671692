// MCP over Streamable HTTP, without sessions: every POST stands alone and is answered with JSON.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Refusal } from "../../access/admission.js";
import { once } from "../../engine/language/once.js";
import { isRecord } from "../../json/objects.js";
import { refusalProblem } from "../calls/answers.js";
import { problemOf } from "../http/errors.js";
import { bodyOf } from "../http/json.js";
import { type Problem, sendProblem } from "../http/problems.js";
import { route } from "../http/routes.js";
import { JSON_TYPE } from "../http/static-documents.js";
import type { Service } from "../options.js";
import { admitted } from "./caller.js";
import { CODES } from "./codes.js";
import { refuseStrangers } from "./origin.js";

export async function mcpRoutes(app: FastifyInstance, service: Service): Promise<void> {
  const allowed = { hosts: service.mcpHosts, origins: [...service.mcpOrigins, ...service.corsOrigins] };
  // Loaded, with the SDK, by the first that arrives.
  const opening = once(async () => {
    const { postAnswerer } = await import("./post.js");
    return postAnswerer(service);
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const document = problemOf(error, request.routeOptions.bodyLimit);
    if (document.status >= 500) request.log.error(error);
    return sendWrong(service, request, reply, document);
  });
  route(
    app,
    "/mcp",
    {
      POST: async (request, reply) => {
        bodyOf(request);
        return (await opening())(request, reply);
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

/** What is no message is charged like one. */
async function sendWrong(service: Service, request: FastifyRequest, reply: FastifyReply, document: Problem) {
  const verdict = await admitted(service, request, 0);
  if ("refusal" in verdict) return sendRefusal(request, reply, verdict);
  const { status, detail, type } = document;
  const isJson = !type.endsWith("/malformed-json");
  const code = status >= 500 ? CODES.internal : isJson ? CODES.invalidRequest : CODES.parse;
  return sendError(request, reply.code(status), code, detail);
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const document = refusalProblem(refusal);
  reply.headers(refusal.headers).code(document.status);
  return sendError(request, reply, CODES.refused, document.detail, document);
}

/** An error that is found before the SDK sees the message. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  code: number,
  message: string,
  data?: object,
): FastifyReply {
  const { id } = isRecord(request.body) ? request.body : {};
  const answer = {
    jsonrpc: "2.0",
    id: typeof id === "string" || Number.isSafeInteger(id) ? id : null,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
  return sendText(request, reply, JSON.stringify(answer));
}

/** JSON, whatever the Accept header says; a client that takes nothing but an event stream gets one event. */
export function sendText(
  { headers: { accept = "*/*" } }: FastifyRequest,
  reply: FastifyReply,
  text: string,
  type: string | null = null,
): FastifyReply {
  const isStream = type?.startsWith("text/event-stream") === true;
  const isOneEvent = /text\/event-stream/i.test(accept) && !/application\/(json|\*)|\*\/\*/i.test(accept);
  if (!isStream && isOneEvent)
    return reply.header("content-type", "text/event-stream").send(`event: message\ndata: ${text}\n\n`);
  return reply.header("content-type", isStream ? type : JSON_TYPE).send(text);
}

// Sends MCP answers over HTTP as JSON, and refusals as JSON-RPC errors.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Refusal } from "../../access/admission.js";
import { isRecord } from "../../json/objects.js";
import { refusalProblem } from "../calls/admission.js";
import { JSON_TYPE } from "../http/static-documents.js";
import { CODES } from "./codes.js";

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const document = refusalProblem(refusal);
  reply.headers(refusal.headers).code(document.status);
  return sendError(request, reply, CODES.refused, document.detail, document);
}

/** Sends an error that is found before the SDK sees the message. */
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

/** Sends JSON, or one event if the client accepts only an event stream. */
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

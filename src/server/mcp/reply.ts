// An answer over MCP as HTTP carries it: JSON, or one event of a stream.
import type { FastifyReply, FastifyRequest } from "fastify";

/** JSON, whatever the Accept header says; a client that takes nothing but an event stream gets one event. */
export function send(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  const accept = request.headers.accept ?? "*/*";
  const text = JSON.stringify(answer);
  if (/text\/event-stream/i.test(accept) && !/application\/(json|\*)|\*\/\*/i.test(accept))
    return reply.header("content-type", "text/event-stream").send(`event: message\ndata: ${text}\n\n`);
  return reply.header("content-type", "application/json; charset=utf-8").send(text);
}

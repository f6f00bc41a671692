// An answer over MCP as HTTP carries it: JSON, or one event of a stream.
import type { FastifyReply, FastifyRequest } from "fastify";

/** JSON, whatever the Accept header says; a client that takes nothing but an event stream gets one event. */
export function send(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  return sendRaw(request, reply, JSON.stringify(answer));
}

/** The answer to a request whose result is written already. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string | number,
  result: string,
): FastifyReply {
  return sendRaw(request, reply, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
}

export function sendRaw(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const accept = request.headers.accept ?? "*/*";
  if (/text\/event-stream/i.test(accept) && !/application\/(json|\*)|\*\/\*/i.test(accept))
    return reply.header("content-type", "text/event-stream").send(`event: message\ndata: ${text}\n\n`);
  return reply.header("content-type", "application/json; charset=utf-8").send(text);
}

/** An answer that the SDK has written; its streams end by themselves. */
export async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get("content-type");
  if (type !== null) reply.header("content-type", type);
  return reply.code(response.status).send(await response.text());
}

// Several messages in one POST, which only revisions before 2025-06-18 know: bounded in number and in bytes, and charged
// as each of them alone would be.
import type { JSONRPCRequest } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isRecord } from "../../json/objects.js";
import { refusalProblem } from "../calls/answers.js";
import type { About, Asked } from "./asked.js";
import { admitted, askedBy, chargeLength } from "./caller.js";
import { CODES, errorResponse } from "./codes.js";
import type { Endpoint } from "./endpoint.js";
import { askBareServer } from "./exchange.js";
import { capabilitiesOf } from "./modern.js";
import { send, sendRaw } from "./reply.js";
import { type Message, readMessage } from "./rpc.js";
import { answerTo, older, told } from "./server.js";

const MOST_MESSAGES = 50;
/** Bytes of the answer; what comes after is to be asked for again. */
const MOST_BYTES = 1024 * 1024;

export async function answerBatch(
  endpoint: Endpoint,
  body: readonly unknown[],
  about: About,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { service, methods } = endpoint;
  const messages = body.slice(0, MOST_MESSAGES + 1).map(readMessage);
  const requests = messages.flatMap((each) => (each.kind === "request" ? [each.request] : []));
  const wrong = wrongBatch(messages, requests);
  if (wrong !== undefined)
    return send(request, reply.code(400), errorResponse(null, CODES.invalidRequest, wrong));
  const costs = requests.map(({ method, params }) => methods.get(method)?.cost(params ?? {}) ?? 0);
  const calls = costs.reduce((sum, cost) => sum + cost, 0);
  const reads = costs.filter((cost) => cost === 0).length;
  const verdict =
    (reads === 0 ? undefined : service.reading(request, reads)) ?? (await admitted(service, request, calls));
  if ("refusal" in verdict) {
    const document = refusalProblem(verdict);
    reply.headers(verdict.headers).code(document.status);
    return send(
      request,
      reply,
      errorResponse(requests[0]?.id ?? null, CODES.refused, document.detail, document),
    );
  }
  const asked: Asked = { ...about, ...askedBy(verdict, request) };
  const answers: string[] = [];
  let bytes = 0;
  let failed = 0;
  let at = 0;
  for (const message of messages) {
    if (message.kind === "silent") continue;
    if (message.kind === "invalid") answers.push(JSON.stringify(message.answer));
    else {
      const cost = costs[at++] ?? 0;
      const answer =
        bytes > MOST_BYTES
          ? tooLong(message.request, cost)
          : await one(endpoint, message.request, cost, asked, request);
      bytes += answer.text.length;
      failed += answer.failed;
      answers.push(answer.text);
    }
  }
  if (calls > 0) reply.headers(verdict.settle(failed));
  chargeLength(service, request, bytes);
  return answers.length === 0 ? reply.code(202).send() : sendRaw(request, reply, `[${answers.join(",")}]`);
}

async function one(
  { service, methods }: Endpoint,
  asking: JSONRPCRequest,
  cost: number,
  asked: Asked,
  request: FastifyRequest,
): Promise<{ text: string; failed: number }> {
  const { id, method, params } = asking;
  try {
    if (method === "ping")
      return { text: JSON.stringify(await askBareServer(service.version, asking)), failed: 0 };
    const answer = await answerTo(methods, method, params, asked);
    return {
      text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${older(answer)}}`,
      failed: answer.failed,
    };
  } catch (error) {
    const { code, message, data } = told(error, (unforeseen) => request.log.error(unforeseen));
    return { text: JSON.stringify(errorResponse(id, code, message, data)), failed: cost };
  }
}

function tooLong({ id }: JSONRPCRequest, failed: number): { text: string; failed: number } {
  const message = `The answer to this batch has more than ${MOST_BYTES} bytes. Ask for the rest again.`;
  return { text: JSON.stringify(errorResponse(id, CODES.refused, message)), failed };
}

/** What is wrong with the batch as a whole. */
function wrongBatch(messages: readonly Message[], requests: readonly JSONRPCRequest[]): string | undefined {
  if (messages.length === 0) return "A batch must hold at least one message.";
  if (messages.length > MOST_MESSAGES) return `A batch may hold at most ${MOST_MESSAGES} messages.`;
  if (requests.some(({ method }) => method === "initialize"))
    return "initialize must stand alone, not in a batch.";
  if (requests.some(({ params }) => isRecord(capabilitiesOf(params))))
    return "Messages of version 2026-07-28 stand alone, not in a batch.";
  return undefined;
}

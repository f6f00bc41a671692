// One POST of MCP: its messages read, admitted and answered. Loaded, with the SDK, by the first that arrives.

import { type JSONRPCRequest, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import type { FastifyReply, FastifyRequest } from "fastify";
import { show } from "../../engine/run/validate.js";
import { isRecord } from "../../objects.js";
import { refusalProblem } from "../admission.js";
import { emptyBody } from "../json.js";
import type { Service } from "../options.js";
import { CODES, errorResponse } from "./codes.js";
import type { Lines } from "./exchange.js";
import { send } from "./reply.js";
import { type Message, readMessage } from "./rpc.js";

export const PROTOCOL_VERSIONS: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** Messages of one JSON-RPC batch, which older protocol versions know. */
const MOST_MESSAGES = 50;

export async function answerPost(
  service: Service,
  lines: Lines,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { body } = request;
  if (body === undefined)
    return send(request, reply.code(400), errorResponse(null, CODES.parse, emptyBody().detail));
  const batch = Array.isArray(body);
  const messages = (batch ? body.slice(0, MOST_MESSAGES + 1) : [body]).map(readMessage);
  const wrong = wrongPost(request, batch, messages);
  if (wrong !== undefined)
    return send(request, reply.code(400), errorResponse(null, CODES.invalidRequest, wrong));
  const requests = messages.flatMap((each) => (each.kind === "request" ? [each.request] : []));
  const calls = requests.filter(({ method }) => method === "tools/call").length;
  const verdict = calls === 0 ? undefined : await service.admission(request, calls);
  if (verdict !== undefined && "refusal" in verdict) {
    const refusal = refusalProblem(verdict);
    const id = requests[0]?.id ?? null;
    reply.headers(verdict.headers).code(refusal.status);
    return send(request, reply, errorResponse(id, CODES.refused, refusal.detail, refusal));
  }
  const failed = (error: unknown) => request.log.error(error);
  const answers = await lines.answerAll(verdict?.tier ?? "", requests, failed);
  if (verdict !== undefined) reply.headers(verdict.settle(failures(requests, answers)));
  const all = messages.flatMap((each) =>
    each.kind === "invalid" ? [each.answer] : each.kind === "request" ? [answers.shift()] : [],
  );
  if (all.length === 0) return reply.code(202).send();
  const [only] = messages;
  if (!batch && only?.kind === "invalid" && only.answer.error.code === CODES.invalidRequest) reply.code(400);
  return send(request, reply, batch ? all : all[0]);
}

/** Tool calls that computed nothing. */
function failures(requests: readonly JSONRPCRequest[], answers: readonly unknown[]): number {
  return requests.filter(({ method }, at) => {
    const answer = answers[at];
    if (method !== "tools/call") return false;
    return !isRecord(answer) || !isRecord(answer.result) || answer.result.isError === true;
  }).length;
}

/** What is wrong with the POST as a whole. */
function wrongPost(
  request: FastifyRequest,
  batch: boolean,
  messages: readonly Message[],
): string | undefined {
  const starts = messages.some((each) => each.kind === "request" && each.request.method === "initialize");
  if (batch && messages.length === 0) return "A batch must hold at least one message.";
  if (messages.length > MOST_MESSAGES) return `A batch may hold at most ${MOST_MESSAGES} messages.`;
  if (starts && messages.length > 1) return "initialize must stand alone, not in a batch.";
  const version = request.headers["mcp-protocol-version"];
  if (starts || version === undefined || PROTOCOL_VERSIONS.includes(String(version))) return undefined;
  return `The protocol version ${show(version)} is not known here. Known: ${PROTOCOL_VERSIONS.join(", ")}.`;
}

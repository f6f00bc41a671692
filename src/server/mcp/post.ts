// One POST of MCP: its revision is told apart, its messages are admitted, charged and answered.
import { classifyInboundRequest, type JSONRPCRequest } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Refusal } from "../../access/admission.js";
import { show } from "../../engine/run/validate.js";
import { refusalProblem } from "../calls/answers.js";
import { emptyBody } from "../http/json.js";
import { type About, type View, viewOf } from "./asked.js";
import { answerBatch } from "./batch.js";
import { admitted, askedBy, chargeLength } from "./caller.js";
import { CODES, errorResponse } from "./codes.js";
import type { Endpoint } from "./endpoint.js";
import { askBareServer } from "./exchange.js";
import { capabilitiesOf, headersOf, plainlyOlder, plainlyRight, showsApps } from "./modern.js";
import { send, sendResponse, sendText } from "./reply.js";
import { readMessage } from "./rpc.js";
import { answerTo, older, told } from "./server.js";
import { ONE_MESSAGE, PROTOCOL_VERSIONS } from "./versions.js";

/**
 * What a client of an older revision is given as its session where it shows pages of tools. There are no sessions; the
 * client sends it back with every message, and so says again what it said at the beginning.
 */
const APPS_SESSION = "apps";

export async function answerPost(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const { body } = request;
  if (body === undefined)
    return send(request, reply.code(400), errorResponse(null, CODES.parse, emptyBody().detail));
  const view = viewOf(request.query as Record<string, unknown>);
  if (view === undefined)
    return invalid(request, reply, "In the address, tools is all or search, and schemas short or full.");
  if (Array.isArray(body)) {
    const wrong = wrongVersion(request, ONE_MESSAGE);
    if (wrong !== undefined) return invalid(request, reply, wrong);
    return answerBatch(endpoint, body, olderAsked(request, view), request, reply);
  }
  const message = readMessage(body);
  if (message.kind === "silent") return reply.code(202).send();
  if (message.kind === "invalid") {
    if (message.answer.error.code === CODES.invalidRequest) reply.code(400);
    return send(request, reply, message.answer);
  }
  const headers = headersOf(request.headers);
  if (plainlyRight(message.request, headers) && endpoint.methods.has(message.request.method)) {
    const apps = showsApps(capabilitiesOf(message.request.params));
    const about = { modern: true, links: true, apps, view };
    return answerRequest(endpoint, message.request, about, request, reply);
  }
  if (
    plainlyOlder(message.request, headers) ||
    classifyInboundRequest({ httpMethod: "POST", ...headers, body }).kind === "legacy"
  )
    return answerOlder(endpoint, message.request, view, request, reply);
  const refusal = endpoint.service.reading(request, 1);
  if (refusal !== undefined) return refuse(request, reply, message.request.id, refusal);
  return sendResponse(reply, await endpoint.sdk.fetch(webRequest(request), { parsedBody: body }));
}

/** A request of a revision before 2026-07-28. */
async function answerOlder(
  endpoint: Endpoint,
  asking: JSONRPCRequest,
  view: View,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method, params, id } = asking;
  const wrong = method === "initialize" ? undefined : wrongVersion(request);
  if (wrong !== undefined) return invalid(request, reply, wrong);
  if (method !== "initialize" && method !== "ping")
    return answerRequest(endpoint, asking, olderAsked(request, view), request, reply);
  const refusal = endpoint.service.reading(request, 1);
  if (refusal !== undefined) return refuse(request, reply, id, refusal);
  // A wrong key is told at the beginning, not by the first call.
  const verdict = await admitted(endpoint.service, request, 0);
  if ("refusal" in verdict) return refuse(request, reply, id, verdict);
  if (method === "initialize" && showsApps(params?.capabilities))
    reply.header("mcp-session-id", APPS_SESSION);
  return send(request, reply, await askBareServer(endpoint.service.version, asking));
}

function olderAsked({ headers }: FastifyRequest, view: View): About {
  const links = String(headers["mcp-protocol-version"] ?? "") >= ONE_MESSAGE;
  return { modern: false, links, apps: headers["mcp-session-id"] === APPS_SESSION, view };
}

/** A request of one of our methods, in any revision. */
async function answerRequest(
  { service, methods, stamp }: Endpoint,
  { id, method, params }: JSONRPCRequest,
  about: About,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const cost = methods.get(method)?.cost(params ?? {}) ?? 0;
  const tooMuch = cost === 0 ? service.reading(request, 1) : undefined;
  const verdict = tooMuch ?? (await admitted(service, request, cost));
  if ("refusal" in verdict) return refuse(request, reply, id, verdict);
  try {
    const answer = await answerTo(methods, method, params, { ...about, ...askedBy(verdict, request) });
    if (cost > 0) reply.headers(verdict.settle(answer.failed));
    else chargeLength(service, request, answer.text.length);
    return sendText(request, reply, id, about.modern ? stamp(method, answer) : older(answer));
  } catch (error) {
    if (cost > 0) reply.headers(verdict.settle(cost));
    const { code, message, data } = told(error, (unforeseen) => request.log.error(unforeseen));
    return send(request, reply, errorResponse(id, code, message, data));
  }
}

function refuse(request: FastifyRequest, reply: FastifyReply, id: string | number, refusal: Refusal) {
  const document = refusalProblem(refusal);
  reply.headers(refusal.headers).code(document.status);
  return send(request, reply, errorResponse(id, CODES.refused, document.detail, document));
}

function invalid(request: FastifyRequest, reply: FastifyReply, message: string): FastifyReply {
  return send(request, reply.code(400), errorResponse(null, CODES.invalidRequest, message));
}

/** What is wrong with the version that a request says it speaks; a batch ended with `before`. */
function wrongVersion({ headers }: FastifyRequest, before?: string): string | undefined {
  const version = headers["mcp-protocol-version"];
  if (version === undefined) return undefined;
  if (!PROTOCOL_VERSIONS.includes(String(version)))
    return `The protocol version ${show(version)} is not known here. Known: ${PROTOCOL_VERSIONS.join(", ")}.`;
  if (before !== undefined && String(version) >= before)
    return `Since version ${before} of the protocol a POST holds one message, not a batch.`;
  return undefined;
}

/** The request as the SDK reads it; the body comes beside it. */
function webRequest({ headers }: FastifyRequest): Request {
  const named = ["mcp-protocol-version", "mcp-method", "mcp-name", "accept"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: [...named, ["content-type", "application/json"]],
  });
}

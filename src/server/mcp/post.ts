// Handles one POST of MCP: admits and charges the sender, then lets the SDK answer with a server made for this
// message. Any instance can answer any message.
import {
  createMcpHandler,
  isInitializeRequest,
  type McpRequestContext,
  type Server,
} from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Grant } from "../../access/admission.js";
import { networkOf } from "../../access/network.js";
import { isRecord } from "../../json/objects.js";
import type { Service } from "../options.js";
import { admitted, chargeLength } from "./caller.js";
import { CODES, RpcError } from "./codes.js";
import { LINKS_SINCE, type McpRequest, type View, viewOf } from "./mcp-request.js";
import { methodsOf } from "./methods.js";
import { sendError, sendRefusal, sendText } from "./replies.js";
import { answerTo, type McpAnswer, mcpServer, showsApps } from "./server.js";

/**
 * Session id for clients of older revisions that show pages. There are no sessions: the client repeats the id, and so
 * its capability, with every message.
 */
const APPS_SESSION = "apps";

interface Exchange {
  readonly request: FastifyRequest;
  readonly grant: Grant;
  readonly view: View;
  /** Whether this service implements the method; the SDK refuses all others. */
  readonly isOwn: boolean;
  isOlder: boolean;
  /** Counted calls that failed. */
  failed: number;
}

export type AnswerPost = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function postAnswerer(service: Service): AnswerPost {
  const methods = methodsOf(service);
  const exchanges = new WeakMap<Request, Exchange>();
  const serverOf = ({ era, requestInfo }: McpRequestContext): Server => {
    const exchange = requestInfo === undefined ? undefined : exchanges.get(requestInfo);
    if (exchange === undefined) throw new Error("a message of MCP came without its request");
    exchange.isOlder = era === "legacy";
    const { request, isOwn } = exchange;
    const answer: McpAnswer = async (name, params, server) => {
      const asked = askedBy(exchange, server);
      const done = await answerTo(methods, name, params, asked, (error) => request.log.error(error));
      exchange.failed = done.failed;
      return done.result;
    };
    return mcpServer(service.version, isOwn ? answer : undefined);
  };
  const sdk = createMcpHandler(serverOf, { keepAliveMs: 0 });
  return async (request, reply) => {
    const body = isRecord(request.body) ? request.body : {};
    const { method = "", id = null } = body;
    const params = isRecord(body.params) ? body.params : {};
    const own = id === null ? undefined : methods.get(String(method));
    const cost = own?.cost(params) ?? 0;
    const grant = await admitted(service, request, cost);
    if ("refusal" in grant) return sendRefusal(request, reply, grant);
    const view = viewOf(request.query as Record<string, unknown>);
    const wrong = wrongMessage(request.body);
    if (view === undefined || wrong !== undefined) {
      if (cost > 0) reply.headers(grant.settle(cost));
      const { code, message } = wrong ?? UNKNOWN_VIEW;
      return sendError(request, reply.code(400), code, message);
    }
    const asking = webRequest(request);
    const exchange = { request, grant, view, isOwn: own !== undefined, isOlder: false, failed: cost };
    exchanges.set(asking, exchange);
    const response = await sdk.fetch(asking, { parsedBody: body });
    const given = await response.text();
    const text = exchange.isOlder ? messageIn(given) : given;
    if (cost > 0) reply.headers(grant.settle(exchange.failed));
    else chargeLength(service, request, text.length);
    if (exchange.isOlder && method === "initialize" && showsApps(params.capabilities))
      reply.header("mcp-session-id", APPS_SESSION);
    reply.code(response.status);
    if (text === "") return reply.send();
    return sendText(request, reply, text, exchange.isOlder ? null : response.headers.get("content-type"));
  };
}

/** The SDK answers older revisions with an event stream of one event. Returns its data. */
function messageIn(text: string): string {
  const at = text.indexOf("data: ");
  return at < 0 ? text : text.slice(at + "data: ".length, text.indexOf("\n", at));
}

/** Builds the context. Newer clients state their capabilities in every message, older ones in the session id. */
function askedBy({ request, grant, view, isOlder }: Exchange, server: Server): McpRequest {
  const { headers, ip, socket } = request;
  return {
    tier: grant.tier,
    caller: grant.caller ?? networkOf(ip),
    modern: !isOlder,
    links: !isOlder || String(headers["mcp-protocol-version"] ?? "") >= LINKS_SINCE,
    apps: isOlder ? headers["mcp-session-id"] === APPS_SESSION : showsApps(server.getClientCapabilities()),
    view,
    hasLeft: () => socket.destroyed,
  };
}

const UNKNOWN_VIEW = new RpcError(
  CODES.invalidRequest,
  "In the address, tools is all or search, and schemas short or full.",
);

/** Returns faults that the SDK would report less clearly. */
function wrongMessage(body: unknown): RpcError | undefined {
  const invalid = (message: string, code: number = CODES.invalidRequest) => new RpcError(code, message);
  if (Array.isArray(body))
    return invalid("A POST contains one message, not a batch: send each message of the batch separately.");
  if (!isRecord(body)) return invalid("A message must be one JSON object.");
  const { jsonrpc, method, params, id } = body;
  if (jsonrpc !== "2.0") return invalid('A message must have "jsonrpc": "2.0".');
  if (method === undefined && ("result" in body || "error" in body)) return undefined;
  if (typeof method !== "string") return invalid("A message must have a method, as text.");
  if ("id" in body && typeof id !== "string" && !Number.isSafeInteger(id))
    return invalid("The id must be a text or a whole number.");
  if (params !== undefined && !isRecord(params))
    return invalid("params must be a JSON object.", CODES.invalidParams);
  // Later revisions have no `initialize`; the SDK refuses it.
  if (method !== "initialize" || params?._meta !== undefined || isInitializeRequest(body)) return undefined;
  return invalid(
    "initialize needs protocolVersion (text), capabilities (object) and clientInfo ({name, version}).",
    CODES.invalidParams,
  );
}

/** The SDK always sees these headers, whatever the client accepts. */
const FIXED: Readonly<Record<string, string>> = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
};

/** Builds the part of a Request that the SDK reads. A complete `Request` would make a call 20 % slower. */
function webRequest({ headers }: FastifyRequest): Request {
  const get = (name: string): string | null => {
    const value = FIXED[name] ?? headers[name];
    return typeof value === "string" ? value : null;
  };
  return { method: "POST", headers: { get } } as unknown as Request;
}

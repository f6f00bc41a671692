// One POST of MCP: its sender is admitted and charged, then the SDK answers it in its revision, with a server that is made
// for the message and forgotten, so that any instance can answer any message.
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Grant } from "../../access/admission.js";
import { networkOf } from "../../access/network.js";
import { isRecord } from "../../json/objects.js";
import type { Service } from "../options.js";
import { type Asked, LINKS_SINCE, type Methods, type View, viewOf } from "./asked.js";
import { admitted, chargeLength } from "./caller.js";
import { CODES, RpcError } from "./codes.js";
import { sendError, sendRefusal, sendText } from "./http.js";
import { methodsOf } from "./methods.js";
import { type Answer, answerTo, mcpServer, showsApps } from "./server.js";

/**
 * What a client of an older revision is given as its session where it shows pages of tools. There are no sessions; the
 * client sends it back with every message, and so says again what it said at the beginning.
 */
const APPS_SESSION = "apps";

/** What the endpoint needs for every POST. */
export interface Endpoint {
  readonly service: Service;
  readonly methods: Methods;
}

export function endpointOf(service: Service): Endpoint {
  return { service, methods: methodsOf(service) };
}

export async function answerPost(
  { service, methods }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = isRecord(request.body) ? request.body : {};
  const { method = "", id = null } = body;
  const params = isRecord(body.params) ? body.params : {};
  const own = id === null ? undefined : methods.get(String(method));
  const cost = own?.cost(params) ?? 0;
  const verdict = await admitted(service, request, cost);
  if ("refusal" in verdict) return sendRefusal(request, reply, verdict);
  const view = viewOf(request.query as Record<string, unknown>);
  const wrong = wrongMessage(request.body);
  if (view === undefined || wrong !== undefined) {
    if (cost > 0) reply.headers(verdict.settle(cost));
    const { code, message } = wrong ?? UNKNOWN_VIEW;
    return sendError(request, reply.code(400), code, message);
  }
  let failed = cost;
  const asking = webRequest(request);
  const isOlder = await isLegacyRequest(asking, body);
  const answer: Answer = async (name, given, server) => {
    const asked = askedBy(request, verdict, view, isOlder ? undefined : server);
    const done = await answerTo(methods, name, given, asked, (error) => request.log.error(error));
    failed = done.failed;
    return done.result;
  };
  // Without methods of ours the SDK refuses what it does not know, with the status that the revision wants.
  const server = mcpServer(service.version, own === undefined ? undefined : answer);
  const response = await (isOlder ? answerOlder : answerModern)(server, asking, body);
  const text = await response.text();
  if (cost > 0) reply.headers(verdict.settle(failed));
  else chargeLength(service, request, text.length);
  if (isOlder && method === "initialize" && showsApps(params.capabilities))
    reply.header("mcp-session-id", APPS_SESSION);
  reply.code(response.status);
  return text === "" ? reply.send() : sendText(request, reply, text, response.headers.get("content-type"));
}

/** A message of revision 2026-07-28 or later. */
function answerModern(server: Server, asking: Request, parsedBody: unknown): Promise<Response> {
  return createMcpHandler(() => server, { legacy: "reject", keepAliveMs: 0 }).fetch(asking, { parsedBody });
}

/** A message of an older revision. The SDK's own way of answering these without sessions gives event streams only. */
async function answerOlder(server: Server, asking: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(asking, { parsedBody });
  await server.close();
  return response;
}

/** Who asks and how; newer clients say with every message what they can show, older ones in what they hold for a session. */
function askedBy(
  { headers, ip, socket }: FastifyRequest,
  { tier, caller }: Grant,
  view: View,
  modern: Server | undefined,
): Asked {
  return {
    tier,
    caller: caller ?? networkOf(ip),
    modern: modern !== undefined,
    links: modern !== undefined || String(headers["mcp-protocol-version"] ?? "") >= LINKS_SINCE,
    apps:
      modern === undefined
        ? headers["mcp-session-id"] === APPS_SESSION
        : showsApps(modern.getClientCapabilities()),
    view,
    hasLeft: () => socket.destroyed,
  };
}

const UNKNOWN_VIEW = new RpcError(
  CODES.invalidRequest,
  "In the address, tools is all or search, and schemas short or full.",
);

/** What is wrong with a message, where the SDK would answer with less, or with the words of its schemas. */
function wrongMessage(body: unknown): RpcError | undefined {
  const invalid = (message: string, code: number = CODES.invalidRequest) => new RpcError(code, message);
  if (Array.isArray(body))
    return invalid("A POST holds one message, not a batch: send each message of the batch on its own.");
  if (!isRecord(body)) return invalid("A message must be one JSON object.");
  const { jsonrpc, method, params, id } = body;
  if (jsonrpc !== "2.0") return invalid('A message must have "jsonrpc": "2.0".');
  if (method === undefined && ("result" in body || "error" in body)) return undefined;
  if (typeof method !== "string") return invalid("A message must have a method, as text.");
  if ("id" in body && typeof id !== "string" && !Number.isSafeInteger(id))
    return invalid("The id must be a text or a whole number.");
  if (params !== undefined && !isRecord(params))
    return invalid("params must be a JSON object.", CODES.invalidParams);
  // A later revision has no such method, and the SDK says so.
  if (method !== "initialize" || params?._meta !== undefined || isInitializeRequest(body)) return undefined;
  return invalid(
    "initialize needs protocolVersion (text), capabilities (object) and clientInfo ({name, version}).",
    CODES.invalidParams,
  );
}

/** The request as the SDK reads it; the body comes beside it. It is given JSON whatever the client says that it takes. */
function webRequest({ headers }: FastifyRequest): Request {
  const named = ["mcp-protocol-version", "mcp-method", "mcp-name"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  const fixed: [string, string][] = [
    ["accept", "application/json, text/event-stream"],
    ["content-type", "application/json"],
  ];
  return new Request("http://localhost/mcp", { method: "POST", headers: [...named, ...fixed] });
}

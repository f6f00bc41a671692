// Revision 2026-07-28: every request says who asks and in which revision, in its body and, for what stands between, in
// headers. A request that is plainly right is answered at once; all others are the SDK's to judge.
import type { IncomingHttpHeaders } from "node:http";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  type JSONRPCRequest,
  LOG_LEVEL_META_KEY,
  type McpHttpHandler,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import { isRecord } from "../../json/objects.js";
import type { Answered, Params } from "./asked.js";
import { APPS_EXTENSION, bareServer, CACHED_METHODS, FRESH_MS, serverInfo } from "./server.js";
import { MODERN } from "./versions.js";

/** Parameters that the header Mcp-Name repeats. */
const NAMED: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** The headers of a request as far as the revision knows them. */
export interface Headers {
  readonly protocolVersionHeader?: string;
  readonly mcpMethodHeader?: string;
  readonly mcpNameHeader?: string;
}

export function headersOf(headers: IncomingHttpHeaders): Headers {
  const one = (name: string) => (typeof headers[name] === "string" ? headers[name] : undefined);
  const version = one("mcp-protocol-version");
  const method = one("mcp-method");
  const name = one("mcp-name");
  return {
    ...(version === undefined ? {} : { protocolVersionHeader: version }),
    ...(method === undefined ? {} : { mcpMethodHeader: method }),
    ...(name === undefined ? {} : { mcpNameHeader: name }),
  };
}

/** Whether a request says all that the revision wants of it, and its headers say, letter by letter, what the body says. */
export function plainlyRight({ method, params }: JSONRPCRequest, headers: Headers): boolean {
  if (headers.protocolVersionHeader !== MODERN || headers.mcpMethodHeader !== method) return false;
  const meta: unknown = params?._meta;
  if (!isRecord(meta) || meta[PROTOCOL_VERSION_META_KEY] !== MODERN) return false;
  // Who asks may stay unsaid; what is said in another way is looked at more closely.
  if (!isRecord(meta[CLIENT_CAPABILITIES_META_KEY]) || meta[LOG_LEVEL_META_KEY] !== undefined) return false;
  if (!isNamed(meta[CLIENT_INFO_META_KEY])) return false;
  const source = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  if (source === undefined) return true;
  const named: unknown = params?.[source];
  return (
    typeof named !== "string" || headers.mcpNameHeader === named || decoded(headers.mcpNameHeader) === named
  );
}

/** Whether a request says nothing of this revision or a later one, neither in its body nor in its headers. */
export function plainlyOlder({ params }: JSONRPCRequest, { protocolVersionHeader = "" }: Headers): boolean {
  const meta: unknown = params?._meta;
  return protocolVersionHeader < MODERN && !(isRecord(meta) && PROTOCOL_VERSION_META_KEY in meta);
}

function isNamed(info: unknown): boolean {
  if (info === undefined) return true;
  return isRecord(info) && typeof info.name === "string" && typeof info.version === "string";
}

/** A name that headers cannot carry as it is comes as `=?base64?...?=`. */
function decoded(header: string | undefined): string | undefined {
  const match = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(header ?? "");
  return match === null ? undefined : Buffer.from(match[1] ?? "", "base64").toString("utf8");
}

/** The text of a result as this revision wants it: complete, by whom, and for how long it holds. */
export function stamper(version: string): (method: string, answer: Answered) => string {
  const info = JSON.stringify({ [SERVER_INFO_META_KEY]: serverInfo(version) }).slice(1, -1);
  const cached = `"ttlMs":${FRESH_MS},"cacheScope":"public",`;
  return (method, { text, meta }) => {
    const more = meta === undefined ? "" : `,${meta}`;
    const fresh = CACHED_METHODS.has(method) ? cached : "";
    return `{"resultType":"complete",${fresh}"_meta":{${info}${more}}${text === "{}" ? "" : ","}${text.slice(1)}`;
  };
}

/** The SDK's own answers: what the server is, the refusal of what is not right, and streams that end at once. */
export function modernHandler(version: string, failed: (error: unknown) => void): McpHttpHandler {
  return createMcpHandler(() => bareServer(version), { legacy: "reject", onerror: failed, keepAliveMs: 0 });
}

/** Whether a client has said that it shows pages of tools. */
export function showsApps(capabilities: unknown): boolean {
  const extensions = isRecord(capabilities) ? capabilities.extensions : undefined;
  return isRecord(extensions) && APPS_EXTENSION in extensions;
}

export function capabilitiesOf(params: unknown): unknown {
  const meta = isRecord(params) ? (params as Params)._meta : undefined;
  return isRecord(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined;
}

// Configures the SDK's MCP server, which implements the protocol. This service implements tools, resources and
// prompts.
import { Server, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { isRecord } from "../../json/objects.js";
import { noSuch } from "../../wording/wording.js";
import { CODES, RpcError } from "./codes.js";
import type { McpRequest, McpResult, Methods, Params } from "./mcp-request.js";

/** Supported revisions, newest first. */
export const PROTOCOL_VERSIONS: readonly string[] = [
  ...new Set(["2026-07-28", ...SUPPORTED_PROTOCOL_VERSIONS]),
];

const INSTRUCTIONS =
  "Deterministic engineering calculators and regulatory checks. Choose a tool by its description, send its inputs " +
  "in the units that the input schema states, and leave out unknown optional inputs: every default that " +
  "was applied comes back under assumptions. The error of a refused call names the argument to change and its allowed values. Report " +
  "flags, warnings and assumptions with every result, name its standard_reference, and pass on its disclaimer. " +
  "explain_result shows how a result was computed, compare and sweep show its changes, verify checks it. The " +
  "definition behind each number can be read at plumbline://tools/{name}, its sources at plumbline://sources.";

/** The extension for results as pages. */
const APPS_EXTENSION = "io.modelcontextprotocol/ui";

const CAPABILITIES = {
  tools: {},
  resources: {},
  prompts: {},
  completions: {},
  extensions: { [APPS_EXTENSION]: {} },
};

/** How long clients may cache lists, which change only with a restart. */
const KEPT = { ttlMs: 3_600_000, cacheScope: "public" } as const;
/** Methods with cache hints in their results, from revision 2026-07-28. */
const CACHED: ReadonlySet<string> = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

/** Avoids the SDK's schema validator, since this server sends no requests to clients. */
const jsonSchemaValidator = {
  getValidator: () => {
    throw new Error("this server sends no requests to clients");
  },
};

export type McpAnswer = (method: string, params: Params, server: Server) => Promise<Params>;

/**
 * Creates a server for one connection, or for one HTTP message. Without `answer` it supports the protocol's own
 * methods only.
 */
export function mcpServer(version: string, answer: McpAnswer | undefined): Server {
  const info = { name: "plumbline", title: "Plumbline engineering calculations", version };
  const server = new Server(info, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    cacheHints: { "server/discover": KEPT },
    jsonSchemaValidator,
  });
  // One handler for all methods, so that this code words the parameter errors.
  if (answer !== undefined)
    server.fallbackRequestHandler = async ({ method, params }) => ({
      ...(await answer(method, params ?? {}, server)),
    });
  return server;
}

/** Answers a method. Unexpected errors go to `failed`; the caller receives no details. */
export async function answerTo(
  methods: Methods,
  name: string,
  params: Params,
  asked: McpRequest,
  failed: (error: unknown) => void,
): Promise<McpResult> {
  try {
    const method = methods.get(name);
    if (method === undefined)
      throw new RpcError(CODES.methodNotFound, noSuch("method", name, methods.keys()).message);
    const answer = await method.answer(params, asked);
    return asked.modern && CACHED.has(name) ? { ...answer, result: { ...answer.result, ...KEPT } } : answer;
  } catch (error) {
    if (error instanceof RpcError) throw error;
    failed(error);
    throw new RpcError(CODES.internal, "The request could not be answered.");
  }
}

/** Returns whether the client supports MCP Apps. */
export function showsApps(capabilities: unknown): boolean {
  const extensions = isRecord(capabilities) ? capabilities.extensions : undefined;
  return isRecord(extensions) && APPS_EXTENSION in extensions;
}

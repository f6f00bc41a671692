// The SDK's server of MCP, which carries the protocol in every revision; the methods of tools, resources and prompts are ours.
import { Server, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { isRecord } from "../../json/objects.js";
import { noSuch } from "../../wording/wording.js";
import type { Answered, Asked, Methods, Params } from "./asked.js";
import { CODES, RpcError } from "./codes.js";

/** The revisions of MCP that are spoken, newest first. */
export const PROTOCOL_VERSIONS: readonly string[] = [
  ...new Set(["2026-07-28", ...SUPPORTED_PROTOCOL_VERSIONS]),
];

const INSTRUCTIONS =
  "Deterministic engineering calculators and regulatory checks. Choose a tool by its description, send its inputs " +
  "in the units that the input schema states, and leave out optional inputs that are not known: every default that " +
  "was applied comes back under assumptions. A refused call says which argument to change and what is allowed. Report " +
  "flags, warnings and assumptions with every result, name its standard_reference, and pass on its disclaimer. " +
  "explain_result tells how a result came about, compare and sweep what changes it, verify whether one is right. The " +
  "definition behind each number can be read at plumbline://tools/{name}, its sources at plumbline://sources.";

/** The extension by which clients and servers say that results may be shown as pages. */
const APPS_EXTENSION = "io.modelcontextprotocol/ui";

const CAPABILITIES = {
  tools: {},
  resources: {},
  prompts: {},
  completions: {},
  extensions: { [APPS_EXTENSION]: {} },
};

/** How long clients may keep what is listed: it changes only with a new start of the service. */
const KEPT = { ttlMs: 3_600_000, cacheScope: "public" } as const;
/** Methods whose results say so, from revision 2026-07-28 on. */
const CACHED: ReadonlySet<string> = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

/** The SDK would make a validator of schemas for each server; none is needed where the server asks nothing of a client. */
const jsonSchemaValidator = {
  getValidator: () => {
    throw new Error("this service asks nothing of its clients");
  },
};

export type Answer = (method: string, params: Params, server: Server) => Promise<Params>;

/** A server for one connection, or for one message over HTTP. Without `answer` it knows the protocol's own methods only. */
export function mcpServer(version: string, answer: Answer | undefined): Server {
  const info = { name: "plumbline", title: "Plumbline engineering calculations", version };
  const server = new Server(info, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    cacheHints: { "server/discover": KEPT },
    jsonSchemaValidator,
  });
  // One door for every method but the SDK's own, so that wrong parameters get our words and code.
  if (answer !== undefined)
    server.fallbackRequestHandler = async ({ method, params }) => ({
      ...(await answer(method, params ?? {}, server)),
    });
  return server;
}

/** The answer of a method; what nobody could foresee goes to `failed`, and the caller is told no more than that. */
export async function answerTo(
  methods: Methods,
  name: string,
  params: Params,
  asked: Asked,
  failed: (error: unknown) => void,
): Promise<Answered> {
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

/** Whether a client has said that it shows pages of tools. */
export function showsApps(capabilities: unknown): boolean {
  const extensions = isRecord(capabilities) ? capabilities.extensions : undefined;
  return isRecord(extensions) && APPS_EXTENSION in extensions;
}

// The SDK's MCP servers: what every revision says about itself and asks of a connection is theirs, the methods are ours.
import { Server } from "@modelcontextprotocol/server";
import { isRecord } from "../../json/objects.js";
import { noSuch } from "../../wording/wording.js";
import type { Answered, Asked, Methods } from "./asked.js";
import { CODES, RpcError } from "./codes.js";

const INSTRUCTIONS =
  "Deterministic engineering calculators and regulatory checks. Choose a tool by its description, send its inputs " +
  "in the units that the input schema states, and leave out optional inputs that are not known: every default that " +
  "was applied comes back under assumptions. A refused call says which argument to change and what is allowed. Report " +
  "flags, warnings and assumptions with every result, name its standard_reference, and pass on its disclaimer. " +
  "explain_result tells how a result came about, compare and sweep what changes it, verify whether one is right. The " +
  "definition behind each number can be read at plumbline://tools/{name}, its sources at plumbline://sources.";

/** The extension by which clients and servers say that results may be shown as pages. */
export const APPS_EXTENSION = "io.modelcontextprotocol/ui";

const CAPABILITIES = {
  tools: {},
  resources: {},
  prompts: {},
  completions: {},
  extensions: { [APPS_EXTENSION]: {} },
};

/** Milliseconds for which clients may keep what is listed: it changes only with a new start of the service. */
export const FRESH_MS = 3_600_000;
const HINT = { ttlMs: FRESH_MS, cacheScope: "public" } as const;
/** Results that say how long they hold, from revision 2026-07-28 on. */
const CACHED = [
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
] as const;
export const CACHED_METHODS: ReadonlySet<string> = new Set(CACHED);

export function serverInfo(version: string) {
  return { name: "plumbline", title: "Plumbline engineering calculations", version };
}

/** A server that knows no method but those of the protocol itself. */
export function bareServer(version: string): Server {
  return new Server(serverInfo(version), {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    cacheHints: Object.fromEntries(CACHED.map((method) => [method, HINT])),
  });
}

/** A server that answers all methods, for a connection of its own; what could not be foreseen goes to `failed`. */
export function wholeServer(
  version: string,
  methods: Methods,
  askedOf: (server: Server) => Asked,
  failed: (error: unknown) => void,
): Server {
  const server = bareServer(version);
  // One door for every method but the SDK's own, so that wrong parameters get our words and code.
  server.fallbackRequestHandler = async ({ method, params }) => {
    try {
      const answer = await answerTo(methods, method, params, askedOf(server));
      return JSON.parse(older(answer)) as Record<string, unknown>;
    } catch (error) {
      throw told(error, failed);
    }
  };
  return server;
}

/** What a caller is told of an error; what nobody could foresee is told to the operator. */
export function told(error: unknown, failed: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error;
  failed(error);
  return new RpcError(CODES.internal, "The request could not be answered.");
}

/** The text of a result as revisions before 2026-07-28 have it. */
export function older({ text, meta }: Answered): string {
  return meta === undefined ? text : `{"_meta":{${meta}},${text.slice(1)}`;
}

export function answerTo(methods: Methods, name: string, params: unknown, asked: Asked) {
  const method = methods.get(name);
  if (method === undefined)
    throw new RpcError(CODES.methodNotFound, noSuch("method", name, methods.keys()).message);
  return method.answer(isRecord(params) ? params : {}, asked);
}

// The MCP servers of a definition set: what they list is worked out once, so that a server for each exchange is cheap.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { ServedSet } from "../../engine/run/tool.js";
import { isRecord } from "../../objects.js";
import { noSuch } from "../../wording.js";
import { CODES, RpcError } from "./codes.js";
import { complete } from "./completion.js";
import { getPrompt, listPrompts } from "./prompts.js";
import { listResources, readResource, resourcesOf, TEMPLATES } from "./resources.js";
import { callTool, listTools } from "./tools.js";

type Params = Readonly<Record<string, unknown>>;
type Method = (params: Params, tier: string) => object;

/** Told of an error, and of the request that it came of. */
export type Failed = (error: unknown, request: string | number) => void;

/** Makes a server that answers callers of a tier; what it could not foresee goes to `failed`. */
export type NewServer = (tier: string, failed: Failed) => Server;

const INSTRUCTIONS =
  "Deterministic engineering calculators and regulatory checks. Choose a tool by its description, send its inputs " +
  "in the units that the input schema states, and leave out optional inputs that are not known: every default that " +
  "was applied comes back under assumptions. A refused call says which argument to change and what is allowed. Report " +
  "flags, warnings and assumptions with every result, name its standard_reference, and pass on its disclaimer. The " +
  "definition behind each number can be read at plumbline://tools/{name}, its sources at plumbline://sources.";

/** Shared, because each one builds a whole JSON Schema compiler. */
const VALIDATOR = new AjvJsonSchemaValidator();

export function mcpServers(set: ServedSet, version: string): NewServer {
  const methods = methodsOf(set);
  const info = { name: "plumbline", title: "Plumbline engineering calculations", version };
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };
  const options = { capabilities, instructions: INSTRUCTIONS, jsonSchemaValidator: VALIDATOR };
  return (tier, failed) => {
    const server = new Server(info, options);
    // One door for every method but the SDK's own, so that wrong parameters get our words and code.
    server.fallbackRequestHandler = async ({ method, params }, { requestId }) => {
      try {
        return { ...answer(methods, method, params, tier) };
      } catch (error) {
        if (error instanceof RpcError) throw error;
        failed(error, requestId);
        throw new RpcError(CODES.internal, "The request could not be answered.");
      }
    };
    return server;
  };
}

function answer(methods: ReadonlyMap<string, Method>, name: string, params: unknown, tier: string): object {
  const method = methods.get(name);
  if (method === undefined)
    throw new RpcError(CODES.methodNotFound, noSuch("method", name, methods.keys()).message);
  return method(isRecord(params) ? params : {}, tier);
}

function methodsOf(set: ServedSet): ReadonlyMap<string, Method> {
  const resources = resourcesOf(set);
  return new Map<string, Method>([
    ["tools/list", listing("tools", listTools(set))],
    ["tools/call", (params, tier) => callTool(set, params, tier)],
    ["resources/list", listing("resources", listResources(resources))],
    ["resources/templates/list", listing("resourceTemplates", TEMPLATES)],
    ["resources/read", (params) => readResource(resources, params)],
    ["prompts/list", listing("prompts", listPrompts())],
    ["prompts/get", (params) => getPrompt(set, params)],
    ["completion/complete", (params) => complete(set, resources, params)],
  ]);
}

/** Lists are short and come whole: a cursor was never given out. */
function listing(name: string, items: readonly unknown[]): Method {
  return ({ cursor }) => {
    if (cursor !== undefined) throw new RpcError(CODES.invalidParams, "This cursor was not given out here.");
    return { [name]: items };
  };
}

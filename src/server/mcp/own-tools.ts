// Built-in tools of the service: their common type, call and argument checks.
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import { isRecord } from "../../json/objects.js";
import { noSuch } from "../../wording/wording.js";
import { ANNOTATIONS, type McpEntry } from "./entries.js";
import type { McpRequest, McpResult, Params } from "./mcp-request.js";
import { refused } from "./outcome.js";

export interface OwnTool {
  readonly entry: McpEntry;
  /** Tool calls that one call of this tool counts as. */
  readonly cost: (args: Params) => number;
  readonly call: (args: Params, asked: McpRequest) => McpResult | Promise<McpResult>;
}

/** Invalid arguments. The message is sent to the caller. */
export class WrongArguments extends Error {
  constructor(
    readonly pointer: string,
    message: string,
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

interface About extends Omit<OwnTool, "entry">, Pick<McpEntry, "name" | "title" | "description"> {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

export function ownTool({ name, title, description, properties, required, ...work }: About): OwnTool {
  const inputSchema = { type: "object", properties, required };
  return { entry: { name, title, description, inputSchema, annotations: ANNOTATIONS }, ...work };
}

/** Calls a built-in tool. Invalid arguments become an error result. */
export async function callOwn(
  set: RuntimeSet,
  tool: OwnTool,
  given: unknown,
  asked: McpRequest,
): Promise<McpResult> {
  const { name, inputSchema } = tool.entry;
  const known = Object.keys(inputSchema.properties as object);
  const args = isRecord(given) ? withArguments(given) : {};
  try {
    if (!isRecord(given)) throw new WrongArguments("", "The arguments must be one JSON object.");
    refuseUnknown(set, args, known);
    return await tool.call(args, asked);
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error;
    const { pointer, message, more } = error;
    const said = [
      `The arguments do not fit ${name}; nothing was computed.`,
      `- ${message}`,
      `Required: ${(inputSchema.required as readonly string[]).join(", ")}. Known: ${known.join(", ")}.`,
    ].join("\n");
    const failed = isRecord(given) ? tool.cost(args) : 0;
    return refused(said, { tool: name, errors: [{ pointer, message, ...more }] }, asked, failed);
  }
}

/** Accepts `input`, the name used over HTTP, in place of `arguments`. */
export function withArguments(args: Params): Params {
  if (!("input" in args) || "arguments" in args) return args;
  const { input, ...others } = args;
  return { ...others, arguments: input };
}

/** Refuses unknown arguments, which would otherwise be ignored without notice. */
function refuseUnknown({ tools }: RuntimeSet, args: Params, known: readonly string[]): void {
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const of = typeof args.tool === "string" ? tools.get(args.tool) : undefined;
  const isInput = known.includes("arguments") && of?.facts.inputs.includes(unknown) === true;
  const { message, near } = noSuch("argument", unknown, known);
  if (!isInput) throw new WrongArguments(`/${unknown}`, message, { near });
  const given = `${unknown} is an input of ${of.name}: give it in arguments, {"arguments": {"${unknown}": ...}}.`;
  throw new WrongArguments(`/${unknown}`, given);
}

export function textIn(args: Params, name: string): string {
  const value = args[name];
  if (typeof value !== "string" || value.trim() === "")
    throw new WrongArguments(`/${name}`, `${name} must be a text.`);
  return value;
}

export function recordIn(args: Params, name: string): Params {
  const value = args[name] ?? {};
  if (!isRecord(value)) throw new WrongArguments(`/${name}`, `${name} must be one JSON object.`);
  return value;
}

export function toolIn(set: RuntimeSet, args: Params): RuntimeTool {
  const name = textIn(args, "tool");
  const tool = set.tools.get(name);
  if (tool !== undefined) return tool;
  const { message, near } = noSuch("tool", name, set.tools.keys());
  throw new WrongArguments("/tool", message, { near });
}

export const TOOL = { type: "string", description: "Its name" };
export const ARGUMENTS = { type: "object", description: "Its arguments" };

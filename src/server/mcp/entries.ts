// Tools as MCP lists them: short, so that all of them leave a model room to think, or whole for who asks for that.

import { identityOf } from "../../definitions/identity.js";
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import { purposeOf, sentencesOf } from "../../wording/sentences.js";
import { described, withoutChoices } from "../calls/described.js";
import { appUri } from "./app-page.js";
import { compactInput } from "./compact.js";
import type { View } from "./mcp-request.js";

/** Every tool computes from its input alone: it changes nothing, and so it may be called again. */
export const ANNOTATIONS = { readOnlyHint: true } as const;
const ALL_ANNOTATIONS = {
  ...ANNOTATIONS,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

export interface McpEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: unknown;
  readonly annotations: object;
  readonly _meta?: object;
}

export function entryOf(set: RuntimeSet, tool: RuntimeTool, view: Pick<View, "full">): McpEntry {
  const { name, title, description } = tool.facts;
  if (view.full) return wholeEntry(set, tool);
  return {
    name,
    title,
    description: shortOf(description, set),
    inputSchema: compactInput(tool.inputSchema),
    annotations: ANNOTATIONS,
  };
}

/** All that is known of a tool, schemas with every description. */
export function wholeEntry(set: RuntimeSet, tool: RuntimeTool): McpEntry {
  const { name, title, description, category, version, edition } = tool.facts;
  return {
    name,
    title,
    description,
    inputSchema: withoutChoices(described(tool.inputSchema)) as McpEntry["inputSchema"],
    outputSchema: withoutChoices(tool.outputSchema),
    annotations: { title, ...ALL_ANNOTATIONS },
    _meta: { category, version, edition, definition_sha256: identityOf(set, tool).sha256 },
  };
}

/** The same entry for a client that shows results as pages. */
export function withApp(entry: McpEntry): McpEntry {
  return { ...entry, _meta: { ...entry._meta, ui: { resourceUri: appUri(entry.name) } } };
}

/** The first sentence, and the one that sends to another tool. */
function shortOf(description: string, { tools }: RuntimeSet): string {
  const [, ...others] = sentencesOf(description);
  const names = [...tools.keys()];
  const elsewhere = others.find((sentence) => names.some((name) => sentence.includes(name)));
  return [purposeOf(description), ...(elsewhere === undefined ? [] : [elsewhere])].join(" ");
}

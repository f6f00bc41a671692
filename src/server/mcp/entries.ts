// Entries of tools in MCP lists: short by default, or complete on request.

import { identityOf } from "../../definitions/identity.js";
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import { purposeOf, sentencesOf } from "../../wording/sentences.js";
import { described, withoutChoices } from "../calls/described.js";
import { appUri } from "./app-page.js";
import { compactInput } from "./compact.js";
import type { View } from "./mcp-request.js";

/** Every tool computes from its input only, so it is read-only and idempotent. */
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

/** Returns the complete entry, with full schemas. */
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

/** Adds the page for clients that support MCP Apps. */
export function withApp(entry: McpEntry): McpEntry {
  return { ...entry, _meta: { ...entry._meta, ui: { resourceUri: appUri(entry.name) } } };
}

/** Returns the first sentence, and the one that refers to another tool. */
function shortOf(description: string, { tools }: RuntimeSet): string {
  const [, ...others] = sentencesOf(description);
  const names = [...tools.keys()];
  const elsewhere = others.find((sentence) => names.some((name) => sentence.includes(name)));
  return [purposeOf(description), ...(elsewhere === undefined ? [] : [elsewhere])].join(" ");
}

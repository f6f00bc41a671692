// Tools as MCP lists them: short, so that all of them leave a model room to think, or whole for who asks for that.

import { identityOf } from "../../definitions/identity.js";
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import { sentencesOf } from "../../wording/sentences.js";
import { described, withoutChoices } from "../calls/described.js";
import { appUri } from "./app-page.js";
import type { View } from "./asked.js";
import { compactInput } from "./compact.js";

/** Every tool computes from its input alone: it changes nothing, and so it may be called again. */
export const ANNOTATIONS = { readOnlyHint: true } as const;
const ALL_ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

export interface Entry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: unknown;
  readonly annotations: object;
  readonly _meta?: object;
}

export function entryOf(set: RuntimeSet, tool: RuntimeTool, view: Pick<View, "full">): Entry {
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
export function wholeEntry(set: RuntimeSet, tool: RuntimeTool): Entry {
  const { name, title, description, category, version, edition } = tool.facts;
  return {
    name,
    title,
    description,
    inputSchema: withoutChoices(described(tool.inputSchema)) as Entry["inputSchema"],
    outputSchema: withoutChoices(tool.outputSchema),
    annotations: { title, ...ALL_ANNOTATIONS },
    _meta: { category, version, edition, definition_sha256: identityOf(set, tool).sha256 },
  };
}

/** The same entry for a client that shows results as pages. */
export function withApp(entry: Entry): Entry {
  return { ...entry, _meta: { ...entry._meta, ui: { resourceUri: appUri(entry.name) } } };
}

/** The first sentence, and the one that sends to another tool. */
function shortOf(description: string, { tools }: RuntimeSet): string {
  const [first = "", ...others] = sentencesOf(description);
  const names = [...tools.keys()];
  const elsewhere = others.find((sentence) => names.some((name) => sentence.includes(name)));
  return [clausesOf(first), ...(elsewhere === undefined ? [] : [elsewhere])].join(" ");
}

/** Letters after which a sentence has said what a tool is for: it ends with its clause, or with what it goes on to list. */
const ENOUGH = 45;
const MORE_THAN_ENOUGH = 150;

/** As much of a sentence as tells what a tool is for. */
function clausesOf(sentence: string): string {
  const clause = upTo(sentence, /(?=[;:] | - )/, ENOUGH);
  const told = upTo(clause, /(?=, (?:with|as|how|what|which|whether) )/, MORE_THAN_ENOUGH);
  return told === sentence ? sentence : `${told}.`;
}

/** The parts of a text up to so many letters; an opened bracket is closed before it ends. */
function upTo(text: string, between: RegExp, enough: number): string {
  const [first = "", ...parts] = text.split(between);
  let told = first;
  for (const part of parts) {
    if (told.length >= enough && told.lastIndexOf("(") <= told.lastIndexOf(")")) return told;
    told += part;
  }
  return text;
}

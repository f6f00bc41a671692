// MCP completion: suggests names for arguments of prompts and addresses of resources.
import { isRecord } from "../../json/objects.js";
import { textParam, wrongParams } from "./codes.js";
import type { Offered, Params } from "./mcp-request.js";
import { wordsFor } from "./prompts.js";
import { namesFor, type Resource, TEMPLATES } from "./resources.js";
import { RULES_TEMPLATE, rulePageNames } from "./rule-pages.js";

/** Limit of the protocol. */
const MOST = 100;

export function complete(offered: Offered, resources: ReadonlyMap<string, Resource>, params: Params): Params {
  const { ref, argument } = params;
  if (!isRecord(ref) || !isRecord(argument)) throw wrongParams("A completion needs ref and argument.");
  const begun = textParam(argument, "value").toLowerCase();
  const words = candidates(offered, resources, ref, textParam(argument, "name"));
  const starting = words.filter((word) => word.toLowerCase().startsWith(begun));
  const holding = words.filter((word) => !starting.includes(word) && word.toLowerCase().includes(begun));
  const found = [...starting, ...holding];
  return { completion: { values: found.slice(0, MOST), total: found.length, hasMore: found.length > MOST } };
}

function candidates(
  offered: Offered,
  resources: ReadonlyMap<string, Resource>,
  ref: Readonly<Record<string, unknown>>,
  argument: string,
): readonly string[] {
  if (ref.type === "ref/prompt") return wordsFor(offered.set, textParam(ref, "name"), argument);
  if (ref.type !== "ref/resource") throw wrongParams("ref.type must be ref/prompt or ref/resource.");
  const uri = textParam(ref, "uri");
  const known = TEMPLATES.map(({ uriTemplate }) => uriTemplate);
  if (!known.includes(uri)) throw wrongParams(`There is no such template. Templates: ${known.join(", ")}.`);
  if (argument !== "name") return [];
  return uri === RULES_TEMPLATE.uriTemplate ? rulePageNames(offered.rules) : namesFor(resources, uri);
}

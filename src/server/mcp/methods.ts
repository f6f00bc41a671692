// The MCP methods of this service, each a function from parameters to a result. Lists are computed once for each
// view.
import type { RuntimeSet } from "../../engine/run/tool.js";
import { isRecord } from "../../json/objects.js";
import { noSuch } from "../../wording/wording.js";
import { textParam, wrongParams } from "./codes.js";
import { compareTool } from "./compare-tool.js";
import { complete } from "./completion.js";
import { entryOf, type McpEntry, withApp } from "./entries.js";
import { explainTool } from "./explain-tool.js";
import type { McpRequest, McpResult, Method, Methods, Offered, Params } from "./mcp-request.js";
import { answered } from "./mcp-request.js";
import { runTool } from "./outcome.js";
import { callOwn, type OwnTool, withArguments } from "./own-tools.js";
import { getPrompt, listPrompts } from "./prompts.js";
import { listResources, readResource, resourcesOf, sheetCost, TEMPLATES } from "./resources.js";
import { listRulePages } from "./rule-pages.js";
import { describeTool, searchTools } from "./search-tools.js";
import { sweepTool } from "./sweep-tool.js";
import { verifyTool } from "./verify-tool.js";

const NOTHING = () => 0;

export function methodsOf(offered: Offered): Methods {
  const { set } = offered;
  const resources = resourcesOf(set);
  const tools = ownTools(offered);
  const reading = (answer: (params: Params) => Params): Method => ({
    cost: NOTHING,
    answer: (params) => answered(answer(params)),
  });
  return new Map<string, Method>([
    ["tools/list", listing("tools", (asked) => toolEntries(set, tools, asked))],
    [
      "tools/call",
      {
        cost: (params) => costOf(set, tools, params),
        answer: (params, asked) => callTool(set, tools, params, asked),
      },
    ],
    [
      "resources/list",
      listing("resources", () => [...listResources(resources), ...listRulePages(set, offered.rules)]),
    ],
    ["resources/templates/list", listing("resourceTemplates", () => TEMPLATES)],
    [
      "resources/read",
      { cost: sheetCost, answer: (params, asked) => readResource(offered, resources, params, asked) },
    ],
    ["prompts/list", listing("prompts", listPrompts)],
    ["prompts/get", reading((params) => getPrompt(set, params))],
    ["completion/complete", reading((params) => complete(offered, resources, params))],
  ]);
}

interface OwnTools {
  readonly search: readonly OwnTool[];
  readonly study: readonly OwnTool[];
  readonly byName: ReadonlyMap<string, OwnTool>;
}

function ownTools(offered: Offered): OwnTools {
  const search = searchTools(offered.set);
  const study = [
    describeTool(offered.set),
    explainTool(offered),
    sweepTool(offered),
    compareTool(offered),
    verifyTool(offered),
  ];
  return { search, study, byName: new Map([...search, ...study].map((tool) => [tool.entry.name, tool])) };
}

function toolEntries(set: RuntimeSet, { search, study }: OwnTools, { view, apps }: McpRequest): McpEntry[] {
  if (view.search) return search.map(({ entry }) => entry);
  const own = study.map(({ entry }) => entry).filter(({ name }) => !set.tools.has(name));
  const entries = [...set.tools.values()].map((tool) => entryOf(set, tool, view));
  return [...(apps ? entries.map(withApp) : entries), ...own];
}

/** Returns a cached list. Lists are short and complete, so no cursor is ever issued. */
function listing(name: string, items: (asked: McpRequest) => readonly unknown[]): Method {
  const known = new Map<string, McpResult>();
  return {
    cost: NOTHING,
    answer: ({ cursor }, asked) => {
      if (cursor !== undefined) throw wrongParams("This cursor was not given out here.");
      const key = `${asked.view.search} ${asked.view.full} ${asked.apps}`;
      const answer = known.get(key) ?? answered({ [name]: items(asked) });
      known.set(key, answer);
      return answer;
    },
  };
}

/** A tool of the definitions counts as one call; the service's tools compute their cost. */
function costOf(set: RuntimeSet, { byName }: OwnTools, { name, arguments: args }: Params): number {
  if (typeof name !== "string" || set.tools.has(name)) return 1;
  return byName.get(name)?.cost(isRecord(args) ? withArguments(args) : {}) ?? 1;
}

function callTool(
  set: RuntimeSet,
  { byName }: OwnTools,
  params: Params,
  asked: McpRequest,
): McpResult | Promise<McpResult> {
  const name = textParam(params, "name");
  const args = params.arguments ?? {};
  const tool = set.tools.get(name);
  if (tool !== undefined) return runTool(tool, args, asked);
  const own = byName.get(name);
  if (own !== undefined) return callOwn(set, own, args, asked);
  const { message, near } = noSuch("tool", name, [...set.tools.keys(), ...byName.keys()]);
  throw wrongParams(message, { near });
}

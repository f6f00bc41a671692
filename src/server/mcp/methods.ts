// The methods of MCP that this service answers itself, each as a function from parameters to the text of a result. What a
// list says is worked out once for each way of asking.
import type { ServedSet } from "../../engine/run/tool.js";
import { noSuch } from "../../wording.js";
import type { Answered, Asked, Method, Methods, Offered, Params } from "./asked.js";
import { answered } from "./asked.js";
import { CODES, RpcError, textParam } from "./codes.js";
import { complete } from "./completion.js";
import { type Entry, entryOf } from "./entries.js";
import { runTool } from "./outcome.js";
import { getPrompt, listPrompts } from "./prompts.js";
import { listResources, readResource, resourcesOf, sheetCost, TEMPLATES } from "./resources.js";

const NOTHING = () => 0;

export function methodsOf(offered: Offered): Methods {
  const { set } = offered;
  const resources = resourcesOf(set);
  const reading = (answer: (params: Params) => unknown): Method => ({
    cost: NOTHING,
    answer: (params) => answered(answer(params)),
  });
  return new Map<string, Method>([
    ["tools/list", listing("tools", (asked) => toolEntries(set, asked))],
    ["tools/call", { cost: () => 1, answer: (params, asked) => callTool(offered, params, asked) }],
    ["resources/list", listing("resources", () => listResources(resources))],
    ["resources/templates/list", listing("resourceTemplates", () => TEMPLATES)],
    [
      "resources/read",
      { cost: sheetCost, answer: (params, asked) => readResource(offered, resources, params, asked) },
    ],
    ["prompts/list", listing("prompts", listPrompts)],
    ["prompts/get", reading((params) => getPrompt(set, params))],
    ["completion/complete", reading((params) => complete(set, resources, params))],
  ]);
}

function toolEntries(set: ServedSet, { view }: Asked): Entry[] {
  return [...set.tools.values()].map((tool) => entryOf(set, tool, view));
}

/** Lists are short and come whole: a cursor was never given out. Their texts are kept, since all callers get the same. */
function listing(name: string, items: (asked: Asked) => readonly unknown[]): Method {
  const texts = new Map<string, Answered>();
  return {
    cost: NOTHING,
    answer: ({ cursor }, asked) => {
      if (cursor !== undefined)
        throw new RpcError(CODES.invalidParams, "This cursor was not given out here.");
      const key = `${asked.view.search} ${asked.view.full} ${asked.apps}`;
      const text = texts.get(key) ?? answered({ [name]: items(asked) });
      texts.set(key, text);
      return text;
    },
  };
}

function callTool({ set }: Offered, params: Params, asked: Asked): Answered {
  const name = textParam(params, "name");
  const tool = set.tools.get(name);
  if (tool !== undefined) return runTool(tool, params.arguments ?? {}, asked);
  const { message, near } = noSuch("tool", name, set.tools.keys());
  throw new RpcError(CODES.invalidParams, message, { near });
}

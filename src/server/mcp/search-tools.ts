// Three tools that replace the full list for models with small contexts: find, describe and call.
import { once } from "../../engine/language/once.js";
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import { purposeOf } from "../../wording/sentences.js";
import { siteFinder, toolEntry } from "../../wording/tool-search.js";
import { entryOf, wholeEntry } from "./entries.js";
import { given, runTool } from "./outcome.js";
import { ARGUMENTS, type OwnTool, ownTool, recordIn, TOOL, textIn, toolIn } from "./own-tools.js";

/** Tools listed for a task. */
const SHOWN = 5;
/** Least share of a task that the best tool must answer to fit. */
const FITS = 0.24;

export function searchTools(set: RuntimeSet): OwnTool[] {
  const find = once(() => siteFinder({ tools: [...set.tools.values()].map(toolEntry), docs: [] }));
  return [
    ownTool({
      name: "find_tool",
      title: "Find a tool",
      description:
        "Finds the calculators and checks that fit a task, best first: names, a line about each, and the inputs of the first. `fits` is false if none does.",
      properties: { task: { type: "string", description: "The task, in plain words" } },
      required: ["task"],
      cost: () => 0,
      call: (args, asked) => {
        const found = find()(textIn(args, "task")).tools.slice(0, SHOWN);
        const fits = (found[0]?.score ?? 0) >= FITS;
        const tools = found.flatMap(({ entry }, at) => {
          const tool = set.tools.get(entry.name);
          return tool === undefined ? [] : [lineAbout(set, tool, fits && at === 0)];
        });
        const lines = tools.map(({ name, description }) => `${name}: ${description}`);
        const names =
          tools.length === 0 ? [`There are: ${[...set.tools.keys()].join(", ")}.`] : ["The nearest:"];
        const said = fits ? lines : ["No tool fits this task.", ...names, ...lines];
        return given({ tools, count: tools.length, fits }, said.join("\n"), asked);
      },
    }),
    describeTool(set),
    ownTool({
      name: "call_tool",
      title: "Call a tool",
      description: "Calls a tool by its name. The error of a refused call names the argument to change.",
      properties: { tool: TOOL, arguments: ARGUMENTS },
      required: ["tool", "arguments"],
      cost: () => 1,
      call: (args, asked) => runTool(toolIn(set, args), recordIn(args, "arguments"), asked),
    }),
  ];
}

/** Describes a tool with its whole schemas, which the list shortens. */
export function describeTool(set: RuntimeSet): OwnTool {
  return ownTool({
    name: "describe_tool",
    title: "Describe a tool",
    description: "Every input with unit, bounds, choices and whole questions, every result, calls that work.",
    properties: { tool: TOOL },
    required: ["tool"],
    cost: () => 0,
    call: (args, asked) => {
      const tool = toolIn(set, args);
      const { title, description, examples } = tool.facts;
      const about = { ...wholeEntry(set, tool), examples };
      return given(about, `${title}. ${description}`, asked);
    },
  });
}

function lineAbout(set: RuntimeSet, tool: RuntimeTool, hasInputs: boolean) {
  const { name, title, inputSchema } = entryOf(set, tool, { full: false });
  return {
    name,
    title,
    description: purposeOf(tool.facts.description),
    ...(hasInputs ? { inputSchema } : {}),
  };
}

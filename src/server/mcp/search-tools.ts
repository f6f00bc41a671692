// Three tools that stand in for all others, for models with little room: find one by words, read what it takes, call it.
import { once } from "../../engine/language/once.js";
import type { RuntimeSet, RuntimeTool } from "../../engine/run/tool.js";
import { entryOf, wholeEntry } from "./entries.js";
import { finderOf } from "./find.js";
import { given, runTool } from "./outcome.js";
import { ARGUMENTS, type OwnTool, ownEntry, recordIn, TOOL, textIn, toolIn } from "./own-tools.js";

/** Tools that are shown for a task. */
const SHOWN = 5;

export function searchTools(set: RuntimeSet): OwnTool[] {
  const find = once(() => finderOf(set));
  return [
    {
      entry: ownEntry(
        "find_tool",
        "Find a tool",
        "Finds the calculators and checks that fit a task, best first: names, a line about each, and the inputs they need.",
        { task: { type: "string", description: "What is to be found out, in plain words" } },
        ["task"],
      ),
      cost: () => 0,
      call: (args, asked) => {
        const found = find()(textIn(args, "task")).slice(0, SHOWN);
        const tools = found.map(({ tool }) => lineAbout(set, tool));
        const said =
          tools.length === 0
            ? `No tool fits. There are: ${[...set.tools.keys()].join(", ")}.`
            : tools.map(({ name, description }) => `${name}: ${description}`).join("\n");
        return given({ tools, count: tools.length }, said, asked);
      },
    },
    {
      entry: ownEntry(
        "describe_tool",
        "Describe a tool",
        "All that is known of a tool: every input with unit, bounds and choices, every result, and calls that work.",
        { tool: TOOL },
        ["tool"],
      ),
      cost: () => 0,
      call: (args, asked) => {
        const tool = toolIn(set, args);
        const { title, description, examples } = tool.facts;
        const about = { ...wholeEntry(set, tool), examples };
        return given(about, `${title}. ${description}`, asked);
      },
    },
    {
      entry: ownEntry(
        "call_tool",
        "Call a tool",
        "Calls a tool by its name. A refused call says which argument to change.",
        { tool: TOOL, arguments: ARGUMENTS },
        ["tool", "arguments"],
      ),
      cost: () => 1,
      call: (args, asked) => runTool(toolIn(set, args), recordIn(args, "arguments"), asked),
    },
  ];
}

function lineAbout(set: RuntimeSet, tool: RuntimeTool) {
  const { name, title, description, inputSchema } = entryOf(set, tool, { full: false });
  return { name, title, description, inputSchema };
}

// Loads the complete definition of a served tool for explanations. The engine's readers load at the first use.

import { readSchemas } from "../definitions/folder.js";
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import type { Tool } from "../engine/tool.js";

const opened = new WeakMap<RuntimeTool, Promise<Tool>>();

export function wholeTool(set: Pick<RuntimeSet, "files">, tool: RuntimeTool): Promise<Tool> {
  const known = opened.get(tool) ?? open(set, tool);
  opened.set(tool, known);
  return known;
}

async function open({ files }: Pick<RuntimeSet, "files">, tool: RuntimeTool): Promise<Tool> {
  const [{ Tool: Whole }, { loadTool }] = await Promise.all([
    import("../engine/tool.js"),
    import("../engine/load.js"),
  ]);
  if (tool instanceof Whole) return tool;
  const paths = tool.facts.files.map(([path]) => path);
  const whole = loadTool(files, paths, readSchemas());
  whole.adopt(tool);
  return whole;
}

// The project's own definition set, loaded once for a test file.
import type { DefinitionSet } from "../src/engine/definitions.js";
import { formatFinding } from "../src/engine/finding.js";
import type { Tool } from "../src/engine/tool.js";
import { loadFolder } from "../src/load.js";

let loaded: DefinitionSet | undefined;

export function ownSet(): DefinitionSet {
  if (loaded !== undefined) return loaded;
  const { set, findings } = loadFolder();
  if (set === undefined) {
    throw new Error(
      findings
        .filter((finding) => finding.severity === "error")
        .map(formatFinding)
        .join("\n"),
    );
  }
  loaded = set;
  return set;
}

export function ownTool(name: string): Tool {
  const tool = ownSet().tools.get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

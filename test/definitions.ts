// The project's own definition set and tiers, loaded once for a test file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tiers } from "../src/access/tiers.js";
import { readTiers } from "../src/access/tiers-yaml.js";
import { formatFinding } from "../src/engine/language/findings.js";
import type { DefinitionSet } from "../src/engine/set.js";
import type { Tool } from "../src/engine/tool.js";
import { DEFAULT_FOLDER } from "../src/folder.js";
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

let tiers: Tiers | undefined;

export function ownTiers(): Tiers {
  tiers ??= readTiers(readFileSync(join(DEFAULT_FOLDER, "plans.yaml"), "utf8")).tiers;
  if (tiers === undefined) throw new Error("the project has no tiers");
  return tiers;
}

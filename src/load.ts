// Definitions loaded from a folder on disk, read and checked anew.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Depth, Loaded } from "./engine/definitions.js";
import { loadDefinitions, loadPlans } from "./engine/loader.js";
import { DEFAULT_FOLDER, readFolder, readSchemas, sha256 } from "./folder.js";

const PLANS_FILE = "plans.yaml";

export function loadFolder(
  folder: string = DEFAULT_FOLDER,
  tolerated?: ReadonlySet<string>,
  depth?: Depth,
): Loaded {
  return loadDefinitions(readFolder(folder), readSchemas(), tolerated, depth);
}

/** The plans of a folder; undefined where it has no plans.yaml. */
export function plansOf(folder: string): ReturnType<typeof loadPlans> | undefined {
  const path = join(folder, PLANS_FILE);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  return loadPlans({ path: PLANS_FILE, text, sha256: sha256(text) }, readSchemas());
}

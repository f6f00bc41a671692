// Loads definitions from a folder on disk, without built forms.

import type { Depth, Loaded } from "../lint/load.js";
import { loadDefinitions } from "../lint/load.js";
import { DEFAULT_FOLDER, readSchemas } from "./folder.js";
import { readFolder } from "./read-folder.js";

export function loadFolder(
  folder: string = DEFAULT_FOLDER,
  tolerated?: ReadonlySet<string>,
  depth?: Depth,
): Loaded {
  return loadDefinitions(readFolder(folder), readSchemas(), tolerated, depth);
}

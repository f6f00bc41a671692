// The index of the header's search: tools as the service has them, and the sections of the documentation.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { HOME, readJson } from "../../definitions/folder.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { type DocEntry, type SearchIndex, toolEntry } from "../../wording/tool-search.js";

/** Output of `npm run build`. */
export const GUIDE_FOLDER = join(HOME, "dist/guide");

export function searchIndex({ tools }: RuntimeSet): SearchIndex {
  const file = join(GUIDE_FOLDER, "search.json");
  const docs = existsSync(file) ? (readJson(file) as readonly DocEntry[] | undefined) : undefined;
  return { tools: [...tools.values()].map(toolEntry), docs: docs ?? [] };
}

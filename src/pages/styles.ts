// Reads styles and scripts of the pages from their files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REFERENCE_FOLDER } from "../definitions/folder.js";

export const PAGES_FOLDER = join(REFERENCE_FOLDER, "../pages");

export function styleOf(...names: readonly string[]): string {
  return names.map((name) => readFileSync(join(PAGES_FOLDER, name), "utf8")).join("\n");
}

// Styles and scripts of the pages, as the files they stand in.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REFERENCE_FOLDER } from "../definitions/folder.js";

export const PAGES_FOLDER = join(REFERENCE_FOLDER, "../pages");

/** Those of some files, one after the other. */
export function styleOf(...names: readonly string[]): string {
  return names.map((name) => readFileSync(join(PAGES_FOLDER, name), "utf8")).join("\n");
}

// Reads a definitions folder together with the set that it extends. Separate from folder.ts, because serving a built
// set does not need it.
import type { DefinitionFile } from "../engine/language/files.js";
import { extend } from "./extend.js";
import { DEFAULT_FOLDER, filesIn, isExtending, sha256 } from "./folder.js";

export function readFolder(folder: string): DefinitionFile[] {
  return withExtended(filesIn(folder));
}

export function withExtended(own: DefinitionFile[]): DefinitionFile[] {
  return isExtending(own) ? extend(own, filesIn(DEFAULT_FOLDER), sha256) : own;
}

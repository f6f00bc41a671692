// A folder of definitions as it is read: with the set that it extends. Apart from folder.ts, because who serves a built set reads none.
import type { DefinitionFile } from "../engine/language/files.js";
import { extend } from "./extend.js";
import { DEFAULT_FOLDER, filesIn, isExtending, sha256 } from "./folder.js";

/** The definitions of a folder, with those that it extends. */
export function readFolder(folder: string): DefinitionFile[] {
  return withExtended(filesIn(folder));
}

export function withExtended(own: DefinitionFile[]): DefinitionFile[] {
  return isExtending(own) ? extend(own, filesIn(DEFAULT_FOLDER), sha256) : own;
}

// The files of a set as the language of this version has them; files that need no change are left out.
import { type DefinitionFile, kindOfFile } from "../../engine/language/files.js";
import { inputsAsList } from "./inputs.js";
import { sectionsBeside } from "./sections.js";

/** Texts by path, of those files alone that change or are new. */
export function upgraded(files: readonly DefinitionFile[]): Map<string, string> {
  const changed = new Map<string, string>();
  for (const { path, text } of files) {
    const kind = kindOfFile(path);
    if (kind !== "tool" && kind !== "legacy") continue;
    const now = inputsAsList(text);
    if (now !== text) changed.set(path, now);
    for (const [each, written] of sectionsBeside(path, now)) changed.set(each, written);
  }
  return changed;
}

// Definition sets of any size: copies of the real tools under other names, in memory.

import { sha256 } from "../src/definitions/folder.js";
import { readFolder } from "../src/definitions/read-folder.js";
import { type DefinitionFile, kindOfFile } from "../src/engine/language/files.js";

/** Copies all tools except those of the older interface. Parts and tables are shared. */
export function copiesOf(folder: string, times: number): DefinitionFile[] {
  const files: DefinitionFile[] = [];
  for (const file of readFolder(folder)) {
    if (file.path.startsWith("legacy/")) continue;
    const kind = kindOfFile(file.path);
    if (kind === "tool")
      for (let copy = 0; copy < times; copy++) files.push(copy === 0 ? file : renamed(file, copy));
    else if (kind === "part") files.push(withText(file.path.replace(/^.*\//, "parts/"), file.text));
    else files.push(file);
  }
  return files;
}

function renamed(file: DefinitionFile, copy: number): DefinitionFile {
  const path = file.path.replace(/\.yaml$/, `_copy_${copy}.yaml`);
  return withText(path, file.text.replace(/^name: (\w+)/m, `name: $1_copy_${copy}`));
}

function withText(path: string, text: string): DefinitionFile {
  return { path, text, sha256: sha256(text) };
}

// Adds the files of a set to the shipped set, or replaces shipped files by them.
import type { DefinitionFile } from "../engine/language/files.js";

/** Files of entries by key: the entries of the set come first, then the shipped entries with other keys. */
const MERGED: ReadonlySet<string> = new Set(["common.yaml", "sources.yaml", "licences.yaml"]);
/** Each set has its own plans. */
const LEFT_OUT: ReadonlySet<string> = new Set(["plans.yaml"]);

export function extend(
  own: readonly DefinitionFile[],
  shipped: readonly DefinitionFile[],
  sha256: (text: string) => string,
): DefinitionFile[] {
  const files = new Map<string, DefinitionFile>();
  for (const file of shipped) if (!LEFT_OUT.has(file.path)) files.set(file.path, { ...file, ownLines: 0 });
  for (const file of own) {
    const there = files.get(file.path);
    if (there === undefined) files.set(file.path, file);
    else if (MERGED.has(file.path)) files.set(file.path, merged(file, there, sha256));
    else files.set(file.path, { ...file, isInstead: true });
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function merged(
  own: DefinitionFile,
  there: DefinitionFile,
  sha256: (text: string) => string,
): DefinitionFile {
  const keys = new Set(blocks(own.text).map(([key]) => key));
  const more = blocks(there.text).flatMap(([key, block]) => (keys.has(key) ? [] : [block]));
  const head = own.text === "" || own.text.endsWith("\n") ? own.text : `${own.text}\n`;
  const text = head + more.join("");
  return { path: own.path, text, sha256: sha256(text), ownLines: head.split("\n").length - 1 };
}

/** Returns the entries of a file with their keys; comments above the first entry are dropped. */
function blocks(text: string): [key: string, block: string][] {
  return text.split(/^(?=[A-Za-z_]\w*:)/m).flatMap((block): [string, string][] => {
    const key = /^(\w+):/.exec(block)?.[1];
    return key === undefined ? [] : [[key, block.endsWith("\n") ? block : `${block}\n`]];
  });
}

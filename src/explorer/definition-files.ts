// Loads the files of a definition for the page and its worker, each hash once.
import type { DefinitionFile } from "../engine/language/files.js";
import type { CatalogueEntry } from "./tool-data.js";

const known = new Map<string, Promise<string>>();

async function fetchText(hash: string): Promise<string> {
  const response = await fetch(`/explorer/definitions/${hash}.yaml`);
  if (!response.ok) throw new Error(`a file of the definition answered ${response.status}`);
  return response.text();
}

function textOf(hash: string): Promise<string> {
  const found = known.get(hash) ?? fetchText(hash);
  known.set(hash, found);
  found.catch(() => known.delete(hash));
  return found;
}

/** Includes the files that all tools share. */
export function definitionFiles({ files }: CatalogueEntry): Promise<DefinitionFile[]> {
  return Promise.all(files.map(async ([path, sha256]) => ({ path, sha256, text: await textOf(sha256) })));
}

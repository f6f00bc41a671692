// Computes the result that a sheet's link describes, with the definition that the link names.
import { readSchemas } from "../definitions/folder.js";
import { wholeIdentity } from "../definitions/identity.js";
import { readFolder } from "../definitions/read-folder.js";
import type { DefinitionFile } from "../engine/language/files.js";
import { loadTool } from "../engine/load.js";
import type { Outcome, Tool } from "../engine/tool.js";
import { loadDefinitions, UPKEEP } from "../lint/load.js";
import { History } from "./history.js";
import type { SavedLink } from "./saved-files.js";

/** Commits that are searched for the definition. */
const MOST_COMMITS = 300;

export interface Linked {
  /** The outcome by the linked definition; undefined if it was not found. */
  readonly outcome: Outcome | undefined;
  /** The commit that has the linked definition; undefined for the working tree. */
  readonly commit?: string;
  /** Version and hash of the tool in the working tree; undefined if it has no such tool. */
  readonly present: { readonly version: string; readonly sha256: string } | undefined;
}

export function computeLinked(folder: string, { tool: name, sha256, input }: SavedLink): Linked {
  const files = readFolder(folder);
  const { set } = loadDefinitions(files, readSchemas(), UPKEEP, "results");
  const tool = set?.tools.get(name) ?? set?.legacy.get(name);
  if (tool === undefined) return { outcome: undefined, present: undefined };
  const present = { version: tool.facts.version, sha256: wholeIdentity(tool).sha256 };
  if (present.sha256 === sha256) return { outcome: tool.run(input), present };
  const history = History.of(folder);
  for (const commit of history?.commits(MOST_COMMITS) ?? []) {
    const then = toolOf(history?.filesAt(commit) ?? [], tool);
    if (then !== undefined && wholeIdentity(then).sha256 === sha256)
      return { outcome: then.run(input), commit, present };
  }
  return { outcome: undefined, present };
}

/** Returns the tool as a commit has it, with the files that it has today; undefined if one is missing or another language. */
function toolOf(files: readonly DefinitionFile[], tool: Tool): Tool | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const paths = tool.facts.files.map(([path]) => path);
  if (!paths.every((path) => byPath.has(path))) return undefined;
  try {
    return loadTool(byPath, paths, readSchemas());
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
}

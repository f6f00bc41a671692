// A set of definitions that a thread or another process works with: the texts that were served when it was handed over, whatever
// has become of the folder since.
import { readSchemas } from "../definitions/folder.js";
import type { DefinitionFile } from "../engine/language/files.js";
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import { fingerprintOf } from "./form.js";
import { readBuilt } from "./read.js";

/** Plain data: it is sent to threads and processes. */
export interface Pinned {
  readonly files: readonly DefinitionFile[];
  /** The folder of the built form that the set was opened from, where it was. */
  readonly built: string | undefined;
  /** The files of each tool that is served. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
}

export function pinned({ files, built, tools }: RuntimeSet): Pinned {
  const paths = [...tools].map(([name, tool]) => [name, tool.facts.files.map(([path]) => path)]);
  return { files: [...files.values()], built, tools: Object.fromEntries(paths) };
}

/** A tool of the set: from its built form where that is still of these very texts, else from the texts. */
export async function pinnedTool({ files, built, tools }: Pinned, name: string): Promise<RuntimeTool> {
  const paths = tools[name];
  if (paths === undefined) throw new Error(`the definitions have no ${name}`);
  const schemas = readSchemas();
  const definitions = { files, fingerprint: fingerprintOf(files, schemas) };
  const set = built === undefined ? undefined : await readBuilt(definitions, built, name);
  const found = set?.tools.get(name);
  if (found !== undefined) return found;
  const { loadTool } = await import("../engine/load.js");
  return loadTool(new Map(files.map((file) => [file.path, file])), paths, schemas);
}

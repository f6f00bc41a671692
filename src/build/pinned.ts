// A set of definitions for a thread or another process, with its texts at the time of the handover.
import { readSchemas } from "../definitions/folder.js";
import type { DefinitionFile } from "../engine/language/files.js";
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import { fingerprintOf } from "./form.js";
import { readBuilt } from "./read.js";

/** Plain data, so that it can be sent. */
export interface Pinned {
  readonly files: readonly DefinitionFile[];
  /** The folder of the built form, if the set came from one. */
  readonly built: string | undefined;
  /** The files of each served tool. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
}

export function pinned({ files, built, tools }: RuntimeSet): Pinned {
  const paths = [...tools].map(([name, tool]) => [name, tool.facts.files.map(([path]) => path)]);
  return { files: [...files.values()], built, tools: Object.fromEntries(paths) };
}

/** Returns a tool from the built form if it matches the texts, else from the texts. */
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

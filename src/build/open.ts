// Opens a set of definitions: from the shipped built form, from the data folder, or by reading and building it there
// for the next start.
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_FOLDER } from "../definitions/folder.js";
import type { Finding } from "../engine/language/findings.js";
import type { RuntimeSet } from "../engine/run/tool.js";
import type { DefinitionSet } from "../engine/set.js";
import { messageOf } from "../wording/wording.js";
import { hashOf, SHIPPED } from "./form.js";
import { definitionsIn, readBuilt } from "./read.js";

export interface OpenSetOptions {
  /** The data folder; undefined to store nothing. */
  readonly dataDir?: string | undefined;
  /** Loads the code of this tool only. */
  readonly only?: string;
  /** Receives the reason if the built form could not be stored. */
  readonly told?: (message: string) => void;
  /** Called before definitions are read and built, which takes time. */
  readonly building?: () => void;
}

export type Opened =
  | { readonly set: RuntimeSet }
  | { readonly set: undefined; readonly findings: readonly Finding[] };

/** Built forms in the data folder; the least recently used is removed. */
const MOST_BUILT = 8;

export async function openSet(
  folder: string = DEFAULT_FOLDER,
  options: OpenSetOptions = {},
): Promise<Opened> {
  const { dataDir, only, told = () => undefined } = options;
  const definitions = await definitionsIn(folder);
  const shipped = await readBuilt(definitions, SHIPPED, only);
  if (shipped !== undefined) return { set: shipped };
  const own = dataDir === undefined ? undefined : builtFolder(dataDir, folder);
  if (own !== undefined && isOurs(own)) {
    const built = await readBuilt(definitions, own, only);
    if (built !== undefined) return { set: built };
  }
  options.building?.();
  const { loadFolder } = await import("../definitions/load.js");
  const { set, findings } = loadFolder(folder, undefined, "results");
  if (set === undefined) return { set, findings };
  // Compiles now, so that the first call does not wait.
  for (const tool of [...set.tools.values(), ...set.legacy.values()]) tool.ready();
  if (own !== undefined && dataDir !== undefined) {
    try {
      await keep(set, dataDir, own);
      return { set: { ...set, built: own } };
    } catch (error) {
      told(
        `The next start will be slow: the built definitions cannot be kept in ${dataDir} (${messageOf(error)}).`,
      );
    }
  }
  return { set };
}

/** Returns the data folder's path for the built form of a definitions folder. */
export function builtFolder(dataDir: string, definitions: string): string {
  return join(dataDir, "built", hashOf(realpathSync(definitions)));
}

/** Whether only the user of this process can write to the folder. Built forms contain code. */
function isOurs(folder: string): boolean {
  // A file in the way of the folder is reported by the attempt to write.
  if (!existsSync(folder)) return false;
  const found = statSync(folder);
  if (process.getuid === undefined) return true;
  return found.uid === process.getuid() && (found.mode & 0o022) === 0;
}

async function keep(set: DefinitionSet, dataDir: string, own: string): Promise<void> {
  const { writeBuilt } = await import("./write.js");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeBuilt(set, own);
  const all = join(dataDir, "built");
  const byAge = readdirSync(all)
    .map((name) => join(all, name))
    .filter((path) => path !== own && existsSync(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const path of byAge.slice(MOST_BUILT - 1)) rmSync(path, { recursive: true, force: true });
}

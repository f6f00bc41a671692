// The folder of built definitions, which contain code. It is never below the working folder: a folder of definitions
// that somebody copied could contain prepared code.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Environment, text } from "./environment.js";

/** Returns DATA_DIR, else the user's cache folder; undefined if nothing is stored. */
export function cacheFolder(env: Environment): string | undefined {
  const named = text(env, "DATA_DIR");
  if (named === ":memory:") return undefined;
  return named ?? join(text(env, "XDG_CACHE_HOME") ?? join(homedir(), ".cache"), "plumbline");
}

/** The same for short commands, which create DATA_DIR only. */
export function existingCacheFolder(env: Environment): string | undefined {
  const folder = cacheFolder(env);
  return text(env, "DATA_DIR") === undefined && folder !== undefined && !existsSync(folder)
    ? undefined
    : folder;
}
